/* troupe-crew-training-file.c: files of trained agents: training data and suggestions (pickle)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-training-file"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-agreed-texts.h"
#include "troupe-crew-training-file.h"
#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-pickle.h"
#include "troupe-project-file.h"
#include "troupe-run.h"
#include "troupe-store.h"

/* A file of trained agents that came with a document instructs models as its other texts do, so that the
 * user has to agree to it. The result of a training by the user needs no agreement. The folder `trained` of
 * the user's data folder has an empty file for each, named by the digest of its content. All block.
 * Threads: any thread. */

#define FOLDER "trained"

/* (transfer full) */
static char *
make_path (const char *digest)
{
  g_autofree char *folder = troupe_store_get_default_folder ();

  return g_build_filename (folder, FOLDER, digest, NULL);
}

/* Returns TRUE if a training on this computer has written this content. @digest: of
 * troupe_agreed_texts_make_digest() */
static gboolean
is_own (const char *digest)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (digest != NULL, FALSE);

  path = make_path (digest);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* Records that a training has written this content. If this fails, the user is asked to agree to it. */
static void
add_own (const char *digest)
{
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (digest != NULL);

  path = make_path (digest);
  folder = g_path_get_dirname (path);
  if (g_mkdir_with_parents (folder, 0700) != 0 ||
      !troupe_file_save (path, "", 0, NULL, NULL, &error))
    g_info ("Could not record the training: %s", error != NULL ? error->message : folder);
}

#define SUFFIX ".pkl"
#define SUFFIX_ASIDE ".off.pkl"
#define SIZE_MOST (16 * 1024 * 1024)
/* Largest size of a pickle that contains only an empty map. */
#define SIZE_EMPTY 32

/* Returns @name with the extension of such files. (transfer full) */
static char *
complete (const char *name)
{
  return g_str_has_suffix (name, SUFFIX) ? g_strdup (name) : g_strconcat (name, SUFFIX, NULL);
}

char *
troupe_crew_training_file_find (const char *folder, const char *name)
{
  g_autofree char *whole = NULL;
  g_autofree char *full = NULL;
  g_autofree char *parent = NULL;
  g_autofree char *real = NULL;
  g_autofree char *last = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  whole = complete (name);
  full = g_canonicalize_filename (whole, folder);
  parent = g_path_get_dirname (full);
  real = troupe_path_resolve_existing (parent);
  last = g_path_get_basename (full);
  return g_build_filename (real, last, NULL);
}

/* Finds a file that the user did not name. Such a file has to be inside @root. (transfer full)
 * (nullable) */
static char *
find_beneath (const char *root, const char *name, GError **error)
{
  g_autofree char *whole = complete (name);
  g_autoptr (GError) cause = NULL;
  g_autofree char *shown = troupe_path_for_display (whole);
  char *path = NULL;
  int descriptor = troupe_project_file_open (root, whole, &path, &cause);

  if (descriptor >= 0)
    {
      close (descriptor);
      return path;
    }
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return troupe_crew_training_file_find (root, whole);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
               /* Translators: the first %s is a file name, the second one is a sentence about the
                * problem */
               _ ("The trained agents in “%s” were not read: %s"), shown, cause->message);
  return NULL;
}

/* Returns the name in the crew. (transfer none) (nullable) */
static const char *
get_name (TroupeCrew *crew)
{
  const char *name = troupe_value_get_member_text (crew->fields, "trained_agents_file");

  return name != NULL && *name != '\0' ? name : NULL;
}

char *
troupe_crew_training_file_name_for (TroupeCrew *crew, const char *from_environment)
{
  const char *name = NULL;

  g_return_val_if_fail (crew != NULL, NULL);

  name = get_name (crew) != NULL ? get_name (crew) : from_environment;
  return complete (name != NULL ? name : TROUPE_CREW_TRAINED_AGENTS);
}

char *
troupe_crew_training_file_find_for (TroupeCrew *crew,
                                    const char *from_environment,
                                    const char *folder,
                                    GError **error)
{
  const char *name = NULL;

  g_return_val_if_fail (crew != NULL, NULL);

  name = get_name (crew);
  if (name == NULL && from_environment != NULL)
    {
      g_autofree char *path = troupe_crew_training_file_find (folder, from_environment);

      return troupe_path_resolve_existing (path);
    }
  return folder != NULL
             ? find_beneath (folder, name != NULL ? name : TROUPE_CREW_TRAINED_AGENTS, error)
             : NULL;
}

/* Opens the file without following a link. Returns -1 with an error. */
static int
open_file (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  int folder = troupe_folder_open_parent (path, NULL, FALSE, error);
  int file = -1;

  if (folder < 0)
    return -1;
  file = openat (folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (file < 0)
    g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                         errno == ELOOP ? _ ("it is a symbolic link") : g_strerror (errno));
  close (folder);
  return file;
}

