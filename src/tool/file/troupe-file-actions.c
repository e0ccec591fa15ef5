/* troupe-file-actions.c: file operations of the file tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-file-actions"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-file-actions.h"
#include "troupe-folder-data.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-project.h"
#include "troupe-folder-results.h"
#include "troupe-folder.h"
#include "troupe-regexp.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"

/* Maximum nesting depth of folders. Deeper folders are skipped. */
#define MOST_DEPTH 64
/* Maximum length of a matching line in the output. */
#define MOST_OF_LINE 500

/* --- Arguments ------------------------------------------------------------------------------- */

static gint64
get_number (TroupeValue *arguments, const char *key, gint64 fallback)
{
  TroupeValue *value = troupe_value_map_lookup_string (arguments, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER)
             ? troupe_value_get_integer (value)
             : fallback;
}

/* Accepts the spellings of TRUE that models use. */
static gboolean
get_switch (TroupeValue *arguments, const char *key)
{
  static const char *const words[] = { "y", "yes", "t", "true", "on", "1", NULL };
  TroupeValue *value = troupe_value_map_lookup_string (arguments, key, -1);
  g_autofree char *word = NULL;

  if (value == NULL)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_value_get_boolean (value);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return FALSE;
  word = g_ascii_strdown (troupe_value_get_string (value, NULL), -1);
  return g_strv_contains (words, word);
}

/* Converts an absolute path inside @root to a path relative to @root. Returns other paths
 * unchanged. */
static const char *
make_relative (const char *root, const char *path)
{
  gsize length = strlen (root);

  if (!g_path_is_absolute (path) || !g_str_has_prefix (path, root))
    return path;
  if (path[length] == '\0')
    return ".";
  return path[length] == '/' ? path + length + 1 : path;
}

static void
set_failed (GError **error, GError *cause)
{
  g_set_error_literal (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED, cause->message);
  g_error_free (cause);
}

/* Same as troupe_folder_policy_check_read() and troupe_folder_policy_check_content(), with the error of a tool. */
static gboolean
check_read (TroupeFolderPolicy *policy,
            const char *path,
            const struct stat *status,
            GError **error)
{
  GError *cause = NULL;

  if (troupe_folder_policy_check_read (policy, path, status, &cause) &&
      troupe_folder_policy_check_content (policy, path, status, &cause))
    return TRUE;
  set_failed (error, cause);
  return FALSE;
}

/* Same as troupe_folder_policy_check_write(), with the error of a tool. */
static gboolean
check_write (TroupeFolderPolicy *policy,
             const char *path,
             const struct stat *status,
             GError **error)
{
  GError *cause = NULL;

  if (troupe_folder_policy_check_write (policy, path, status, &cause))
    return TRUE;
  set_failed (error, cause);
  return FALSE;
}

static void
set_missing (GError **error, const char *key)
{
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
               /* Translators: %s is the name of an argument. */
               _ ("The argument “%s” is missing: expected a string."), key);
}

/* --- Reading --------------------------------------------------------------------------------- */

/* Opens a regular file that the policy permits. @path: relative to @folder; @inner: relative to
 * the root; @size: (out): the size of the file in bytes when it was opened. Returns -1 with
 * @error set if the path is not a regular file. */
static int
open_file (TroupeFolderPolicy *policy,
           int folder,
           const char *path,
           const char *inner,
           gsize *size,
           GError **error)
{
  GError *cause = NULL;
  struct stat status;
  int descriptor = -1;

  if (!check_read (policy, inner, NULL, error))
    return -1;
  /* O_NONBLOCK prevents blocking if the path is a FIFO instead of a file. */
  descriptor =
      troupe_folder_open_beneath (folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, FALSE, &cause);
  if (descriptor < 0)
    {
      set_failed (error, cause);
      return -1;
    }
  if (fstat (descriptor, &status) != 0 || !S_ISREG (status.st_mode))
    {
      g_autofree char *shown = troupe_path_for_display (path);

      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                   S_ISDIR (status.st_mode) ? _ ("“%s” is a folder, not a file.")
                                            : _ ("“%s” is not a file."),
                   shown);
      close (descriptor);
      return -1;
    }
  if (!check_read (policy, inner, &status, error))
    {
      close (descriptor);
      return -1;
    }
  *size = (gsize) status.st_size;
  return descriptor;
}

