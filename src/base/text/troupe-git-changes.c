/* troupe-git-changes.c: what was committed and staged while code ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-git-changes"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-git-changes.h"
#include "troupe-git-command.h"
#include "troupe-git-state.h"

/* Maximum number of commits that are examined. */
#define MOST_COMMITS 10000u
/* How many references may lead to each other. */
#define MOST_STEPS 8u

/* One repository, work tree or submodule. @git: the path of its data; @top: (nullable): of its work tree; @descriptor: of
 * its data; @before, @now: its files; @old_refs, @new_refs: its references; @excluded: lines that exclude all commits
 * that existed; @committed: (element-type utf8): paths that new commits of `HEAD` change */
typedef struct
{
  TroupeFolderBaseline *base;
  TroupeFolderFindings *findings;
  const char *git;
  char *top;
  int descriptor;
  GHashTable *before;
  GHashTable *now;
  GHashTable *old_refs;
  GHashTable *new_refs;
  const GString *excluded;
  GHashTable *committed;
} Repository;

/* What a reference has received. @is_bad: whether it must not stay; @path: (nullable): the reason, %NULL if it could not be
 * examined */
typedef struct
{
  guint n_commits;
  char *number;
  gboolean is_bad;
  char *path;
} Verdict;

static void
verdict_clear (Verdict *verdict)
{
  g_clear_pointer (&verdict->number, g_free);
  g_clear_pointer (&verdict->path, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verdict, verdict_clear)

/* --- Names ------------------------------------------------------------------------------------ */

/* Returns TRUE if code could not have left a file with this name in the folder. @path: in the work tree */
static gboolean
is_bad_path (Repository *self, const char *path)
{
  TroupeFolderTrail trail = self->base->trail;
  g_autofree char *whole = self->top != NULL && *self->top != '\0'
                               ? g_strconcat (self->top, "/", path, NULL)
                               : g_strdup (path);
  g_auto (GStrv) names = g_strsplit (whole, "/", -1);
  gboolean in_package = FALSE;

  for (char *end = whole + strlen (whole); end != NULL; end = strrchr (whole, '/'))
    {
      *end = '\0';
      if (self->top != NULL && g_hash_table_contains (self->base->hooks, whole))
        return TRUE;
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = troupe_folder_name_fold (names[i]);
      const gboolean is_package = troupe_folder_name_is_package (&trail, name);
      const gboolean is_bad =
          troupe_folder_name_is_fixed (&trail, name) || troupe_folder_name_is_repository (name) ||
          (troupe_folder_name_is_unknown (&trail, name) && !troupe_folder_name_is_cache (name)) ||
          g_str_equal (name, "pyvenv.cfg");

      if ((troupe_folder_name_is_protected (&trail, name) || is_bad) &&
          !troupe_folder_name_is_blocked (name) &&
          (!in_package || !troupe_folder_name_is_of_package (name)))
        return TRUE;
      in_package = in_package || is_package;
    }
  return FALSE;
}

/* A link would lead writing programs elsewhere, see troupe-folder-link.h. */
static gboolean
is_link_mode (const char *mode)
{
  return g_str_has_prefix (mode, "120");
}

/* --- Commits ---------------------------------------------------------------------------------- */

/* Reads `:MODE… NUMBER… STATE`, of which a merge has several, and paths, each ended by NUL. Returns FALSE if one of them is
 * bad. @paths: (nullable): receives the paths */
static gboolean
check_raw (Repository *self, GBytes *output, Verdict *verdict, GHashTable *paths)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (output, &length);
  const char *end = data + length;
  gboolean has_link = FALSE;

  for (const char *text = data; text < end; text += strlen (text) + 1)
    {
      if (*text == ':')
        {
          const gsize n_parents = strspn (text, ":");
          g_auto (GStrv) words = g_strsplit (text + n_parents, " ", (int) n_parents + 2);

          has_link = g_strv_length (words) > n_parents && is_link_mode (words[n_parents]);
          continue;
        }
      if (*text == '\0')
        continue;
      if (paths != NULL)
        g_hash_table_add (paths, g_strdup (text));
      if (has_link || is_bad_path (self, text))
        {
          verdict->is_bad = TRUE;
          verdict->path = g_strdup (text);
          return FALSE;
        }
    }
  return TRUE;
}

