/* troupe-folder-findings.c: what code of a document has left in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-findings"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

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

/* --- Repositories ------------------------------------------------------------------------------ */

static void
change_free (gpointer data)
{
  TroupeGitChange *change = data;

  g_free (change->repository);
  g_free (change->name);
  g_free (change->number);
  g_free (change->path);
  g_free (change);
}

void
troupe_folder_findings_add_change (TroupeFolderFindings *self, TroupeGitChange *change)
{
  g_return_if_fail (self != NULL && change != NULL);

  if (self->changes == NULL)
    self->changes = g_ptr_array_new_with_free_func (change_free);
  g_ptr_array_add (self->changes, change);
}

/* @repository, @name: for display */
static char *
describe_harmless (const TroupeGitChange *change, const char *repository, const char *name)
{
  return change->name != NULL
             ? g_strdup_printf (
                   /* Translators: %u is a number, first %s a branch, second %s a folder. */
                   ngettext ("During the run, %u commit was added to “%s” in the Git repository "
                             "“%s”.",
                             "During the run, %u commits were added to “%s” in the Git repository "
                             "“%s”.",
                             change->n),
                   change->n, name, repository)
             : g_strdup_printf (
                   /* Translators: %u is a number, %s a folder. */
                   ngettext ("During the run, %u file was staged in the Git repository “%s”.",
                             "During the run, %u files were staged in the Git repository “%s”.",
                             change->n),
                   change->n, repository);
}

/* Says what was committed. */
static char *
describe_commit (const TroupeGitChange *change, const char *repository, const char *name)
{
  g_autofree char *path = change->path != NULL ? troupe_text_to_line (change->path) : NULL;
  const char *number = change->number != NULL ? change->number : "?";

  return path != NULL
             ? g_strdup_printf (
                   /* Translators: the texts are a branch, a folder, the number of a commit and a path. */
                   _ ("During the run, “%s” in the Git repository “%s” was set to the commit %s. "
                      "It changes “%s”, which can contain keys, start programs or lead out of the "
                      "folder, and Git would write it with the next command."),
                   name, repository, number, path)
             : g_strdup_printf (
                   /* Translators: the texts are a branch, a folder and the number of a commit. */
                   _ ("During the run, “%s” in the Git repository “%s” was set to the commit %s, "
                      "which could not be examined."),
                   name, repository, number);
}

/* Says what was staged. */
static char *
describe_staged (const TroupeGitChange *change, const char *repository)
{
  g_autofree char *path = change->path != NULL ? troupe_text_to_line (change->path) : NULL;

  return path != NULL
             ? g_strdup_printf (
                   /* Translators: the first %s is a path, the second %s a folder. */
                   _ ("During the run, “%s” was staged in the Git repository “%s”. It can contain "
                      "keys, start programs or lead out of the folder, and Git would write it "
                      "with the next command."),
                   path, repository)
             : g_strdup_printf (
                   /* Translators: %s is a folder. */
                   _ ("During the run, the index of the Git repository “%s” was changed in a way "
                      "that could not be examined."),
                   repository);
}

static const char *
describe_state (const TroupeGitChange *change)
{
  if (change->state == TROUPE_GIT_CHANGE_UNDONE)
    return change->name != NULL
               ? _ ("It was set back to what it was before the run. The commit stays in the "
                    "repository under its number.")
               : _ ("The index was set back to what it was before the run. Your files were not "
                    "changed.");
  if (change->state == TROUPE_GIT_CHANGE_KEPT)
    return _ ("It was not set back, because it has been changed since the computer was started. "
              "Check it before you use Git in this folder.");
  return _ ("It could not be set back. Check it before you use Git in this folder.");
}

/* @folder: (nullable): is put in front of the path. (transfer full) */
static char *
describe_change (const TroupeGitChange *change, const char *folder)
{
  g_autofree char *whole = folder != NULL ? g_build_filename (folder, change->repository, NULL)
                                          : g_strdup (change->repository);
  g_autofree char *shown = g_filename_display_name (*whole != '\0' ? whole : ".");
  g_autofree char *repository = troupe_text_to_line (shown);
  const char *branch = change->name != NULL && g_str_has_prefix (change->name, "refs/heads/")
                           ? change->name + strlen ("refs/heads/")
                           : change->name;
  g_autofree char *name = branch != NULL ? troupe_text_to_line (branch) : NULL;
  g_autofree char *what = NULL;

  if (change->state == TROUPE_GIT_CHANGE_HARMLESS)
    return describe_harmless (change, repository, name);
  what = name != NULL ? describe_commit (change, repository, name)
                      : describe_staged (change, repository);
  return g_strdup_printf ("%s %s", what, describe_state (change));
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
  g_clear_pointer (&self->outward, g_strfreev);
  g_clear_pointer (&self->unseen, g_strfreev);
  g_clear_pointer (&self->reason, g_free);
  g_clear_pointer (&self->moved, g_free);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
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
                { self->replaced, describe_replaced } };

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
  for (guint i = 0; self->changes != NULL && i < self->changes->len; i++)
    {
      g_autofree char *text = describe_change (self->changes->pdata[i], folder);

      g_ptr_array_add (messages,
                       self->is_late
                           ? g_strdup_printf ("%s %s", _ ("An earlier run did not end normally."),
                                              text)
                           : g_steal_pointer (&text));
    }
  for (guint i = 0; self->unseen != NULL && self->unseen[i] != NULL; i++)
    {
      g_autofree char *shown = show_path (folder, self->unseen[i]);

      g_ptr_array_add (messages, describe_unseen (shown, self->reason));
    }
}
