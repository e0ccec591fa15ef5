/* troupe-memory-view.h: widget layout of the memory page
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
 * The widgets of the memory page: scopes, the table with its search entry, the selected record and
 * the knowledge sources. The view implements the adaptive layout, but does not handle records.
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
  GtkWidget *tools; /* one row, or two if the page is narrow */
  GtkWidget *middle;
  GtkWidget *stack;
  AdwStatusPage *empty;
  GtkLabel *hint;
  GtkWidget *spinner;
  gboolean is_narrow;
  gboolean is_detail_open;
} TroupeMemoryView;

/* Creates the widgets as a child of @parent, whose layout must give it all space. */
TroupeMemoryView *troupe_memory_view_new (GtkWidget *parent);
void troupe_memory_view_free (TroupeMemoryView *self);

/* Returns TRUE if semantic search is selected. */
gboolean troupe_memory_view_is_meaning (TroupeMemoryView *self);
/* Shows a hint below the search entry. @text: (nullable) */
void troupe_memory_view_set_hint (TroupeMemoryView *self, const char *text);
void troupe_memory_view_set_busy (TroupeMemoryView *self, gboolean is_busy);
/* Shows a placeholder instead of the table. */
void troupe_memory_view_show_busy (TroupeMemoryView *self);
void troupe_memory_view_show_empty (TroupeMemoryView *self, const char *title, const char *text);
void troupe_memory_view_show_table (TroupeMemoryView *self);
/* Shows @text as a toast. */
void troupe_memory_view_tell (TroupeMemoryView *self, const char *text);

void troupe_memory_view_set_narrow (TroupeMemoryView *self, gboolean is_narrow);
/* Opens or closes the detail pane. If there is no space for both, the pane replaces the table. */
void troupe_memory_view_set_detail_open (TroupeMemoryView *self, gboolean is_open);
/* Adds a key binding of the table, which calls @func with @user_data. @user_data must outlive
 * the view. */
void troupe_memory_view_add_key (TroupeMemoryView *self,
                                 guint key,
                                 GdkModifierType modifiers,
                                 GCallback func,
                                 gpointer user_data);

G_END_DECLS