/* Returns FALSE if Git failed, or if a path is bad. */
static gboolean
check_diff (Repository *self,
            const char *const *words,
            GBytes *input,
            Verdict *verdict,
            GHashTable *paths)
{
  g_autoptr (GBytes) output = troupe_git_command_run (self->descriptor, NULL, words, input);

  if (output != NULL)
    return check_raw (self, output, verdict, paths);
  verdict->is_bad = TRUE;
  return FALSE;
}

/* Examines the commits that did not exist before, and the difference between both commits. @old: (nullable) */
static void
check_commits (Repository *self,
               const char *old,
               const char *number,
               Verdict *verdict,
               GHashTable *paths)
{
  static const char *const list_words[] = { "rev-list", "--ignore-missing", "--max-count=10001",
                                            "--stdin", NULL };
  static const char *const each_words[] = { "diff-tree",      "--stdin", "-r", "-c",
                                            "--root",         "--raw",   "-z", "--no-renames",
                                            "--no-commit-id", NULL };
  const char *const both_words[] = { "diff-tree",    "-r", "--raw", "-z",
                                     "--no-renames", old,  number,  NULL };
  g_autofree char *peeled = g_strconcat (number, "^{commit}", NULL);
  const char *const peel_words[] = { "rev-parse", "--verify", "--quiet", peeled, NULL };
  g_autoptr (GBytes) commit = troupe_git_command_run (self->descriptor, NULL, peel_words, NULL);
  g_autofree char *wanted = g_strconcat (number, "\n", self->excluded->str, NULL);
  g_autoptr (GBytes) input = g_bytes_new (wanted, strlen (wanted));
  g_autoptr (GBytes) list = NULL;
  gsize length = 0;
  const char *data = NULL;

  if (commit != NULL)
    list = troupe_git_command_run (self->descriptor, NULL, list_words, input);
  if (list == NULL)
    {
      verdict->is_bad = TRUE;
      return;
    }
  data = g_bytes_get_data (list, &length);
  for (gsize i = 0; i < length; i++)
    verdict->n_commits += data[i] == '\n';
  if (verdict->n_commits > MOST_COMMITS)
    verdict->is_bad = TRUE;
  else if (verdict->n_commits == 0 || check_diff (self, each_words, list, verdict, paths))
    {
      if (old != NULL)
        check_diff (self, both_words, NULL, verdict, paths);
    }
}

/* Follows references to the number of an object. (transfer full) (nullable): %NULL if there is none yet */
static char *
resolve (GHashTable *refs, const char *text)
{
  for (guint i = 0; text != NULL && i < MOST_STEPS; i++)
    {
      gsize length = 0;

      if (troupe_git_state_is_number (text, &length))
        return g_strndup (text, length);
      if (!g_str_has_prefix (text, "ref:"))
        return NULL;
      text += strlen ("ref:");
      text += strspn (text, " \t");
      text = g_hash_table_lookup (refs, text);
    }
  return NULL;
}

/* Examines each object that the lines of a file such as `FETCH_HEAD` name. */
static void
check_lines (Repository *self, const char *text, Verdict *verdict)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && !verdict->is_bad; i++)
    {
      gsize length = 0;
      g_autofree char *number =
          troupe_git_state_is_number (lines[i], &length) ? g_strndup (lines[i], length) : NULL;

      if (number != NULL)
        check_commits (self, NULL, number, verdict, NULL);
      if (number != NULL && verdict->number == NULL)
        verdict->number = g_steal_pointer (&number);
    }
}

static void
check_ref (Repository *self, const char *name, Verdict *verdict)
{
  const char *text = g_hash_table_lookup (self->new_refs, name);
  const char *old_text = g_hash_table_lookup (self->old_refs, name);
  g_autofree char *old = resolve (self->old_refs, old_text);

  /* What is checked out in place of another object, and a link in place of a file, cannot be judged. */
  if (g_str_has_prefix (name, "refs/replace/") || *text == '\0')
    {
      verdict->is_bad = TRUE;
      return;
    }
  if (strchr (name, '/') == NULL && !g_str_equal (name, "HEAD"))
    {
      check_lines (self, text, verdict);
      return;
    }
  verdict->number = resolve (self->new_refs, text);
  if (verdict->number != NULL && g_strcmp0 (old, verdict->number) != 0)
    check_commits (self, old, verdict->number, verdict,
                   g_str_equal (name, "HEAD") ? self->committed : NULL);
}

