/* troupe-json-check.c: parsing JSON that the user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-check"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-json-check.h"

JsonNode *
troupe_json_check (const char *text, char **message)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node;
  TroupePlace place;

  g_return_val_if_fail (text != NULL, NULL);

  node = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, &error);
  if (node != NULL || message == NULL)
    return node;

  if (troupe_json_error_get_place (error, &place, NULL))
    *message =
        g_strdup_printf (_ ("Line %u, column %u: %s"), place.line, place.column, error->message);
  else
    *message = g_strdup (error->message);

  return NULL;
}
