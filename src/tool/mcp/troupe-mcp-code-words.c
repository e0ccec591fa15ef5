/* troupe-mcp-code-words.c: words of a server's command line that name code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-code-words"

#include "config.h"

#include <string.h>

#include "troupe-mcp-code-words.h"

/* Programs that run a file that they are given, without their versions and in lower case. */
static const char *const interpreters[] = {
  "ash",     "awk",     "babel-node", "bash",   "bb",     "bun",      "busybox", "clj",
  "clojure", "csh",     "dash",       "deno",   "dotnet", "elixir",   "emacs",   "erl",
  "escript", "expect",  "fish",       "gawk",   "gdb",    "gjs",      "gmake",   "groovy",
  "guile",   "ipython", "java",       "jjs",    "jq",     "julia",    "jupyter", "just",
  "kotlin",  "ksh",     "lua",        "luajit", "m",      "make",     "mawk",    "mksh",
  "node",    "nodejs",  "nodemon",    "nu",     "ocaml",  "octave",   "perl",    "php",
  "pwsh",    "pypy",    "python",     "qjs",    "r",      "racket",   "rscript", "ruby",
  "scala",   "sed",     "sh",         "sqlite", "swift",  "tclsh",    "ts-node", "tsx",
  "vim",     "wish",    "xonsh",      "zsh",    "ant",    "coverage", "ipdb",    "papermill",
  "pdb",     NULL
};

/* Modules of Python that run a file. */
static const char *const modules[] = {
  "ansible", "celery",      "code",     "compileall", "coverage",  "cprofile", "debugpy",
  "doctest", "fastmcp",     "flask",    "gunicorn",   "hypercorn", "idlelib",  "invoke",
  "ipdb",    "ipython",     "kernprof", "mcp",        "nox",       "pdb",      "pickle",
  "pip",     "pickletools", "profile",  "pytest",     "runpy",     "site",     "timeit",
  "tox",     "trace",       "unittest", "uvicorn",    "zipapp",    NULL
};

/* Endings of files that a program writes. Other files that a program is given, of which it is not known whether it runs
 * them, count as code. */
static const char *const written_endings[] = { ".csv",     ".db",  ".db-shm",  ".db-wal",
                                               ".jsonl",   ".log", ".parquet", ".sqlite",
                                               ".sqlite3", ".tsv", NULL };

/* What code on a command line calls to compute which file it runs, also in other languages than those of shells. */
static const char *const computing[] = { "open",    "exec", "eval", "compile",  "glob",   "listdir",
                                         "walk",    "chr",  "join", "format",   "decode", "base64",
                                         "import_", "read", "load", "require(", NULL };

/* Programs that start the program that follows their options, settings and numbers. */
static const char *const wrappers[] = {
  "chrt",     "chroot", "command",     "dbus-run-session", "doas",    "env",     "exec",
  "firejail", "flock",  "gosu",        "ionice",           "nice",    "nohup",   "parallel",
  "poetry",   "pipenv", "run",         "script",           "setarch", "setsid",  "stdbuf",
  "strace",   "sudo",   "systemd-run", "taskset",          "time",    "timeout", "unbuffer",
  "unshare",  "uv",     "xargs",       "xvfb-run",         NULL
};

/* Those of the interpreters that run other programs. */
static const char *const shells[] = { "ash",   "bash",  "busybox", "csh",  "dash", "expect", "fish",
                                      "gmake", "just",  "ksh",     "make", "mksh", "nu",     "pwsh",
                                      "sh",    "tclsh", "xonsh",   "zsh",  NULL };

/* Options of interpreters whose value is the next word. */
static const char *const valued[] = { "-C",
                                      "-I",
                                      "-M",
                                      "-O",
                                      "-W",
                                      "-X",
                                      "-cp",
                                      "-d",
                                      "-f",
                                      "-l",
                                      "-o",
                                      "-r",
                                      "-s",
                                      "-x",
                                      "+o",
                                      "-classpath",
                                      "--class-path",
                                      "--conditions",
                                      "--config",
                                      "--env-file",
                                      "--experimental-loader",
                                      "--file",
                                      "--import",
                                      "--import-map",
                                      "--init-file",
                                      "--loader",
                                      "--makefile",
                                      "--preload",
                                      "--project",
                                      "--rcfile",
                                      "--require",
                                      NULL };

/* Options whose value is code. */
static const char *const code_options[] = { "--command", "--eval", "--execute", "--print",
                                            "--exec",    "-exec",  NULL };