/* --- What is staged ---------------------------------------------------------------------------- */

/* Returns the entries of an index: `MODE NUMBER STAGE` by path, or %NULL. @content: (nullable). (transfer full) */
static GHashTable *
read_index (Repository *self, GBytes *content)
{
  static const char *const words[] = { "ls-files", "--stage", "-z", NULL };
  g_autoptr (GHashTable) entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GBytes) output = NULL;
  const char *end = NULL;
  gsize length = 0;

  if (content == NULL)
    return g_steal_pointer (&entries);
  output = troupe_git_command_run (self->descriptor, content, words, NULL);
  if (output == NULL)
    return NULL;
  end = g_bytes_get_data (output, &length);
  end += length;
  for (const char *text = end - length; text < end; text += strlen (text) + 1)
    {
      const char *tab = strchr (text, '\t');

      if (tab != NULL)
        g_hash_table_replace (entries, g_strdup (tab + 1), g_strndup (text, (gsize) (tab - text)));
    }
  return g_steal_pointer (&entries);
}

/* Counts the entries of @entries that @others has not, and notes a bad one. */
static void
compare_entries (Repository *self,
                 GHashTable *entries,
                 GHashTable *others,
                 gboolean is_new,
                 GHashTable *changed,
                 Verdict *verdict)
{
  GHashTableIter iter;
  gpointer path;
  gpointer entry;

  g_hash_table_iter_init (&iter, entries);
  while (g_hash_table_iter_next (&iter, &path, &entry))
    {
      if (g_strcmp0 (g_hash_table_lookup (others, path), entry) == 0)
        continue;
      if (!g_hash_table_contains (self->committed, path))
        g_hash_table_add (changed, path);
      if (!verdict->is_bad && ((is_new && is_link_mode (entry)) || is_bad_path (self, path)))
        {
          verdict->is_bad = TRUE;
          verdict->path = g_strdup (path);
        }
    }
}

static void
check_index (Repository *self, Verdict *verdict)
{
  GBytes *content = g_hash_table_lookup (self->now, "index");
  GBytes *old_content = g_hash_table_lookup (self->before, "index");
  g_autoptr (GHashTable) old = NULL;
  g_autoptr (GHashTable) entries = NULL;
  g_autoptr (GHashTable) changed = g_hash_table_new (g_str_hash, g_str_equal);

  /* Without an index nothing is staged: Git takes everything for removed. */
  if (content == NULL || (old_content != NULL && g_bytes_equal (content, old_content)))
    return;
  old = read_index (self, old_content);
  entries = read_index (self, content);
  if (old == NULL || entries == NULL)
    {
      verdict->is_bad = TRUE;
      return;
    }
  compare_entries (self, entries, old, TRUE, changed, verdict);
  compare_entries (self, old, entries, FALSE, changed, verdict);
  verdict->n_commits = g_hash_table_size (changed);
}

/* --- Restoring -------------------------------------------------------------------------------- */

/* Returns TRUE if the file was written after all code had ended, by the user. Its last change is not that of code, but
 * may be based on one. */
static gboolean
is_later (Repository *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->git, name, NULL);

  return self->base->limit_ns > 0 &&
         troupe_folder_record_read_birth (self->base->place, path) > self->base->limit_ns;
}

/* Restores the index with the shared one to which it refers. */
static gboolean
restore_index (Repository *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer content;
  gboolean is_done = TRUE;

  g_hash_table_iter_init (&iter, self->before);
  while (g_hash_table_iter_next (&iter, &name, &content))
    if (g_str_has_prefix (name, "sharedindex."))
      is_done = troupe_git_state_put (self->base, self->git, name, content) && is_done;
  return troupe_git_state_put (self->base, self->git, "index",
                               g_hash_table_lookup (self->before, "index")) &&
         is_done;
}

/* --- Reporting -------------------------------------------------------------------------------- */

