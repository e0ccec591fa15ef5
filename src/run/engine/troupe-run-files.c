/* troupe-run-files.c: digests of the files that the methods of a flow refer to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-files"

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-prepared-crew.h"
#include "troupe-project-code.h"
#include "troupe-run-files.h"
#include "troupe-run-options.h"

/* A larger file is not compared. */
#define MOST_BYTES (16u * 1024 * 1024)
/* Texts that may name a file. */
#define LONGEST_NAME 512
/* Files of one document; more are not compared. */
#define MOST_FILES 1000

/* @files: text → value */
typedef struct
{
  const char *folder;
  GHashTable *files;
} Search;

/* @path: where the user finds it */
static void
add (Search *self, const char *text, const char *digest, const char *path)
{
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "digest", troupe_value_new_string (digest, -1));
  troupe_map_builder_add (&builder, "path", troupe_value_new_string (path, -1));
  g_hash_table_insert (self->files, g_strdup (text), troupe_map_builder_end (&builder));
}

/* Reads a file of the folder. Returns FALSE if there is none. */
static gboolean
add_file (Search *self, const char *text, const char *name)
{
  g_autofree char *path = troupe_path_resolve_beneath (self->folder, name, NULL);
  g_autofree char *content = NULL;
  TroupeFileStamp stamp = { 0 };

  g_assert (self != NULL);

  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  content = troupe_file_read (path, MOST_BYTES, NULL, &stamp, NULL);
  if (content == NULL)
    return FALSE;
  add (self, text, stamp.digest, name);
  return TRUE;
}

static gboolean
is_code (const char *text)
{
  const char *colon = strchr (text, ':');

  if (colon == NULL || colon == text || colon[1] == '\0' || colon[1] == '/')
    return FALSE;
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("_.:-", *c) == NULL)
      return FALSE;
  return TRUE;
}

static void
look_at_text (Search *self, const char *text)
{
  g_autofree char *knowledge = NULL;

  g_assert (self != NULL);

  if (*text == '\0' || strlen (text) > LONGEST_NAME || strpbrk (text, "\n{") != NULL ||
      g_hash_table_contains (self->files, text) || g_hash_table_size (self->files) >= MOST_FILES)
    return;
  if (is_code (text))
    {
      const gboolean is_custom = g_str_has_prefix (text, "custom:");
      g_autofree char *reference =
          is_custom ? g_strconcat ("tools.", text + strlen ("custom:"), ":", NULL)
                    : g_strdup (text);
      TroupeMapBuilder entry;
      TroupeValue *entries[1];
      g_autoptr (TroupeValue) python = NULL;
      g_autoptr (TroupeProjectCode) code = NULL;
      g_autofree char *module = NULL;
      g_autofree char *path = NULL;

      /* Reads a module and what it imports from the folder. `custom:NAME` is the file
       * tools/NAME.py. */
      troupe_map_builder_init (&entry);
      troupe_map_builder_add (&entry, "kind", troupe_value_new_string ("code", -1));
      troupe_map_builder_add (&entry, "text", troupe_value_new_string (reference, -1));
      entries[0] = troupe_map_builder_end (&entry);
      python = troupe_value_new_list (entries, 1);
      code = troupe_project_code_find (self->folder, python);
      if (code->digest != NULL)
        {
          module = g_strndup (reference, strcspn (reference, ":"));
          g_strdelimit (module, ".", '/');
          path = g_strconcat (module, ".py", NULL);
          add (self, text, code->digest, code->files->len == 1 ? code->files->pdata[0] : path);
        }
      return;
    }
  if (strpbrk (text, "./") == NULL)
    return;
  knowledge = g_build_filename ("knowledge", text, NULL);
  if (!add_file (self, text, text))
    add_file (self, text, knowledge);
}

static void
look_at (Search *self, TroupeValue *value)
{
  if (value == NULL)
    return;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    look_at_text (self, troupe_value_get_string (value, NULL));
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      look_at (self, troupe_value_list_get (value, i));
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      look_at (self, troupe_value_map_get_value (value, i));
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns a digest of everything that was found. (transfer full) */
static char *
make_digest (GHashTable *files, const char *first)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint n_names = 0;
  g_autofree char **names = (char **) g_hash_table_get_keys_as_array (files, &n_names);

  qsort (names, n_names, sizeof *names, compare_texts);
  g_checksum_update (sum, (const guchar *) first, -1);
  for (guint i = 0; i < n_names; i++)
    {
      const char *name = names[i];
      const char *digest =
          troupe_value_get_member_text (g_hash_table_lookup (files, name), "digest");

      g_checksum_update (sum, (const guchar *) name, -1);
      g_checksum_update (sum, (const guchar *) digest, -1);
    }
  return g_strdup (g_checksum_get_string (sum));
}

static void
look_at_action (Search *self, const TroupeFlowAction *action)
{
  if (action == NULL)
    return;
  if (action->type == TROUPE_ACTION_CREW && action->definition == NULL && action->reference != NULL)
    {
      TroupePreparedCrew *crew = NULL;
      g_autoptr (TroupeValue) definition = NULL;
      g_autofree char *digest = NULL;
      Search inner = { self->folder, g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                            (GDestroyNotify) troupe_value_unref) };

      /* A crew in its own file counts together with the files to which it refers. */
      crew = troupe_prepared_crew_new (action, self->folder);
      if (crew->crew != NULL)
        {
          definition = troupe_crew_to_definition (crew->crew);
          look_at (&inner, definition);
          digest = make_digest (inner.files, crew->digest);
          add (self, action->reference, digest, action->reference);
        }
      g_hash_table_unref (inner.files);
      troupe_prepared_crew_free (crew);
    }
  else if (action->reference != NULL)
    look_at_text (self, action->reference);
  look_at (self, action->definition);
  for (guint i = 0; i < action->n_steps; i++)
    look_at_action (self, action->steps[i].action);
}

TroupeValue *
troupe_run_files_find (TroupeFlow *flow, const char *folder)
{
  Search search = { folder, NULL };
  TroupeMapBuilder builder;
  GHashTableIter iter;
  gpointer text, file;

  g_return_val_if_fail (flow != NULL && folder != NULL, NULL);

  search.files =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) troupe_value_unref);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    look_at_action (&search, troupe_flow_get_method (flow, i)->action);
  troupe_map_builder_init (&builder);
  g_hash_table_iter_init (&iter, search.files);
  while (g_hash_table_iter_next (&iter, &text, &file))
    troupe_map_builder_add (&builder, text, troupe_value_ref (file));
  g_hash_table_unref (search.files);
  return troupe_map_builder_end (&builder);
}

void
troupe_run_files_note (TroupeRun *run)
{
  TroupeRunOptions *options = troupe_run_get_options (run);
  g_autofree char *folder = NULL;

  if (options->files != NULL)
    return;
  folder = troupe_run_get_code_folder (run);
  options->files = troupe_run_files_find (troupe_run_get_flow (run), folder);
}

TroupeValue *
troupe_run_files_get (const TroupeRunRecord *record)
{
  g_return_val_if_fail (record != NULL, NULL);

  return troupe_value_get_member_of (record->options, "files", TROUPE_VALUE_MAP);
}

gboolean
troupe_run_files_are_own (TroupeRun *run)
{
  g_return_val_if_fail (TROUPE_IS_RUN (run), FALSE);

  return (troupe_run_get_options (run)->permissions & TROUPE_PYTHON_PERMIT_PROGRAMS) != 0;
}
