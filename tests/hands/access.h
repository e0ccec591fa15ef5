/* access.h: what a screen reader is told of this program, asked over the real bus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @name, @description: empty where there is none. @can_focus: as its state says */
typedef struct
{
  guint depth;
  char *role;
  char *name;
  char *description;
  gboolean can_focus;
} AccessThing;

/* Whether there is a bus for assistive technology. Before the first window. */
gboolean access_is_there (void);
/* Everything below the program's windows, in the order in which a screen reader comes to it; the program runs on
 * meanwhile. (transfer full) (element-type AccessThing) */
GPtrArray *access_read (void);
/* (transfer none) (nullable): the first one of that role whose name begins with @name. @role: (nullable): any */
const AccessThing *access_find (GPtrArray *things, const char *role, const char *name);

/* Of what is below the widget of the type @page, without what the toolkits make themselves: where the first thing is that takes
 * keys or clicks and does not say what it is; @things' length: there is none. */
guint access_find_nameless (GPtrArray *things, const char *page);

G_END_DECLS