/* Reads the bytes of the file. (transfer full) (nullable) */
static char *
read_bytes (const char *path, gsize *length, GError **error)
{
  int file = open_file (path, error);
  char *data = NULL;

  if (file < 0)
    return NULL;
  data = troupe_file_read_open (file, path, SIZE_MOST, length, NULL, error);
  close (file);
  return data;
}

/* Parses the bytes of the file. @data: (nullable): NULL with @cause (transfer full) if it could not be read */
static TroupeValue *
parse (const char *path, const char *data, gsize length, GError *cause, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *shown = NULL;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_error_free (cause);
      return troupe_value_from_json ("{}", -1, NULL);
    }
  /* CrewAI treats an empty file as one without trained agents. */
  if (data != NULL && length == 0)
    return troupe_value_from_json ("{}", -1, NULL);
  if (data != NULL)
    value = troupe_pickle_read (data, length, &cause);
  if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_MAP))
    cause = g_error_new_literal (TROUPE_PICKLE_ERROR, TROUPE_PICKLE_ERROR_REFUSED,
                                 _ ("it contains no agents keyed by role"));
  if (cause == NULL)
    return g_steal_pointer (&value);
  shown = troupe_path_for_display (path);
  g_assert (cause != NULL);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
               /* Translators: the first %s is a file name, the second one describes the problem */
               _ ("The trained agents in “%s” could not be used: %s. Move the file, or specify "
                  "another one."),
               shown, cause->message);
  g_error_free (cause);
  return NULL;
}

TroupeValue *
troupe_crew_training_file_read (const char *path, GError **error)
{
  GError *cause = NULL;
  gsize length = 0;
  g_autofree char *data = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  data = read_bytes (path, &length, &cause);
  return parse (path, data, length, cause, error);
}

/* --- Suggestions of others ------------------------------------------------------------------------ */

/* Returns the digest of the bytes if they are not the user's own. (transfer full) (nullable) */
static char *
find_foreign_digest (const char *data, gsize length)
{
  g_autofree char *digest =
      data != NULL && length > 0 ? troupe_agreed_texts_make_digest (data, length) : NULL;

  return digest != NULL && !is_own (digest) ? g_steal_pointer (&digest) : NULL;
}

char *
troupe_crew_training_file_get_foreign_digest (const char *path)
{
  gsize length = 0;
  g_autofree char *data = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  data = read_bytes (path, &length, NULL);
  return find_foreign_digest (data, length);
}

TroupeValue *
troupe_crew_training_file_read_agreed (const char *path,
                                       GHashTable *texts,
                                       const char *name,
                                       GError **error)
{
  GError *cause = NULL;
  gsize length = 0;
  g_autofree char *data = NULL;
  g_autofree char *foreign = NULL;

  g_return_val_if_fail (path != NULL && name != NULL, NULL);

  data = read_bytes (path, &length, &cause);
  foreign = texts != NULL ? find_foreign_digest (data, length) : NULL;
  if (foreign != NULL && !troupe_agreed_texts_have (texts, name, foreign))
    {
      g_autofree char *shown = troupe_path_for_display (path);

      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
                   /* Translators: %s is a file name */
                   _ ("The trained agents in “%s” have changed since you allowed the document. Run "
                      "it again to "
                      "review its permissions."),
                   shown);
      return NULL;
    }
  return parse (path, data, length, cause, error);
}

static void
set_write_error (GError **error, const char *path, const char *message)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_assert (message != NULL);

  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
               /* Translators: the first %s is a file name, the second one is the reason */
               _ ("Could not write “%s”: %s"), shown, message);
}

/* Fails if the path is a symbolic link, because a link that is part of a project could refer to
 * any file of the user. */
static gboolean
check_is_no_link (const char *path, GError **error)
{
  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return TRUE;
  set_write_error (error, path, _ ("it is a symbolic link"));
  return FALSE;
}

gboolean
troupe_crew_training_file_save (const char *path, TroupeValue *data, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_saved = FALSE;
  int folder;

  g_return_val_if_fail (path != NULL && data != NULL, FALSE);

  if (!check_is_no_link (path, error))
    return FALSE;
  bytes = troupe_pickle_write (data, &cause);
  folder = bytes != NULL ? troupe_folder_open_parent (path, NULL, FALSE, &cause) : -1;
  if (folder >= 0)
    {
      is_saved = troupe_file_save_at (folder, path, g_bytes_get_data (bytes, NULL),
                                      g_bytes_get_size (bytes), NULL, FALSE, NULL, &cause);
      close (folder);
    }
  if (is_saved)
    return TRUE;
  set_write_error (error, path, cause->message);
  return FALSE;
}

