/* troupe-folder-findings.c: what code of a document has left in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-findings"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-folder-findings.h"
#include "troupe-sanitize-text.h"

typedef char *(*Describe) (const char *path);

static char *
describe_blocked (const char *path)
{
  return g_strdup_printf (
      /* Translators: first %s is a path, second %s the text that was added to its name. */
      _ ("Code of the document created “%s”, which can contain keys or start programs. It was "
         "renamed: “%s” was added to its name."),
      path, TROUPE_FOLDER_BLOCKED);
}

static char *
describe_left (const char *path)
{
  return g_strdup_printf (
      /* Translators: %s is a path. */
      _ ("Code of the document created “%s”, which can contain keys or start programs. It "
         "could not be renamed. Delete it before you open the folder in another program."),
      path);
}

static char *
describe_replaced (const char *path)
{
  return g_strdup_printf (
      /* Translators: %s is a path. */
      _ ("“%s” was replaced during the run, so code of the document could read and change it. "
         "Check its content before you use it, and replace its keys."),
      path);
}

static char *
describe_kept (const char *path)
{
  return g_strdup_printf (
      /* Translators: %s is a path. */
      _ ("“%s” was created during the run, but not by code of the document, which cannot create "
         "repositories. It was left as it is."),
      path);
}

static char *
describe_returned (const char *path)
{
  return g_strdup_printf (
      /* Translators: %s is a path. */
      _ ("Code of the document moved the folder “%s” and replaced it with a link. The folder was "
         "moved back."),
      path);
}

static char *
describe_linked (const char *path)
{
  return g_strdup_printf (
      /* Translators: first %s is a path, second %s the text that was added to a name. */
      _ ("Code of the document replaced the folder “%s” with a link. The link was renamed: “%s” "
         "was added to its name. The files of the folder may be in another folder."),
      path, TROUPE_FOLDER_BLOCKED);
}

static char *
describe_outward (const char *path)
{
  return g_strdup_printf (
      /* Translators: first %s is a path, second %s the text that was added to a name. */
      _ ("Code of the document created the link “%s”, which leads out of the folder or to files "
         "that "
         "can contain keys or start programs. It was renamed: “%s” was added to its name."),
      path, TROUPE_FOLDER_BLOCKED);
}

static char *
describe_unseen (const char *path, const char *reason)
{
  return g_strdup_printf (
      /* Translators: first %s is a path, second %s the reason. */
      _ ("“%s” could not be searched for files that code of the document created: %s. The next run "
         "in this folder searches it again. Do not use it in another program before."),
      path, reason);
}

static char *
describe_moved (const char *path)
{
  return g_strdup_printf (
      /* Translators: %s is a folder. */
      _ ("The folder “%s” was moved or replaced during the run, which code of another document can "
         "do "
         "that uses a folder above. Check what is there now before you use it."),
      path);
}

/* --- After a process was killed ---------------------------------------------------------------- */

static char *
describe_late_blocked (const char *path)
{
  return g_strdup_printf (
      /* Translators: first %s is a path, second %s the text that was added to its name. */
      _ ("An earlier run did not end normally. “%s” was created since that run began, and can "
         "contain keys "
         "or "
         "start programs. It was renamed: “%s” was added to its name. If you created it, rename it "
         "back."),
      path, TROUPE_FOLDER_BLOCKED);
}

static char *
describe_late_left (const char *path)
{
  return g_strdup_printf (
      /* Translators: %s is a path. */
      _ ("An earlier run did not end normally. “%s” was created since that run began, and can "
         "contain keys "
         "or "
         "start programs. It could not be renamed. Delete it before you open the folder in another "
         "program."),
      path);
}

static char *
describe_late_outward (const char *path)
{
  return g_strdup_printf (
      /* Translators: first %s is a path, second %s the text that was added to a name. */
      _ ("An earlier run did not end normally. The link “%s” was created since that run began, and "
         "leads out "
         "of "
         "the folder or to files that can contain keys or start programs. It was renamed: “%s” was "
         "added to its name. If you created it, rename it back."),
      path, TROUPE_FOLDER_BLOCKED);
}

void
troupe_folder_findings_clear (TroupeFolderFindings *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->blocked, g_strfreev);
  g_clear_pointer (&self->left, g_strfreev);
  g_clear_pointer (&self->replaced, g_strfreev);
  g_clear_pointer (&self->returned, g_strfreev);
  g_clear_pointer (&self->linked, g_strfreev);
  g_clear_pointer (&self->kept, g_strfreev);
  g_clear_pointer (&self->outward, g_strfreev);
  g_clear_pointer (&self->unseen, g_strfreev);
  g_clear_pointer (&self->reason, g_free);
  g_clear_pointer (&self->moved, g_free);
}

/* (transfer full) */
static char *
show_path (const char *folder, const char *path)
{
  g_autofree char *whole = folder != NULL ? g_build_filename (folder, path, NULL) : g_strdup (path);
  g_autofree char *shown = g_filename_display_name (whole);

  /* Code chooses the name, which must not look like other lines of a terminal. */
  return troupe_text_to_line (shown);
}

void
troupe_folder_findings_describe (const TroupeFolderFindings *self,
                                 const char *folder,
                                 GPtrArray *messages)
{
  g_return_if_fail (self != NULL && messages != NULL);

  const struct
  {
    char **paths;
    Describe describe;
  } lists[] = { { self->returned, describe_returned },
                { self->linked, describe_linked },
                { self->blocked, self->is_late ? describe_late_blocked : describe_blocked },
                { self->outward, self->is_late ? describe_late_outward : describe_outward },
                { self->left, self->is_late ? describe_late_left : describe_left },
                { self->replaced, describe_replaced },
                { self->kept, describe_kept } };

  if (self->moved != NULL)
    {
      g_autofree char *shown = show_path (NULL, self->moved);

      g_ptr_array_add (messages, describe_moved (shown));
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint k = 0; lists[i].paths != NULL && lists[i].paths[k] != NULL; k++)
      {
        g_autofree char *shown = show_path (folder, lists[i].paths[k]);

        g_ptr_array_add (messages, lists[i].describe (shown));
      }
  for (guint i = 0; self->unseen != NULL && self->unseen[i] != NULL; i++)
    {
      g_autofree char *shown = show_path (folder, self->unseen[i]);

      g_ptr_array_add (messages, describe_unseen (shown, self->reason));
    }
}