/* Variables with which interpreters, the linker and build tools load code. */
static const char *const variables[] = { "AWKPATH",
                                         "BUNDLE_GEMFILE",
                                         "CMAKE_TOOLCHAIN_FILE",
                                         "FLASK_APP",
                                         "JULIA_PROJECT",
                                         "LUA_CPATH",
                                         "LUA_PATH",
                                         "MIX_EXS",
                                         "NODE_PATH",
                                         "PERL5LIB",
                                         "PYTHONPATH",
                                         "RUBYLIB",
                                         "TS_NODE_PROJECT",
                                         "BASH_ENV",
                                         "BROWSER",
                                         "BUN_OPTIONS",
                                         "CLASSPATH",
                                         "CORECLR_PROFILER_PATH",
                                         "DOTNET_STARTUP_HOOKS",
                                         "EDITOR",
                                         "ELIXIR_ERL_OPTIONS",
                                         "EMACSLOADPATH",
                                         "ENV",
                                         "ERL_AFLAGS",
                                         "ERL_FLAGS",
                                         "ERL_ZFLAGS",
                                         "GCONV_PATH",
                                         "GNUMAKEFLAGS",
                                         "INPUTRC",
                                         "JAVA_OPTS",
                                         "JAVA_TOOL_OPTIONS",
                                         "JDK_JAVA_OPTIONS",
                                         "LD_AUDIT",
                                         "LD_PRELOAD",
                                         "MAKEFILES",
                                         "MAKEFLAGS",
                                         "NODE_OPTIONS",
                                         "NODE_REPL_EXTERNAL_MODULE",
                                         "OPENSSL_CONF",
                                         "PAGER",
                                         "PERL5DB",
                                         "PERL5OPT",
                                         "PHPRC",
                                         "PHP_INI_SCAN_DIR",
                                         "PROMPT_COMMAND",
                                         "PYTHONBREAKPOINT",
                                         "PYTHONSTARTUP",
                                         "RUBYOPT",
                                         "R_ENVIRON",
                                         "R_ENVIRON_USER",
                                         "R_PROFILE",
                                         "R_PROFILE_USER",
                                         "SHELL",
                                         "SSH_ASKPASS",
                                         "VIMINIT",
                                         "VISUAL",
                                         "ZDOTDIR",
                                         "_JAVA_OPTIONS",
                                         NULL };
static const char *const variable_starts[] = { "ANSIBLE_",    "GIT_",        "LUA_INIT",
                                               "NPM_CONFIG_", "PIP_",        "PYTEST_",
                                               "UV_",         "npm_config_", NULL };

/* Where the current word is. */
typedef enum
{
  AT_PROGRAM,     /* behind a program that is not known */
  AT_WRAPPER,     /* behind a program that starts another one */
  AT_INTERPRETER, /* behind an interpreter, before its script */
  AT_DATA,        /* behind a script */
} At;

typedef struct
{
  TroupeMcpCodeWords *words;
  const char *folder;
  At at;
  gboolean is_python;
  const char *before; /* the previous word */
} Reading;

