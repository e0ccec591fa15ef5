/* troupe-memory-view.h: what stands on the page of a memory, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-memory-detail.h"
#include "troupe-memory-scopes.h"
#include "troupe-source-table.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryView:
 *
 * The widgets of a page: scopes, the table below what is looked for, one record, and what is known. It knows what is
 * folded where there is no room, and nothing of records.
 */
typedef struct
{
  AdwToastOverlay *toasts;
  TroupeMemoryScopes *scopes;
  GtkWidget *search;
  GtkToggleButton *meaning;
  GtkToggleButton *word;
  GtkWidget *forget;
  GtkColumnView *table;
  TroupeSourceTable *sources;
  TroupeMemoryDetail *detail;

  GtkWidget *scopes_place;
  GtkWidget *scopes_button;
  GtkWidget *popover;
  GtkWidget *middle;
  GtkWidget *stack;
  AdwStatusPage *empty;
  GtkLabel *hint;
  GtkWidget *spinner;
  gboolean is_narrow;
  gboolean is_detail_open;
} TroupeMemoryView;

/* A child of @parent, which lays it out over all of itself. */
TroupeMemoryView *troupe_memory_view_new (GtkWidget *parent);
void troupe_memory_view_free (TroupeMemoryView *self);

/* Whether what is looked for is a meaning. */
gboolean troupe_memory_view_is_meaning (TroupeMemoryView *self);
/* Below the field. @text: (nullable) */
void troupe_memory_view_set_hint (TroupeMemoryView *self, const char *text);
void troupe_memory_view_set_busy (TroupeMemoryView *self, gboolean is_busy);
/* In the place of the table. */
void troupe_memory_view_show_busy (TroupeMemoryView *self);
void troupe_memory_view_show_empty (TroupeMemoryView *self, const char *title, const char *text);
void troupe_memory_view_show_table (TroupeMemoryView *self);
/* In passing. */
void troupe_memory_view_tell (TroupeMemoryView *self, const char *text);

void troupe_memory_view_set_narrow (TroupeMemoryView *self, gboolean is_narrow);
/* Where there is no room for both, the record stands in the table's place. */
void troupe_memory_view_set_detail_open (TroupeMemoryView *self, gboolean is_open);
/* A key of the table calls @func with @user_data, which lives as long as the view. */
void troupe_memory_view_add_key (TroupeMemoryView *self,
                                 guint key,
                                 GdkModifierType modifiers,
                                 GCallback func,
                                 gpointer user_data);

G_END_DECLS