gboolean
troupe_crew_training_file_save_trained (const char *path, TroupeValue *data, GError **error)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_return_val_if_fail (path != NULL && data != NULL, FALSE);

  before = troupe_crew_training_file_get_foreign_digest (path);
  if (!troupe_crew_training_file_save (path, data, error))
    return FALSE;
  after = before == NULL ? troupe_crew_training_file_get_foreign_digest (path) : NULL;
  if (after != NULL)
    add_own (after);
  return TRUE;
}

gboolean
troupe_crew_training_file_check (const char *path, GError **error)
{
  g_autofree char *folder = NULL;
  g_autoptr (TroupeValue) before = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  if (!check_is_no_link (path, error))
    return FALSE;
  folder = g_path_get_dirname (path);
  before = troupe_crew_training_file_read (path, error);
  if (before == NULL)
    return FALSE;
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      set_write_error (error, path, _ ("the folder does not exist"));
      return FALSE;
    }
  if (access (folder, W_OK) != 0 ||
      (g_file_test (path, G_FILE_TEST_EXISTS) && access (path, W_OK) != 0))
    {
      set_write_error (error, path, _ ("it is read-only"));
      return FALSE;
    }
  return TRUE;
}

gboolean
troupe_crew_training_file_has_feedback (const char *data, const char *trained)
{
  GStatBuf newer, older;

  g_return_val_if_fail (data != NULL && trained != NULL, FALSE);

  if (g_stat (data, &newer) != 0 || newer.st_size <= SIZE_EMPTY)
    return FALSE;
  if (g_stat (trained, &older) != 0)
    return TRUE;
  return newer.st_mtim.tv_sec > older.st_mtim.tv_sec ||
         (newer.st_mtim.tv_sec == older.st_mtim.tv_sec &&
          newer.st_mtim.tv_nsec > older.st_mtim.tv_nsec);
}

char **
troupe_crew_training_file_get_suggestions (TroupeValue *data, const char *role)
{
  TroupeValue *entry = NULL;
  TroupeValue *list = NULL;
  GStrvBuilder *texts = NULL;
  char **suggestions = NULL;

  g_return_val_if_fail (data != NULL && role != NULL, NULL);

  entry = troupe_value_map_lookup_string (data, role, -1);
  if (entry != NULL && troupe_value_is (entry, TROUPE_VALUE_MAP))
    list = troupe_value_map_lookup_string (entry, "suggestions", -1);
  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST))
    return NULL;
  texts = g_strv_builder_new ();
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    if (troupe_value_is (troupe_value_list_get (list, i), TROUPE_VALUE_STRING))
      g_strv_builder_add (texts, troupe_value_get_string (troupe_value_list_get (list, i), NULL));
  suggestions = g_strv_builder_end (texts);
  g_strv_builder_unref (texts);
  return suggestions;
}

/* --- Disabled entries ------------------------------------------------------------------------- */

/* Returns the path of the file of disabled entries: `agents.off.pkl` for `agents.pkl`. */
static char *
find_aside (const char *path)
{
  const gsize length =
      g_str_has_suffix (path, SUFFIX) ? strlen (path) - strlen (SUFFIX) : strlen (path);

  return g_strdup_printf ("%.*s" SUFFIX_ASIDE, (int) length, path);
}

TroupeValue *
troupe_crew_training_file_read_aside (const char *path, GError **error)
{
  g_autofree char *aside = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  aside = find_aside (path);
  return troupe_crew_training_file_read (aside, error);
}

gboolean
troupe_crew_training_file_switch (const char *path,
                                  const char *role,
                                  gboolean is_on,
                                  GError **error)
{
  g_autofree char *aside = NULL;
  const char *from = NULL;
  const char *to = NULL;
  g_autoptr (TroupeValue) before = NULL;
  g_autoptr (TroupeValue) after = NULL;
  g_autoptr (TroupeValue) with = NULL;
  g_autoptr (TroupeValue) without = NULL;
  TroupeValue *entry = NULL;

  g_return_val_if_fail (path != NULL && role != NULL, FALSE);

  aside = find_aside (path);
  from = is_on ? aside : path;
  to = is_on ? path : aside;
  before = troupe_crew_training_file_read (from, error);
  after = before != NULL ? troupe_crew_training_file_read (to, error) : NULL;
  if (after == NULL)
    return FALSE;
  entry = troupe_value_map_lookup_string (before, role, -1);
  if (entry == NULL)
    {
      g_autofree char *shown = troupe_path_for_display (from);

      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
          /* Translators: the first %s is a file name, the second one is the role of an agent */
          _ ("“%s” no longer contains “%s”: another program has changed the file. Try again."),
          shown, role);
      return FALSE;
    }
  with = troupe_value_map_with (after, role, entry);
  without = troupe_value_map_without (before, role);
  return troupe_crew_training_file_save_trained (to, with, error) &&
         troupe_crew_training_file_save_trained (from, without, error);
}
