/* troupe-json-error.c: parser errors with their positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-error"

#include "config.h"

#include <string.h>

#include "troupe-conflict.h"
#include "troupe-json-error.h"

typedef struct
{
  TroupePlace place;
  char *path;
} TroupeJsonErrorPrivate;

static void
troupe_json_error_private_init (TroupeJsonErrorPrivate *self)
{
  memset (&self->place, 0, sizeof self->place);
  self->path = NULL;
}

static void
troupe_json_error_private_copy (const TroupeJsonErrorPrivate *self, TroupeJsonErrorPrivate *copy)
{
  copy->place = self->place;
  copy->path = g_strdup (self->path);
}

static void
troupe_json_error_private_clear (TroupeJsonErrorPrivate *self)
{
  g_clear_pointer (&self->path, g_free);
}

G_DEFINE_EXTENDED_ERROR (TroupeJsonError, troupe_json_error)

gboolean
troupe_json_error_get_place (const GError *error, TroupePlace *place, const char **path)
{
  const TroupeJsonErrorPrivate *private;

  g_return_val_if_fail (error != NULL, FALSE);

  if (error->domain != TROUPE_JSON_ERROR)
    return FALSE;
  private = troupe_json_error_get_private (error);
  if (place != NULL)
    *place = private->place;
  if (path != NULL)
    *path = private->path != NULL ? private->path : "";
  return TRUE;
}

void
troupe_json_set_error (GError **error,
                       TroupeJsonError code,
                       const TroupePlace *place,
                       char *path,
                       const char *message)
{
  GError *made = g_error_new_literal (TROUPE_JSON_ERROR, code, message);
  TroupeJsonErrorPrivate *private = troupe_json_error_get_private (made);

  private->place = *place;
  private->path = path;
  g_propagate_error (error, made);
}

gboolean
troupe_json_explain_conflict (GError **error, const char *text, gsize length)
{
  TroupePlace place = { .column = 1 };

  place.line = troupe_conflict_find (text, length, &place.start);
  if (place.line == 0)
    return FALSE;
  place.end = place.start + 1;
  g_clear_error (error);
  troupe_json_set_error (error, TROUPE_JSON_ERROR_SYNTAX, &place, NULL,
                         troupe_conflict_describe ());
  return TRUE;
}