/* Reads the complete file, but at most @limit + 1 bytes. The extra byte allows the caller to
 * detect larger files. (transfer full) (nullable) */
static GString *
read_all (int descriptor, gsize limit, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[65536];
  gssize n_bytes = 1;

  while (text->len <= limit && n_bytes > 0)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      n_bytes = read (descriptor, buffer, sizeof buffer);
      if (n_bytes < 0 && errno == EINTR)
        n_bytes = 1;
      else if (n_bytes < 0)
        {
          g_set_error_literal (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                               g_strerror (errno));
          return NULL;
        }
      else
        g_string_append_len (text, buffer, n_bytes);
    }
  return g_steal_pointer (&text);
}

/* @path, @inner: as for open_file() */
static GString *
read_text (TroupeFolderPolicy *policy,
           int folder,
           const char *path,
           const char *inner,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *shown = troupe_path_for_display (path);
  gsize size;
  int descriptor = open_file (policy, folder, path, inner, &size, error);

  if (descriptor < 0)
    return NULL;
  text = read_all (descriptor, TROUPE_FILE_LIMIT_READ, cancellable, error);
  close (descriptor);
  if (text == NULL)
    return NULL;
  if (text->len > TROUPE_FILE_LIMIT_READ)
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE,
                   /* Translators: %s is the name of a file; %u is a number of megabytes. */
                   _ ("“%s” is larger than %u MB."), shown, TROUPE_FILE_LIMIT_READ / (1024 * 1024));
      return NULL;
    }
  if (!g_utf8_validate (text->str, (gssize) text->len, NULL))
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                   _ ("“%s” is not a UTF-8 text file."), shown);
      return NULL;
    }
  return g_steal_pointer (&text);
}

/* Returns @count lines from line @first on, counted from 1, or all remaining lines if @count is
 * 0. Returns NULL if line @first does not exist. */
static char *
cut_lines (const char *text, gint64 first, gint64 count)
{
  const char *begin = text;
  const char *end;

  for (gint64 line = 1; line < first && begin != NULL; line++)
    {
      begin = strchr (begin, '\n');
      begin = begin != NULL ? begin + 1 : NULL;
    }
  if (begin == NULL || (first > 1 && *begin == '\0'))
    return NULL;
  if (count <= 0)
    return g_strdup (begin);
  end = begin;
  for (gint64 line = 0; line < count && end != NULL; line++)
    {
      end = strchr (end, '\n');
      end = end != NULL ? end + 1 : NULL;
    }
  return end != NULL ? g_strndup (begin, (gsize) (end - begin)) : g_strdup (begin);
}

char *
troupe_file_action_read (int folder,
                         const char *root,
                         gboolean may_change_programs,
                         TroupeValue *arguments,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (root);
  const char *path = troupe_value_get_member_text (arguments, "file_path");
  gint64 first = MAX (get_number (arguments, "start_line", 1), 1);
  g_autoptr (GString) text = NULL;
  char *lines;

  if (path == NULL)
    {
      set_missing (error, "file_path");
      return NULL;
    }
  path = make_relative (root, path);
  text = read_text (policy, folder, path, path, cancellable, error);
  if (text == NULL)
    return NULL;
  lines = cut_lines (text->str, first, get_number (arguments, "line_count", 0));
  if (lines == NULL)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, first);

      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                   /* Translators: %s is a line number. */
                   _ ("The file has fewer than %s lines."), number);
    }
  return lines;
}

/* --- Writing --------------------------------------------------------------------------------- */

/* Returns FALSE if the file is not in the folder for outputs, if the name is that of a program, a script or a setting, or if something is developed in the
 * folder. @folder: the open root; @path: relative to it */