static gboolean
is_file (const Reading *self, const char *word)
{
  g_autofree char *path = g_canonicalize_filename (word, self->folder);

  return *word != '\0' && g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* Returns where the word after the program @word is. */
static At
step_behind (Reading *self, const char *word)
{
  g_autofree char *program = NULL;
  g_autofree char *name = NULL;
  gsize length;

  g_assert (self != NULL);

  name = g_path_get_basename (word);
  program = g_ascii_strdown (name, -1);
  if (g_str_has_suffix (program, ".exe"))
    program[strlen (program) - strlen (".exe")] = '\0';
  length = strlen (program);
  while (length > 1 && strchr ("0123456789.-", program[length - 1]) != NULL)
    program[--length] = '\0';
  if (g_strv_contains (interpreters, program))
    {
      self->is_python = strstr (program, "python") != NULL || g_str_has_prefix (program, "pypy");
      self->words->is_shell = self->words->is_shell || g_strv_contains (shells, program);
      return AT_INTERPRETER;
    }
  return g_strv_contains (wrappers, program) ? AT_WRAPPER : AT_PROGRAM;
}

/* Returns where the word after the module @name of Python is. A module of the project is given data. */
static At
step_behind_module (const Reading *self, const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);
  g_auto (GStrv) parts = g_strsplit (folded, ".", 2);
  g_autofree char *script = g_strconcat (name, ".py", NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  if (g_strv_contains (modules, parts[0] != NULL ? parts[0] : ""))
    return AT_INTERPRETER;
  return is_file (self, script) || g_file_test (path, G_FILE_TEST_IS_DIR) ? AT_DATA : AT_PROGRAM;
}

/* Returns TRUE if code on a command line may compute the name of the file that it runs. */
static gboolean
computes_names (const Reading *self, const char *code)
{
  if (strpbrk (code, self->words->is_shell ? "*?[$`\\|" : "*?[$`\\|+%{") != NULL)
    return TRUE;
  for (guint i = 0; !self->words->is_shell && computing[i] != NULL; i++)
    if (strstr (code, computing[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
add (GPtrArray *words, const char *word)
{
  if (*word != '\0')
    g_ptr_array_add (words, g_strdup (word));
}

/* Returns TRUE for an option such as `-c`, `-lc` and `-pe`, behind which the code is. */
static gboolean
is_before_code (const char *option)
{
  const gsize length = strlen (option);

  if (option[1] == '-' || length > 5)
    return g_strv_contains (code_options, option);
  return length > 1 && strchr ("cepER", option[length - 1]) != NULL;
}

/* @word: an option of an interpreter */
static void
read_option (Reading *self, const char *word, const char *next)
{
  const gsize length = strlen (word);
  const char *value = strpbrk (word, "=:");

  g_assert (self != NULL);

  /* Adds the values that are part of an option: `--import=FILE`, `-rFILE`, `-javaagent:FILE`. */
  if (value != NULL)
    add (self->words->names, value + 1);
  if (word[0] == '-' && word[1] != '\0' && word[1] != '-')
    add (self->words->names, word + 2);
  add (self->words->texts, word);
  if (next != NULL && is_before_code (word))
    {
      add (self->words->texts, next);
      add (self->words->names, next);
      self->words->has_patterns = self->words->has_patterns || computes_names (self, next);
    }
  /* `python -m MODULE`, also as the last of several letters. */
  if (!self->is_python || word[1] == '-')
    return;
  if (word[1] == 'm' && length > 2)
    self->at = step_behind_module (self, word + 2);
  else if (next != NULL && word[length - 1] == 'm')
    self->at = step_behind_module (self, next);
}

static void
read_word (Reading *self, const char *word, const char *next)
{
  At at;

  g_assert (self != NULL);

  /* `find … -exec PROGRAM {} ;` */
  self->words->has_patterns = self->words->has_patterns || strstr (word, "{}") != NULL;
  /* A word with spaces is code, or the command line of another program. */
  if (strpbrk (word, " \t\n") != NULL)
    add (self->words->texts, word);
  if (self->at == AT_INTERPRETER)
    {
      if (*word == '-' && word[1] != '\0')
        read_option (self, word, next);
      else
        {
          add (self->words->names, word);
          add (self->words->texts, word);
          if (self->before == NULL || *self->before != '-' ||
              (!g_strv_contains (valued, self->before) && !is_before_code (self->before)))
            {
              if (is_file (self, word))
                self->at = AT_DATA;
            }
        }
    }
  else if (self->at == AT_WRAPPER)
    {
      /* Passes over the options, settings and numbers of a program that starts another one. */
      if (*word != '-' && strchr (word, '=') == NULL && !g_ascii_isdigit (*word))
        {
          add (self->words->names, word);
          self->at = step_behind (self, word);
        }
    }
  else if (self->at == AT_PROGRAM)
    {
      const char *ending;
      const char *value;

      at = step_behind (self, word);
      self->at = at == AT_INTERPRETER ? at : AT_PROGRAM;
      /* Reads a word that a program is given of which it is not known whether it runs files. */
      ending = strrchr (word, '.');
      value = strchr (word, '=');
      if (ending == NULL || !g_strv_contains (written_endings, ending))
        {
          add (self->words->names, word);
          if (*word == '-' && value != NULL)
            add (self->words->names, value + 1);
        }
    }
  self->before = word;
}

static gboolean
loads_code (const char *variable)
{
  for (guint i = 0; variable_starts[i] != NULL; i++)
    if (g_str_has_prefix (variable, variable_starts[i]))
      return TRUE;
  return g_strv_contains (variables, variable);
}

void
troupe_mcp_code_words_init (TroupeMcpCodeWords *self,
                            const TroupeMcpConfig *config,
                            const char *folder)
{
  Reading reading = { .words = self, .folder = folder };

  g_return_if_fail (self != NULL && config != NULL && folder != NULL);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  reading.at = step_behind (&reading, config->command);
  for (guint i = 0; config->arguments[i] != NULL; i++)
    read_word (&reading, config->arguments[i], config->arguments[i + 1]);
  for (guint i = 0; self->is_shell && config->arguments[i] != NULL; i++)
    add (self->names, config->arguments[i]);
  for (guint i = 0; config->environment[i] != NULL && config->environment[i + 1] != NULL; i += 2)
    if (self->is_shell || loads_code (config->environment[i]))
      {
        g_auto (GStrv) parts = g_strsplit_set (config->environment[i + 1], ":;", -1);

        for (guint k = 0; parts[k] != NULL; k++)
          add (self->names, parts[k]);
        add (self->names, config->environment[i + 1]);
        add (self->texts, config->environment[i + 1]);
      }
}

void
troupe_mcp_code_words_clear (TroupeMcpCodeWords *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
}
