/* troupe-crew-own-training.c: the results of trainings on this computer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-own-training"

#include "config.h"

#include "troupe-crew-own-training.h"
#include "troupe-file.h"
#include "troupe-store.h"

#define FOLDER "trained"

/* (transfer full) */
static char *
make_path (const char *digest)
{
  g_autofree char *folder = troupe_store_get_default_folder ();

  return g_build_filename (folder, FOLDER, digest, NULL);
}

gboolean
troupe_crew_own_training_has (const char *digest)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (digest != NULL, FALSE);

  path = make_path (digest);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

void
troupe_crew_own_training_add (const char *digest)
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