static gboolean
check_data (int folder, const char *path, gboolean may_change_programs, GError **error)
{
  g_autofree char *shown = troupe_path_for_display (path);
  g_autofree char *name = g_path_get_basename (path);

  if (may_change_programs)
    return TRUE;
  if (!troupe_folder_data_is_output (path))
    g_set_error (
        error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REFUSED,
        /* Translators: %s is a path. The reader is a model or the user; the text in quotes at the end is the title of a switch. */
        _ ("“%s” was not written, because only files in the folder “output” may be written, such "
           "as output/report.md. Write there, or ask the user to turn on “Also Change Other "
           "Files” in “Permissions…”, or to use --allow programs."),
        shown);
  else if (!troupe_folder_data_is_path (path, FALSE))
    g_set_error (
        error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REFUSED,
        /* Translators: %s is a path. The reader is a model or the user; the text in quotes is the title of a switch. */
        _ ("“%s” was not written, because it could be a program, a script or a setting by its "
           "name. Only documents and data may be written, such as report.md, results.json and "
           "data.csv. Use another name, or ask the user to turn on “Also Change Other Files” in "
           "“Permissions…”, or to use --allow programs."),
        shown);
  else if (!troupe_folder_result_is_name (name))
    g_set_error (
        error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REFUSED,
        /* Translators: %s is a path. The reader is a model or the user; the text in quotes at the end is the title of a switch. */
        _ ("“%s” was not written, because tools look for settings in JSON files and for "
           "instructions in Markdown files with many names. Use a name that says that the file is "
           "a result, such as “city_results.json” or “report.md”, or ask the user to turn on “Also "
           "Change Other Files” in “Permissions…”, or to use --allow programs."),
        shown);
  else if (troupe_folder_project_restricts (folder, path))
    g_set_error (
        error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REFUSED,
        /* Translators: %s is a path. The reader is a model or the user; the text in quotes at the end is the title of a switch. */
        _ ("“%s” was not written, because something is developed in its folder, and tools may take "
           "settings or sources from texts and data there. Write a table, an image or a log "
           "instead, such as output/data.csv, or ask the user to turn on “Also Change Other Files” "
           "in “Permissions…”, or to use --allow programs."),
        shown);
  else
    return TRUE;
  return FALSE;
}

/* Same for the place to which links in the path lead. @place: the open folder of the file; @name: of the file */
static gboolean
check_data_at (int folder,
               int place,
               const char *name,
               gboolean may_change_programs,
               GError **error)
{
  g_autofree char *top = troupe_path_from_descriptor (folder);
  g_autofree char *above = troupe_path_from_descriptor (place);
  const char *rest = top != NULL && above != NULL ? troupe_path_get_below (above, top) : NULL;
  g_autofree char *path = g_build_filename (rest != NULL ? rest : "", name, NULL);

  return check_data (folder, path, may_change_programs, error);
}