static void
add_change (Repository *self, const char *name, const Verdict *verdict, TroupeGitChangeState state)
{
  TroupeGitChange *change = g_new0 (TroupeGitChange, 1);

  change->repository = g_strdup (self->top != NULL ? self->top : self->git);
  change->name = g_strdup (name);
  change->number = g_strdup (verdict->number);
  change->path = g_strdup (verdict->path);
  change->n = verdict->n_commits;
  change->state = state;
  troupe_folder_findings_add_change (self->findings, change);
}

/* Returns what becomes of something bad. */
static TroupeGitChangeState
undo (Repository *self, const char *name)
{
  const char *file = name != NULL ? name : "index";

  if (is_later (self, g_hash_table_contains (self->now, file) ? file : "packed-refs"))
    return TROUPE_GIT_CHANGE_KEPT;
  return (name != NULL
              ? troupe_git_state_put_ref (self->base, self->git, name,
                                          g_hash_table_lookup (self->old_refs, name), self->now)
              : restore_index (self))
             ? TROUPE_GIT_CHANGE_UNDONE
             : TROUPE_GIT_CHANGE_LEFT;
}

/* Returns TRUE for what the user works on: branches, and `HEAD` if it is none of them. Others, such as those of
 * remotes, change with every command. */
static gboolean
is_reported (Repository *self, const char *name)
{
  const char *head = g_hash_table_lookup (self->new_refs, "HEAD");

  return g_str_has_prefix (name, "refs/heads/") ||
         (g_str_equal (name, "HEAD") && head != NULL && !g_str_has_prefix (head, "ref:"));
}

/* Returns TRUE for a link that was there before, which is no reference of code. */
static gboolean
was_link (Repository *self, const char *name)
{
  g_autofree char *path =
      *self->git != '\0' ? g_strconcat (self->git, "/", name, NULL) : g_strdup (name);
  const TroupeFolderRecord *record = g_hash_table_lookup (self->base->known, path);

  return record != NULL && S_ISLNK (record->type);
}

static void
compare_refs (Repository *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer text;

  g_hash_table_iter_init (&iter, self->new_refs);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      g_auto (Verdict) verdict = { 0 };

      if (g_strcmp0 (g_hash_table_lookup (self->old_refs, name), text) == 0 ||
          was_link (self, name))
        continue;
      check_ref (self, name, &verdict);
      if (verdict.is_bad)
        add_change (self, name, &verdict, undo (self, name));
      else if (verdict.n_commits > 0 && is_reported (self, name))
        add_change (self, name, &verdict, TROUPE_GIT_CHANGE_HARMLESS);
    }
}

/* `HEAD` may name a branch as before that has received commits. */
static void
note_committed (Repository *self)
{
  g_autofree char *old = resolve (self->old_refs, g_hash_table_lookup (self->old_refs, "HEAD"));
  g_autofree char *number = resolve (self->new_refs, g_hash_table_lookup (self->new_refs, "HEAD"));
  g_auto (Verdict) verdict = { 0 };

  if (number != NULL && g_strcmp0 (old, number) != 0)
    check_commits (self, old, number, &verdict, self->committed);
}

/* The references of the format `reftable` cannot be examined, so that all of them are restored. */
static void
compare_tables (Repository *self)
{
  GBytes *old = g_hash_table_lookup (self->before, "reftable/tables.list");
  GBytes *content = g_hash_table_lookup (self->now, "reftable/tables.list");
  g_auto (Verdict) verdict = { .is_bad = TRUE };
  gboolean is_done = TRUE;
  GHashTableIter iter;
  gpointer name;
  gpointer data;

  if (old == NULL || content == NULL || g_bytes_equal (old, content))
    return;
  g_hash_table_iter_init (&iter, self->before);
  while (g_hash_table_iter_next (&iter, &name, &data))
    if (g_str_has_prefix (name, "reftable/"))
      is_done = troupe_git_state_put (self->base, self->git, name, data) && is_done;
  add_change (self, "reftable", &verdict,
              is_done ? TROUPE_GIT_CHANGE_UNDONE : TROUPE_GIT_CHANGE_LEFT);
}

