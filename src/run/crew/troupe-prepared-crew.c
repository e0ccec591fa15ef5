/* troupe-prepared-crew.c: the crew of an action, loaded before the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-prepared-crew"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-document.h"
#include "troupe-crew-inventory.h"
#include "troupe-file.h"
#include "troupe-prepared-crew.h"
#include "troupe-run.h"

static void
python_clear (gpointer data)
{
  TroupePreparedCrewPython *piece = data;

  g_free (piece->source);
  g_free (piece->path);
}

void
troupe_prepared_crew_free (gpointer data)
{
  TroupePreparedCrew *self = data;

  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->python, g_array_unref);
  g_free (self->digest);
  g_free (self);
}

/* @is_refused: (out): the path is not permitted */
static TroupeCrew *
read_declaration (const char *reference, const char *folder, gboolean *is_refused, GError **error)
{
  g_autofree char *work = NULL;
  g_autofree char *path = NULL;
  g_autoptr (TroupeCrewDocument) document = NULL;
  TroupeCrew *crew;
  g_autofree char *own = NULL;

  /* Opening a document must not open what is outside of its folder, which may be a device, or a share that is
   * mounted by being opened. */
  work = g_get_current_dir ();
  path = troupe_path_resolve_beneath (folder != NULL ? folder : work, reference, error);
  document = path != NULL ? troupe_crew_document_load (path, NULL, error) : NULL;
  crew = document != NULL ? troupe_crew_document_get_crew (document) : NULL;
  if (crew != NULL)
    {
      g_autofree char *folder_work = g_get_current_dir ();
      g_autofree char *base =
          g_canonicalize_filename (folder != NULL ? folder : folder_work, folder_work);
      g_autofree char *folder_own =
          g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
      const gsize length = strlen (base);

      /* It is absolute for a crew somewhere else, whose code is not available in the run. */
      if (g_str_equal (folder_own, base))
        own = NULL;
      else if (g_str_has_prefix (folder_own, base) && folder_own[length] == '/')
        own = g_strdup (folder_own + length + 1);
      else
        own = g_steal_pointer (&folder_own);
    }

  *is_refused = path == NULL;
  if (own != NULL)
    return troupe_crew_relocate (crew, own, error);
  return crew != NULL ? troupe_crew_ref (crew) : NULL;
}

typedef struct
{
  TroupeValue *definition;
  TroupeCrew *crew;
} LastRead;

static void
last_read_free (gpointer data)
{
  LastRead *self = data;

  troupe_value_unref (self->definition);
  troupe_crew_unref (self->crew);
  g_free (self);
}

TroupePreparedCrew *
troupe_prepared_crew_new (const TroupeFlowAction *action, const char *folder)
{
  TroupePreparedCrew *self = g_new0 (TroupePreparedCrew, 1);
  g_autoptr (GError) cause = NULL;
  TroupePreparedCrewPython piece;

  if (action->definition != NULL)
    {
      TroupeValue *definition = action->definition;
      static GPrivate last_read = G_PRIVATE_INIT (last_read_free);
      LastRead *last = g_private_get (&last_read);
      TroupeCrew *crew;
      TroupeCrew *result = NULL;

      /* Caches the last definition per thread, because a run reads its crew twice, and many
       * concurrent runs may use the same flow. Comparing the pointers is sufficient: values are
       * immutable, and the cache owns a reference. */
      if (last != NULL && last->definition == definition)
        result = troupe_crew_ref (last->crew);
      else
        {
          crew = troupe_crew_new (definition, NULL, &cause);
          if (crew != NULL)
            {
              last = g_new (LastRead, 1);
              last->definition = troupe_value_ref (definition);
              last->crew = troupe_crew_ref (crew);
              g_private_replace (&last_read, last);
              result = crew;
            }
        }
      self->crew = result;
    }
  else if (action->reference != NULL)
    self->crew = read_declaration (action->reference, folder, &self->is_refused, &cause);
  if (self->crew == NULL)
    self->error =
        g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                     /* Translators: %s describes the problem */
                     _ ("Could not read the crew: %s"), cause != NULL ? cause->message : "");
  else if (action->definition == NULL)
    {
      g_autoptr (TroupeValue) definition = troupe_crew_to_definition (self->crew);
      g_autofree char *text = troupe_value_to_json (definition, TROUPE_JSON_COMPACT);

      self->digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
    }
  self->python = g_array_new (FALSE, FALSE, sizeof piece);
  g_array_set_clear_func (self->python, python_clear);
  for (guint i = 0;
       self->crew != NULL &&
       troupe_crew_inventory_get_python (self->crew, i, &piece.kind, &piece.source, &piece.path);
       i++)
    g_array_append_val (self->python, piece);
  return self;
}