char *
troupe_file_action_write (int folder,
                          const char *root,
                          gboolean may_change_programs,
                          TroupeValue *arguments,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (root);
  g_autofree char *path = NULL;
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  const char *content;
  GError *cause = NULL;
  char *text = NULL;
  struct stat status;
  gboolean is_there;
  gsize length;
  int descriptor;
  const char *target;
  const char *directory;

  /* Builds the path of the target file, relative to the root. */
  target = troupe_value_get_member_text (arguments, "filename");
  directory = troupe_value_get_member_text (arguments, "directory");
  if (target == NULL || *target == '\0' || g_str_has_suffix (target, "/"))
    set_missing (error, "filename");
  else if (troupe_value_get_member_text (arguments, "content") == NULL)
    set_missing (error, "content");
  else if (directory == NULL || *directory == '\0' || g_path_is_absolute (target))
    path = g_strdup (make_relative (root, target));
  else
    path = g_build_filename (make_relative (root, directory), target, NULL);
  /* Before a folder is created. */
  if (path == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!troupe_folder_policy_check_destination (policy, path, &cause))
    {
      set_failed (error, cause);
      return NULL;
    }
  if (!check_data (folder, path, may_change_programs, error))
    return NULL;
  parent = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  shown = troupe_path_for_display (path);
  content =
      troupe_value_get_string (troupe_value_map_lookup_string (arguments, "content", -1), &length);
  descriptor = troupe_folder_open_beneath (folder, parent, O_RDONLY | O_DIRECTORY, TRUE, &cause);
  if (descriptor < 0)
    {
      set_failed (error, cause);
      return NULL;
    }
  is_there = fstatat (descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
  if (is_there && !get_switch (arguments, "overwrite"))
    text = g_strdup_printf ("File %s already exists and overwrite option was not passed.", shown);
  else if (!check_data_at (folder, descriptor, name, may_change_programs, error) ||
           !check_write (policy, path, is_there ? &status : NULL, error))
    text = NULL;
  else if (!troupe_folder_save (descriptor, name, content, length, &cause))
    set_failed (error, cause);
  else
    text = g_strdup_printf ("Content successfully written to %s", shown);
  close (descriptor);
  return text;
}

/* --- Listing --------------------------------------------------------------------------------- */

/* Called for each file below a folder. Returns FALSE to end the walk. @path: relative to the
 * root */
typedef gboolean (*FileFunc) (int folder, const char *name, const char *path, gpointer user_data);

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Walks a folder recursively, sorted by name. Skips protected folders. Closes @descriptor. */
static gboolean
walk (TroupeFolderPolicy *policy,
      int descriptor,
      const char *path,
      guint depth,
      FileFunc func,
      gpointer user_data)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  DIR *stream = fdopendir (descriptor);
  const struct dirent *entry;
  gboolean goes_on = TRUE;

  if (stream == NULL)
    {
      close (descriptor);
      return TRUE;
    }
  while ((entry = readdir (stream)) != NULL && names->len < TROUPE_FILE_LIMIT_ENTRIES)
    if (!g_str_equal (entry->d_name, ".") && !g_str_equal (entry->d_name, ".."))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; goes_on && i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *inner =
          *path != '\0' ? g_strconcat (path, "/", name, NULL) : g_strdup (name);
      struct stat status;

      if (fstatat (dirfd (stream), name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISREG (status.st_mode))
        goes_on = func (dirfd (stream), name, inner, user_data);
      else if (S_ISDIR (status.st_mode) && depth < MOST_DEPTH &&
               check_read (policy, inner, NULL, NULL))
        {
          int next = openat (dirfd (stream), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

          goes_on = next < 0 || walk (policy, next, inner, depth + 1, func, user_data);
        }
    }
  closedir (stream);
  return goes_on;
}

/* Walks the folder of the argument `directory`, or the root folder if it is missing. */
static gboolean
walk_argument (TroupeFolderPolicy *policy,
               int folder,
               const char *root,
               TroupeValue *arguments,
               FileFunc func,
               gpointer user_data,
               GError **error)
{
  const char *directory = troupe_value_get_member_text (arguments, "directory");
  const char *path = directory != NULL ? make_relative (root, directory) : ".";
  g_autofree char *shown = NULL;
  GError *cause = NULL;
  int descriptor = -1;

  if (!check_read (policy, path, NULL, error))
    return FALSE;
  descriptor = troupe_folder_open_beneath (folder, path, O_RDONLY | O_DIRECTORY, FALSE, &cause);
  if (descriptor < 0)
    {
      set_failed (error, cause);
      return FALSE;
    }
  while (g_str_has_prefix (path, "./"))
    path += 2;
  shown = g_strdup (g_str_equal (path, ".") ? "" : path);
  while (g_str_has_suffix (shown, "/"))
    shown[strlen (shown) - 1] = '\0';
  walk (policy, descriptor, shown, 0, func, user_data);
  return TRUE;
}

/* @root: (nullable): prefix of the listed paths */
typedef struct
{
  TroupeFolderPolicy *policy;
  GString *text;
  const char *root;
  guint n_found;
  guint most;
  TroupeRegexp *pattern; /* (nullable) */
  gsize n_bytes;
  GCancellable *cancellable;
} Finding;

static gboolean
list_cb (int folder, const char *name, const char *path, gpointer user_data)
{
  Finding *finding = user_data;
  g_autofree char *shown = troupe_text_to_line (path);

  if (finding->n_found == finding->most || g_cancellable_is_cancelled (finding->cancellable))
    return FALSE;
  g_string_append_printf (finding->text, "%s%s/%s\n", finding->n_found > 0 ? "- " : "-",
                          finding->root, shown);
  finding->n_found++;
  return TRUE;
}

/* Returns the result, with a final line if it was truncated. (transfer full) (nullable) */
static char *
end_finding (Finding *finding, const char *nothing, GError **error)
{
  g_autoptr (GString) text = g_steal_pointer (&finding->text);

  g_assert (finding != NULL);

  if (g_cancellable_set_error_if_cancelled (finding->cancellable, error))
    return NULL;
  if (finding->n_found == 0)
    return g_strdup (nothing);
  if (finding->n_found == finding->most)
    g_string_append (text, "… There may be more. Choose a subfolder.\n");
  g_string_truncate (text, text->len - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
troupe_file_action_list (int folder,
                         const char *root,
                         gboolean may_change_programs,
                         TroupeValue *arguments,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (root);
  /* The output has CrewAI's format, because flows may parse it. For the same reason, it is
   * complete except for the content of protected folders. */
  Finding finding = { .text = g_string_new ("File paths: \n"),
                      .root = root,
                      .most = TROUPE_FILE_LIMIT_ENTRIES,
                      .cancellable = cancellable };

  if (!walk_argument (policy, folder, root, arguments, list_cb, &finding, error))
    {
      g_string_free (finding.text, TRUE);
      return NULL;
    }
  return end_finding (&finding, "File paths: \n-", error);
}

/* --- Searching ------------------------------------------------------------------------------- */

static gboolean
search_cb (int folder, const char *name, const char *path, gpointer user_data)
{
  Finding *finding = user_data;
  g_autoptr (GString) text = NULL;
  const char *lines;
  g_autofree char *shown = NULL;
  guint number = 1;

  if (finding->n_found == finding->most || finding->n_bytes > TROUPE_FILE_LIMIT_SEARCHED ||
      g_cancellable_is_cancelled (finding->cancellable))
    return FALSE;
  text = read_text (finding->policy, folder, name, path, finding->cancellable, NULL);
  /* Binary and protected files are skipped. */
  if (text == NULL)
    return TRUE;
  finding->n_bytes += text->len;
  lines = text->str;
  shown = troupe_text_to_line (path);
  for (const char *line = lines; *line != '\0' && finding->n_found < finding->most; number++)
    {
      gsize length = strcspn (line, "\n");

      if (troupe_regexp_search (finding->pattern, line, length))
        {
          g_autofree char *whole = g_strndup (line, length);
          g_autofree char *part = g_utf8_strlen (whole, -1) > MOST_OF_LINE
                                      ? g_utf8_substring (whole, 0, MOST_OF_LINE)
                                      : g_steal_pointer (&whole);

          g_string_append_printf (finding->text, "%s:%u: %s\n", shown, number, part);
          finding->n_found++;
        }
      line += length + (line[length] == '\n' ? 1 : 0);
    }
  return TRUE;
}

char *
troupe_file_action_search (int folder,
                           const char *root,
                           gboolean may_change_programs,
                           TroupeValue *arguments,
                           GCancellable *cancellable,
                           GError **error)
{
  const char *pattern = troupe_value_get_member_text (arguments, "pattern");
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (root);
  Finding finding = { .policy = policy,
                      .most = TROUPE_FILE_LIMIT_HITS,
                      .cancellable = cancellable };
  char *found = NULL;

  if (pattern == NULL)
    {
      set_missing (error, "pattern");
      return NULL;
    }
  finding.pattern = troupe_regexp_new (pattern, strlen (pattern));
  finding.text = g_string_new (NULL);
  if (troupe_regexp_get_problem (finding.pattern) != NULL)
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                 /* Translators: %s describes an error in a regular expression, in English. */
                 _ ("The pattern is not a valid regular expression: %s"),
                 troupe_regexp_get_problem (finding.pattern));
  else if (walk_argument (policy, folder, root, arguments, search_cb, &finding, error))
    found = end_finding (&finding, "No matches were found.", error);
  if (finding.text != NULL)
    g_string_free (finding.text, TRUE);
  troupe_regexp_free (finding.pattern);
  return found;
}
