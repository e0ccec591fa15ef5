/* access.h: accessible tree of the program, read over the AT-SPI bus like a screen reader does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @name, @description: empty if the element has none. @can_focus: TRUE if the state of the
 *   element contains focusable */
typedef struct
{
  guint depth;
  char *role;
  char *name;
  char *description;
  gboolean can_focus;
} AccessThing;

/* Starts a session bus of the test's own, on which the AT-SPI bus and its registry are started: a registry that other
 * tests use as well may end with one of them. Call after hands_start() and before anything else uses the session bus.
 * Returns FALSE if there is no AT-SPI bus. The bus ends with the test. */
gboolean access_start (void);
/* Lists everything below the windows of the program, in the order of a screen reader, while the
 * main context keeps running. (transfer full) (element-type AccessThing) */
GPtrArray *access_read (void);
/* Returns the first element that has the role @role and whose name begins with @name. (transfer
 * none) (nullable) @role: (nullable): any role */
const AccessThing *access_find (GPtrArray *things, const char *role, const char *name);

/* Returns the index of the first element below the group of the name @page that accepts keys or
 * clicks but has no name. Returns the length of @things if there is no such element. Internal
 * widgets of the toolkits are ignored. */
guint access_find_nameless (GPtrArray *things, const char *page);

/* Returns TRUE if the name says the same twice, such as “Done, Done”. */
gboolean access_is_doubled (const char *name);
/* Describes each element of the program that can have the focus but has no name of its own, or whose name
 * is doubled or contains markup, one in a line with the elements around it. Internal widgets of the
 * toolkits are ignored. (transfer full) (nullable): NULL if there is no such element */
char *access_list_wrong_names (GPtrArray *things);

G_END_DECLS