static void
compare_index (Repository *self)
{
  g_auto (Verdict) verdict = { 0 };

  check_index (self, &verdict);
  if (verdict.is_bad)
    add_change (self, NULL, &verdict, undo (self, NULL));
  else if (verdict.n_commits > 0)
    add_change (self, NULL, &verdict, TROUPE_GIT_CHANGE_HARMLESS);
}

/* --- One repository ---------------------------------------------------------------------------- */

/* Returns the path of the work tree, relative to the folder. (transfer full) (nullable): %NULL for a bare repository, and a
 * submodule */
static char *
find_top (TroupeFolderBaseline *base, const char *git)
{
  g_autofree char *file = g_build_filename (base->folder, git, "gitdir", NULL);
  g_autofree char *text = NULL;
  const char *rest = NULL;
  char *end = NULL;

  if (g_str_equal (git, ".git"))
    return g_strdup ("");
  if (g_str_has_suffix (git, "/.git"))
    return g_strndup (git, strlen (git) - strlen ("/.git"));
  /* Of a further work tree. */
  text = troupe_file_read (file, 4096, NULL, NULL, NULL);
  end = text != NULL ? strstr (g_strchomp (text), "/.git") : NULL;
  if (end == NULL || end[strlen ("/.git")] != '\0')
    return NULL;
  *end = '\0';
  rest = troupe_path_get_below (text, base->folder);
  return rest != NULL ? g_strdup (rest) : NULL;
}

static gboolean
is_same_files (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer name;
  gpointer content;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &name, &content))
    {
      GBytes *other = g_hash_table_lookup (b, name);

      if (other == NULL || !g_bytes_equal (content, other))
        return FALSE;
    }
  return TRUE;
}

static void
compare (Repository *self)
{
  const int place = troupe_folder_open_exact (self->base->place, self->git);

  if (place < 0)
    return;
  self->descriptor = openat (place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  close (place);
  if (self->descriptor < 0)
    return;
  self->old_refs = troupe_git_state_list_refs (self->before);
  self->new_refs = troupe_git_state_list_refs (self->now);
  self->committed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->top = find_top (self->base, self->git);
  note_committed (self);
  compare_refs (self);
  compare_tables (self);
  compare_index (self);
  close (self->descriptor);
  g_free (self->top);
  g_hash_table_unref (self->old_refs);
  g_hash_table_unref (self->new_refs);
  g_hash_table_unref (self->committed);
}

/* Returns lines that exclude all commits that existed before in any of the repositories: work trees share them. (transfer
 * full) */
static GString *
list_excluded (TroupeFolderBaseline *base, GPtrArray *gits)
{
  GString *lines = g_string_new (NULL);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < gits->len; i++)
    {
      g_autoptr (GHashTable) files = troupe_git_state_get (base, gits->pdata[i]);
      g_autoptr (GHashTable) refs = troupe_git_state_list_refs (files);
      GHashTableIter iter;
      gpointer text;

      g_hash_table_iter_init (&iter, refs);
      while (g_hash_table_iter_next (&iter, NULL, &text))
        {
          gsize length = 0;
          char *number =
              troupe_git_state_is_number (text, &length) ? g_strndup (text, length) : NULL;

          if (number != NULL && g_hash_table_add (numbers, number))
            g_string_append_printf (lines, "^%s\n", number);
        }
    }
  return lines;
}

void
troupe_git_changes_take (TroupeFolderBaseline *base, TroupeFolderFindings *findings)
{
  g_autoptr (GPtrArray) gits = NULL;
  GString *excluded = NULL;

  g_return_if_fail (base != NULL && findings != NULL);

  gits = troupe_git_state_list (base);
  for (guint i = 0; i < gits->len; i++)
    {
      const char *git = gits->pdata[i];
      g_autoptr (GHashTable) before = troupe_git_state_get (base, git);
      g_autoptr (GHashTable) now = troupe_git_state_read (base, git);
      Repository self = {
        .base = base, .findings = findings, .git = git, .before = before, .now = now
      };

      if (is_same_files (before, now))
        continue;
      if (excluded == NULL)
        excluded = list_excluded (base, gits);
      self.excluded = excluded;
      compare (&self);
    }
  if (excluded != NULL)
    g_string_free (excluded, TRUE);
}
