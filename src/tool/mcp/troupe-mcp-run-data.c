/* troupe-mcp-run-data.c: recognizes code of an MCP server that runs files whose names are those of data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-run-data"

#include "config.h"

#include <string.h>

#include "troupe-mcp-run-data.h"

/* Functions that run text; methods with these names, such as those of regular expressions, do not. */
static const char *const functions[] = { "compile", "dofile",   "eval",     "exec", "execfile",
                                         "load",    "loadfile", "Function", NULL };

/* Words that run files of any name. */
static const char *const running[] = { "runpy",
                                       "run_path",
                                       "spec_from_file_location",
                                       "SourceFileLoader",
                                       "import_module",
                                       "__import__",
                                       "pickle",
                                       "marshal",
                                       "joblib",
                                       "runInThisContext",
                                       "runInNewContext",
                                       "instance_eval",
                                       "InteractiveInterpreter",
                                       "runsource",
                                       "dill",
                                       "shelve",
                                       "os.system",
                                       "os.popen",
                                       "os.exec",
                                       NULL };

/* Words that load or start the file whose name follows, whatever its ending is. */
static const char *const loading[] = { "require",
                                       "createRequire",
                                       "import",
                                       "load",
                                       "autoload",
                                       "include",
                                       "include_once",
                                       "require_once",
                                       "require_relative",
                                       "source",
                                       "sourceCpp",
                                       "CDLL",
                                       "PyDLL",
                                       "WinDLL",
                                       "LoadLibrary",
                                       "cdll",
                                       "dlopen",
                                       "loadlib",
                                       "load_extension",
                                       "loadExtension",
                                       "add_dll_directory",
                                       "system",
                                       "popen",
                                       "exec",
                                       "execl",
                                       "execle",
                                       "execlp",
                                       "execv",
                                       "execve",
                                       "execvp",
                                       "execvpe",
                                       "spawn",
                                       "spawnl",
                                       "spawnv",
                                       "spawnvp",
                                       "spawnSync",
                                       "execSync",
                                       "execFile",
                                       "execFileSync",
                                       "fork",
                                       "posix_spawn",
                                       "Worker",
                                       "importScripts",
                                       "runInContext",
                                       "register",
                                       "eval",
                                       NULL };

/* Words that start a program, and those that say that it is an interpreter. */
static const char *const starting[] = { "execv",      "execl",  "posix_spawn",   "spawn", "Popen",
                                        "subprocess", "system", "child_process", NULL };
static const char *const interpreters[] = {
  "python", "sys.executable", "execPath",   "node",        "bash", "\"sh\"", "'sh'", "/bin/sh",
  "perl",   "ruby",           "shell=True", "shell: true", "deno", "bun",    NULL
};

/* Words that list a folder. */
static const char *const listing[] = { "listdir", "scandir", "iterdir", "os.walk", "readdir",
                                       "rglob",   "opendir", "Dir.",    NULL };

/* Endings of files that many programs list, and that do not look like text. */
static const char *const listed_data[] = {
  ".avi",  ".bmp",  ".csv",  ".db",     ".db-shm",  ".db-wal",  ".doc", ".docx",
  ".gif",  ".ico",  ".jpeg", ".jpg",    ".jsonl",   ".log",     ".mkv", ".mov",
  ".mp3",  ".mp4",  ".ods",  ".odt",    ".ogg",     ".parquet", ".pdf", ".pid",
  ".png",  ".ppt",  ".pptx", ".sqlite", ".sqlite3", ".tiff",    ".tsv", ".wav",
  ".webm", ".webp", ".woff", ".woff2",  ".xls",     ".xlsx",    NULL,
};

static gboolean
has_any (const char *text, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (text, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
runs_files (const char *text)
{
  for (guint i = 0; functions[i] != NULL; i++)
    {
      const char *name = functions[i];
      const gsize length = strlen (name);

      for (const char *at = strstr (text, name); at != NULL; at = strstr (at + 1, name))
        {
          const char *rest = at + length + strspn (at + length, " \t");
          const char before = at > text ? at[-1] : ' ';

          if (*rest == '(' && !g_ascii_isalnum (before) && strchr ("_.$", before) == NULL)
            return TRUE;
        }
    }
  return has_any (text, running) || (has_any (text, starting) && has_any (text, interpreters));
}

/* Those of them that are functions, or words of a language. Methods with these names read data: `json.load ()`. */
static const char *const plain_loading[] = { "load",   "register", "source", "include",
                                             "import", "eval",     "exec",   NULL };

/* Returns TRUE if one of the words in the line is a word of loading[]. */
static gboolean
loads (const char *line, gsize length)
{
  static const char *const letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const char *const begin = line;
  const char *const end = line + length;

  while (line < end)
    {
      const gsize size = MIN (strspn (line, letters), (gsize) (end - line));
      const gboolean is_method = line > begin && line[-1] == '.';
      g_autofree char *word = g_strndup (line, size);

      if (size > 0 && g_strv_contains (loading, word) &&
          (!is_method || !g_strv_contains (plain_loading, word)))
        return TRUE;
      line += size + 1;
    }
  return FALSE;
}

const char *
troupe_mcp_runs_find_line (const char *text, gsize *length)
{
  g_return_val_if_fail (text != NULL && length != NULL, NULL);

  for (; *text != '\0'; text += *length + (text[*length] != '\0' ? 1 : 0))
    {
      *length = strcspn (text, "\r\n;");
      /* A dot is the command of a shell that loads a file, such as `. ./t.log`. */
      if (loads (text, *length) || g_strstr_len (text, (gssize) *length, ". ./") != NULL)
        return text;
    }
  return NULL;
}

TroupeMcpRuns
troupe_mcp_runs_find (const char *text)
{
  g_return_val_if_fail (text != NULL, TROUPE_MCP_RUNS_NOTHING);

  if (!runs_files (text))
    return TROUPE_MCP_RUNS_NOTHING;
  /* What a pattern in the text finds is known. */
  return has_any (text, listing) || (strstr (text, "glob") != NULL && strchr (text, '*') == NULL)
             ? TROUPE_MCP_RUNS_LISTED
             : TROUPE_MCP_RUNS_NAMED;
}

gboolean
troupe_mcp_runs_may_be_listed (const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);
  const char *ending = strrchr (folded, '.');

  return ending == NULL || !g_strv_contains (listed_data, ending);
}
