/* troupe-folder-data.c: names of documents and data, which no program executes, loads or takes settings from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-data"

#include "config.h"

#include <string.h>

#include "troupe-folder-data.h"
#include "troupe-folder-name.h"
#include "troupe-folder-results.h"

/* The tables are in lower case and sorted. Whatever is in none of them is not allowed. */

/* Endings of documents and data. Those are missing whose files can contain code that is executed when a program loads them, such as pickles, HDF5
 * (Keras, pandas), office documents with macros, LaTeX (LuaTeX writes any file), reStructuredText (Sphinx executes directives) and PostScript, and
 * those whose content builds apply or install, such as patches and packages. */
static const char *const data_endings[] = {
  "7z",          "adoc",    "arrow",   "asciidoc", "avif",    "avro",  "bak",     "bib",    "bin",
  "bmp",         "bz2",     "csv",     "dat",      "data",    "db",    "db3",     "docx",   "dot",
  "drawio",      "eml",     "epub",    "faiss",    "feather", "flac",  "geojson", "gif",    "gpx",
  "graphml",     "gguf",    "gz",      "heic",     "htm",     "html",  "ico",     "ics",    "idx",
  "jpeg",        "jpg",     "json",    "jsonl",    "kml",     "lance", "log",     "m4a",    "m4v",
  "markdown",    "md",      "mkv",     "mmd",      "mov",     "mp3",   "mp4",     "ndjson", "npy",
  "npz",         "odg",     "odp",     "ods",      "odt",     "oga",   "ogg",     "onnx",   "opus",
  "orc",         "parquet", "part",    "pdf",      "png",     "pptx",  "psv",     "puml",   "rtf",
  "safetensors", "sqlite",  "sqlite3", "srt",      "svg",     "tar",   "text",    "tif",    "tiff",
  "tmp",         "tsv",     "txn",     "txt",      "vcf",     "vtt",   "wav",     "webm",   "webp",
  "xhtml",       "xlsx",    "xz",      "zip",      "zst",     NULL
};

/* Endings of compressed files, sorted. The ending in front of them says what is compressed. */
static const char *const compressed_endings[] = { "bz2", "gz", "xz", "zst", NULL };

/* Endings of earlier and unfinished versions of a file, whose name is in front of them: some servers and editors judge `x.php.bak` and `x.el.bak` by it. */
static const char *const version_endings[] = { "bak", "part", "tmp", NULL };

/* Endings of databases, behind which SQLite puts these. */
static const char *const database_endings[] = { "db", "db3", "sqlite", "sqlite3", NULL };
/* Of a transaction in several databases: hexadecimal digits follow. */
#define DATABASE_TRANSACTION "-mj"
static const char *const database_parts[] = { "-journal", "-wal", "-shm", NULL };

/* Endings of folders with data. */
static const char *const folder_endings[] = { "bak",     "db",  "delta", "lance",
                                              "parquet", "tmp", "zarr",  NULL };

/* Names without an ending. */
static const char *const plain_names[] = { "authors", "changelog", "copying", "license",
                                           "notice",  "readme",    "todo",    NULL };

/* Endings of files from which programs take settings or lists of packages if their names say so. */
static const char *const setting_endings[] = { "bin", "csv",  "dat", "data", "json",
                                               "psv", "text", "tsv", "txt",  NULL };

/* Words of such names. They may be anywhere in the name. */
static const char *const setting_words[] = { "cmake",
                                             "cmakelists",
                                             "compose",
                                             "composer",
                                             "conan",
                                             "conanfile",
                                             "config",
                                             "configs",
                                             "configuration",
                                             "configurations",
                                             "constraint",
                                             "constraints",
                                             "crontab",
                                             "dependencies",
                                             "dependency",
                                             "deps",
                                             "devcontainer",
                                             "devcontainers",
                                             "entrypoints",
                                             "hook",
                                             "hooks",
                                             "importmap",
                                             "lerna",
                                             "lock",
                                             "lockfile",
                                             "manifest",
                                             "manifests",
                                             "mcp",
                                             "meson",
                                             "netlify",
                                             "nodemon",
                                             "package",
                                             "packages",
                                             "plugin",
                                             "plugins",
                                             "preference",
                                             "preferences",
                                             "preset",
                                             "presets",
                                             "project",
                                             "rc",
                                             "renovate",
                                             "requirement",
                                             "requirements",
                                             "serverless",
                                             "setting",
                                             "settings",
                                             "shrinkwrap",
                                             "tfvars",
                                             "vcpkg",
                                             "workspace",
                                             "workspaces",
                                             NULL };

/* Ends of such words: `tsconfig`, `appsettings`, `eslintrc`; and words that have such an end by chance. */
static const char *const setting_word_ends[] = { "config",   "manifest",  "rc", "requirements",
                                                 "settings", "workspace", NULL };
static const char *const other_words[] = { "arc", "crc", "marc", "orc", "src", NULL };

/* Parts of such names between dots, without `-` and `_`: words that are usual in names of reports as well, so that only a whole part counts. */
static const char *const setting_parts[] = { "agents",
                                             "aider",
                                             "amplify",
                                             "angular",
                                             "app",
                                             "appspec",
                                             "apt",
                                             "argfile",
                                             "args",
                                             "astro",
                                             "ava",
                                             "babel",
                                             "backstop",
                                             "biome",
                                             "bower",
                                             "build",
                                             "buildspec",
                                             "bun",
                                             "bundle",
                                             "capacitor",
                                             "cdk",
                                             "claude",
                                             "cloudbuild",
                                             "codex",
                                             "coffeelint",
                                             "commands",
                                             "commitlint",
                                             "compilecommands",
                                             "compileflags",
                                             "components",
                                             "conf",
                                             "cookiecutter",
                                             "cordova",
                                             "crew",
                                             "crush",
                                             "cspell",
                                             "cursor",
                                             "cypress",
                                             "cz",
                                             "deno",
                                             "devbox",
                                             "dfx",
                                             "docker",
                                             "dockerbake",
                                             "dockerrun",
                                             "dprint",
                                             "dub",
                                             "eas",
                                             "electron",
                                             "elm",
                                             "entrypoints",
                                             "env",
                                             "environment",
                                             "environments",
                                             "eslint",
                                             "expo",
                                             "extension",
                                             "extensions",
                                             "fastmcp",
                                             "firebase",
                                             "flow",
                                             "fly",
                                             "forge",
                                             "function",
                                             "gatsby",
                                             "gemini",
                                             "geminiextension",
                                             "global",
                                             "goose",
                                             "haxelib",
                                             "hcl",
                                             "heroku",
                                             "host",
                                             "importmap",
                                             "installedfiles",
                                             "ionic",
                                             "jest",
                                             "jshint",
                                             "jslint",
                                             "jspm",
                                             "jsr",
                                             "karma",
                                             "kernel",
                                             "launch",
                                             "lefthook",
                                             "libman",
                                             "logging",
                                             "metro",
                                             "mise",
                                             "mocha",
                                             "modules",
                                             "nanostaged",
                                             "nest",
                                             "nestcli",
                                             "next",
                                             "ng",
                                             "nixpacks",
                                             "nomad",
                                             "now",
                                             "npm",
                                             "nuxt",
                                             "nx",
                                             "nyc",
                                             "omnisharp",
                                             "opencode",
                                             "pip",
                                             "pipeline",
                                             "pipelines",
                                             "pkr",
                                             "playwright",
                                             "pm2",
                                             "pnpm",
                                             "prettier",
                                             "process",
                                             "profiles",
                                             "railway",
                                             "release",
                                             "render",
                                             "req",
                                             "reqs",
                                             "requires",
                                             "runner",
                                             "runtime",
                                             "rush",
                                             "sanity",
                                             "scripts",
                                             "skaffold",
                                             "sources",
                                             "sst",
                                             "startup",
                                             "static",
                                             "stylelint",
                                             "tailwind",
                                             "tasks",
                                             "tauri",
                                             "template",
                                             "terragrunt",
                                             "tf",
                                             "tfdeploy",
                                             "tfstack",
                                             "tftest",
                                             "tofu",
                                             "toplevel",
                                             "truffle",
                                             "tslint",
                                             "turbo",
                                             "vercel",
                                             "vite",
                                             "vitest",
                                             "volta",
                                             "webpack",
                                             "wrangler",
                                             "yarn",
                                             "zed",
                                             NULL };

/* Endings of texts. Outside of projects, programs take only a few of them for settings or lists of packages: those with one of these words, or with one of
 * these parts between dots. Other words, as in `tasks.txt` and `hooks.txt`, are usual names of results. */
static const char *const text_endings[] = { "text", "txt", NULL };
static const char *const text_words[] = {
  "cmake",   "cmakelists",   "conan",       "conanfile",    "constraint",  "constraints",
  "crontab", "dependencies", "dependency",  "deps",         "entrypoints", "meson",
  "package", "packages",     "requirement", "requirements", "vcpkg",       NULL
};
static const char *const text_parts[] = {
  "apt",     "argfile",  "args",         "commands",    "env",  "environment", "installedfiles",
  "modules", "npm",      "pip",          "req",         "reqs", "requires",    "runtime",
  "sources", "toplevel", "compileflags", "entrypoints", NULL
};

/* Words of the names of models as pickles, whose ending is that of other data. */
static const char *const pickle_words[] = { "adapter", "model",     "optimizer", "pytorch",
                                            "states",  "scheduler", "training",  NULL };

/* Names and their beginnings that are those of data, but whose files configure builds: meson unpickles them, and cmake executes what its cache names. */
static const char *const build_names[] = { "coredata.dat", "install.dat", NULL };
#define BUILD_CACHE "cmakecache"

/* Folders in which build tools and Ansible keep such files. */
static const char *const build_folders[] = { "cmakefiles", "group_vars", "host_vars",
                                             "meson-info", "meson-logs", "meson-private",
                                             NULL };

/* Endings of documents and data from which no program takes settings, sources or code, so that they are written in projects as well (troupe-folder-project.h). All
 * are in the table above. Archives are missing, because packed programs load their modules from those beside them. */
static const char *const inert_endings[] = {
  "arrow",   "avif",  "avro", "bak", "bmp",  "docx", "eml",         "epub", "feather",
  "flac",    "gguf",  "gif",  "gpx", "heic", "ico",  "ics",         "jpeg", "jpg",
  "kml",     "lance", "log",  "m4a", "m4v",  "mkv",  "mov",         "mp3",  "mp4",
  "odg",     "odp",   "ods",  "odt", "oga",  "ogg",  "onnx",        "opus", "orc",
  "parquet", "part",  "pdf",  "png", "pptx", "rtf",  "safetensors", "srt",  "tif",
  "tiff",    "tmp",   "vcf",  "vtt", "wav",  "webm", "webp",        "xlsx", NULL
};

/* Names and endings of other files that are usual in projects of CrewAI, and of documents that people keep anywhere. They are no markers of a project. */
static const char *const crew_names[] = {
  "pdm.lock", "pipfile",        "pipfile.lock",        "poetry.lock",
  "py.typed", "pyproject.toml", "user_preference.txt", "uv.lock",
  NULL
};
static const char *const crew_endings[] = { "doc",    "docm", "eps", "h5",      "hdf5",  "jsonc",
                                            "keras",  "key",  "msg", "numbers", "pages", "parquet",
                                            "pickle", "pkl",  "ppt", "pptm",    "psd",   "pt",
                                            "pth",    "py",   "pyi", "url",     "xcf",   "xls",
                                            "xlsb",   "xlsm", NULL };
/* Of those whose files are markers only if their names are those of settings. */
static const char *const structured_endings[] = {
  "json", "text", "txt", "xml", "yaml", "yml", NULL
};
/* Words of the names of documents of CrewAI. */
static const char *const crew_words[] = { "agents", "crew", "flow", "tasks", NULL };

/* Folders of settings. */
static const char *const setting_folders[] = {
  "conf",        "config",  "configs",      "configuration", "constraints",
  "preferences", "presets", "requirements", "settings",      NULL
};

/* --- Settings ------------------------------------------------------------------------------------ */

static gboolean
has_suffix (const char *word, const char *const *ends)
{
  for (guint i = 0; ends[i] != NULL; i++)
    if (g_str_has_suffix (word, ends[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_setting_word (const char *word)
{
  return g_strv_contains (setting_words, word) ||
         (has_suffix (word, setting_word_ends) && !g_strv_contains (other_words, word));
}

static gboolean
is_text_word (const char *word)
{
  return g_strv_contains (text_words, word) || g_str_has_suffix (word, "requirements");
}

static gboolean
is_pickle_word (const char *word)
{
  return g_strv_contains (pickle_words, word);
}

static gboolean
is_crew_word (const char *word)
{
  return g_strv_contains (crew_words, word);
}

/* Returns TRUE if a new word begins at @at: after a lower-case letter, and before the last upper-case letter of several. */
static gboolean
is_case_change (const char *at)
{
  return g_ascii_isupper (*at) &&
         (g_ascii_islower (at[-1]) || (g_ascii_isupper (at[-1]) && g_ascii_islower (at[1])));
}

/* Returns TRUE if one of the words of the text is. Digits separate words, too. @with_case: whether a change of case does */
static gboolean
has_word (const char *text, gboolean with_case, gboolean (*is_word) (const char *word))
{
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    {
      if (!g_ascii_isalpha (*at) || (with_case && at > text && is_case_change (at)))
        {
          if (is_word (word->str))
            return TRUE;
          g_string_truncate (word, 0);
        }
      if (g_ascii_isalpha (*at))
        g_string_append_c (word, g_ascii_tolower (*at));
    }
  return is_word (word->str);
}

/* @name: up to its ending; @folded: the same folded */
static gboolean
has_any_word (const char *name, const char *folded, gboolean (*is_word) (const char *word))
{
  return has_word (name, TRUE, is_word) || has_word (folded, FALSE, is_word);
}

/* Returns TRUE if a part of the folded name between dots is in the table @table. */
static gboolean
has_part (const char *folded, const char *const *table)
{
  g_auto (GStrv) parts = g_strsplit (folded, ".", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autoptr (GString) part = g_string_new (parts[i]);

      g_string_replace (part, "-", "", 0);
      g_string_replace (part, "_", "", 0);
      if (g_strv_contains (table, part->str))
        return TRUE;
    }
  return FALSE;
}

/* --- Endings ------------------------------------------------------------------------------------- */

static gboolean
consists_of (const char *text, const char *characters)
{
  return *text != '\0' && text[strspn (text, characters)] == '\0';
}

/* What programs do to a name at random. */
typedef enum
{
  RANDOM_NOT,
  RANDOM_WORD, /* it could be a word */
  RANDOM_YES,
} Random;

/* @shortest: minimum length of the end */
static Random
find_random (const char *end, gsize shortest)
{
  const gsize length = strlen (end);

  if (length < shortest || !consists_of (end, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"))
    return RANDOM_NOT;
  return strcspn (end, G_CSET_DIGITS) < length && strcspn (end, G_CSET_A_2_Z G_CSET_a_2_z) < length
             ? RANDOM_YES
             : RANDOM_WORD;
}

/* Returns whether the name is one without an ending that mktemp, Python, sed or zip gives to a file or folder: `tmp.Xu4Fp9aQ2b`, `tmp9x_k2mfa`,
 * `sedx7Rq2b`, `ziA3b9Qx`. */
static Random
find_temporary (const char *name)
{
  static const struct
  {
    const char *start;
    gsize length;
  } kinds[] = { { "sed", 6 }, { "tmp.", 8 }, { "zi", 6 } };

  if (g_str_has_prefix (name, "tmp") && strlen (name) == strlen ("tmp") + 8 &&
      consists_of (name + strlen ("tmp"), G_CSET_a_2_z G_CSET_DIGITS "_"))
    return RANDOM_YES;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const gsize start = strlen (kinds[i].start);

      if (g_str_has_prefix (name, kinds[i].start) &&
          (strlen (name) == start + kinds[i].length || kinds[i].start[start - 1] == '.'))
        return find_random (name + start, kinds[i].length);
    }
  return RANDOM_NOT;
}

/* Returns the length of a name without what programs append to the names of data: `.1` and `.2026-11-30` of older logs, `.lock`, `#1`, and a random end such as
 * `.x7Rq2b`, until they rename the file. Returns 0 if there is nothing. */
static gsize
find_appendix (const char *name)
{
  const char *dot = strrchr (name, '.');
  const char *hash = strrchr (name, '#');

  if (hash != NULL && hash > name && consists_of (hash + 1, G_CSET_DIGITS))
    return (gsize) (hash - name);
  if (dot == NULL || dot == name)
    return 0;
  return consists_of (dot + 1, G_CSET_DIGITS "-_") || g_ascii_strcasecmp (dot + 1, "lock") == 0 ||
                 find_random (dot + 1, 6) == RANDOM_YES
             ? (gsize) (dot - name)
             : 0;
}

/* Returns TRUE for endings such as `db-journal` and `sqlite-mj03f5a9c2e`. */
static gboolean
is_database_part (const char *ending)
{
  const char *line = strchr (ending, '-');
  g_autofree char *rest = line != NULL ? g_strndup (ending, (gsize) (line - ending)) : NULL;

  return line != NULL && g_strv_contains (database_endings, rest) &&
         (g_strv_contains (database_parts, line) ||
          (g_str_has_prefix (line, DATABASE_TRANSACTION) &&
           consists_of (line + strlen (DATABASE_TRANSACTION), G_CSET_DIGITS "abcdef")));
}

/* Returns TRUE if the ending is that of data. @folded: the name; @ending: in it */
static gboolean
is_data_ending (const char *folded, const char *ending)
{
  if (g_strv_contains (data_endings, ending))
    return TRUE;
  /* A table of LanceDB has a manifest for each version. */
  if (g_str_equal (ending, "manifest"))
    return strspn (folded, G_CSET_DIGITS) == (gsize) (ending - 1 - folded);
  return is_database_part (ending);
}

/* What a name is. */
typedef enum
{
  FORM_OTHER,
  FORM_SETTING, /* data from which programs may take settings in some folders */
  FORM_DATA,
} Form;

/* @name: not hidden */
static Form
find_form (const char *name)
{
  g_autofree char *folded = troupe_folder_name_fold (name);
  const char *dot = strrchr (folded, '.');
  const char *raw_dot = strrchr (name, '.');
  const gsize length = find_appendix (name);
  g_autofree char *stem = NULL;
  g_autofree char *folded_stem = NULL;
  gboolean is_text;

  if (consists_of (folded, G_CSET_DIGITS ".") || g_strv_contains (plain_names, folded) ||
      find_temporary (name) == RANDOM_YES)
    return FORM_DATA;
  if (dot == NULL || dot == folded || raw_dot == NULL)
    return FORM_OTHER;
  if (!is_data_ending (folded, dot + 1))
    {
      g_autofree char *rest = g_strndup (name, length);

      /* A name without an ending has nothing appended. */
      return length > 0 && strchr (rest, '.') != NULL ? find_form (rest) : FORM_OTHER;
    }
  stem = g_strndup (name, (gsize) (raw_dot - name));
  /* Emacs and others load `mine.el.gz` like `mine.el`. */
  if (g_strv_contains (compressed_endings, dot + 1) || g_strv_contains (version_endings, dot + 1))
    return strchr (stem, '.') != NULL ? find_form (stem) : FORM_DATA;
  if (!g_strv_contains (setting_endings, dot + 1))
    return FORM_DATA;
  folded_stem = g_strndup (folded, (gsize) (dot - folded));
  /* pytest executes the examples in `test*.txt`. */
  if (g_str_has_prefix (folded, "test") && g_str_equal (dot, ".txt"))
    return FORM_OTHER;
  is_text = g_strv_contains (text_endings, dot + 1);
  if (g_strv_contains (build_names, folded) || g_str_has_prefix (folded, BUILD_CACHE) ||
      has_any_word (stem, folded_stem, is_text ? is_text_word : is_setting_word) ||
      has_part (folded_stem, is_text ? text_parts : setting_parts) ||
      (g_str_equal (dot, ".bin") && has_any_word (stem, folded_stem, is_pickle_word)))
    return FORM_OTHER;
  return FORM_SETTING;
}

/* Returns TRUE if the hidden name is that of a temporary file or of a cache. All others may be settings, also with the beginning of such a name, because tools
 * judge `._a.test.js` by its ending. */
static gboolean
is_hidden_data (const char *name)
{
  g_autofree char *folded = troupe_folder_name_fold (name);
  const char *dot = strrchr (name, '.');

  return (troupe_folder_name_is_scratch (name) || troupe_folder_name_is_cache (folded)) &&
         (dot == NULL || dot == name || find_random (dot + 1, 6) == RANDOM_YES);
}

/* Returns TRUE if the name means nothing else for shells and for programs that get it as an argument, as by `tar czf ../x.tar.gz *`. Each word is judged, because
 * scripts and makefiles split names at spaces. */
static gboolean
is_plain (const char *name)
{
  gboolean begins = TRUE;

  for (const char *at = name; *at != '\0'; at++)
    {
      if (g_ascii_iscntrl (*at))
        return FALSE;
      /* A dash between spaces separates words. */
      if (begins && strchr ("-+@|~", *at) != NULL && (at == name || at[0] != '-' || at[1] != ' '))
        return FALSE;
      begins = *at == ' ';
    }
  return strpbrk (name, "`$;|&<>\\\"'") == NULL;
}

/* Returns TRUE if a file of this name is a document or data. */
static gboolean
is_file (const char *name)
{
  return *name == '.' ? is_hidden_data (name) : find_form (name) != FORM_OTHER;
}

/* Returns TRUE if a file of this name is a document or data in folders of settings, too. */
static gboolean
is_file_anywhere (const char *name)
{
  return *name == '.' ? is_hidden_data (name) : find_form (name) == FORM_DATA;
}

/* --- Projects ------------------------------------------------------------------------------------ */

gboolean
troupe_folder_data_is_inert (const char *name)
{
  g_autofree char *folded = NULL;
  g_autofree char *rest = NULL;
  const char *dot;
  gsize length;

  g_return_val_if_fail (name != NULL, FALSE);

  if (*name == '.')
    return is_hidden_data (name);
  if (!is_file (name))
    return FALSE;
  folded = troupe_folder_name_fold (name);
  dot = strrchr (folded, '.');
  if (find_temporary (name) == RANDOM_YES)
    return TRUE;
  if (dot != NULL && is_data_ending (folded, dot + 1))
    return g_strv_contains (inert_endings, dot + 1);
  /* What was appended to the name of another file: older logs, and files that are renamed later. */
  length = find_appendix (name);
  rest = g_strndup (name, length);
  return length > 0 &&
         (find_random (name + length + 1, 6) == RANDOM_YES || troupe_folder_data_is_inert (rest));
}

/* Returns TRUE if the name is that of settings, and not that of a document of CrewAI. @name: with an ending; @folded: the same folded */
static gboolean
says_settings (const char *name, const char *folded)
{
  g_autofree char *stem = g_strndup (name, (gsize) (strrchr (name, '.') - name));
  g_autofree char *folded_stem = g_strndup (folded, (gsize) (strrchr (folded, '.') - folded));

  return g_str_has_prefix (folded, BUILD_CACHE) ||
         (!has_any_word (stem, folded_stem, is_crew_word) &&
          (has_any_word (stem, folded_stem, is_setting_word) ||
           has_part (folded_stem, setting_parts)));
}

gboolean
troupe_folder_data_is_marker (const char *name)
{
  g_autofree char *folded = NULL;
  g_autofree char *plain = NULL;
  const char *dot;

  g_return_val_if_fail (name != NULL, FALSE);

  if (*name == '.' || *name == '\0' || is_file (name))
    return FALSE;
  /* Editors keep the previous text of a file with such a name. */
  if (g_str_has_suffix (name, "~"))
    {
      plain = g_strndup (name, strlen (name) - 1);
      return troupe_folder_data_is_marker (plain);
    }
  folded = troupe_folder_name_fold (name);
  dot = strrchr (folded, '.');
  if (g_strv_contains (crew_names, folded))
    return FALSE;
  if (dot == NULL || dot == folded || strrchr (name, '.') == NULL)
    return TRUE;
  if (g_strv_contains (structured_endings, dot + 1))
    return !(g_str_has_prefix (folded, "requirements") && g_str_equal (dot, ".txt")) &&
           says_settings (name, folded);
  return !g_strv_contains (crew_endings, dot + 1) && !is_data_ending (folded, dot + 1);
}

/* --- Random names -------------------------------------------------------------------------------- */

gboolean
troupe_folder_data_is_retried (const char *name)
{
  const char *dot;
  g_autofree char *rest = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  dot = strrchr (name, '.');
  if (find_temporary (name) == RANDOM_WORD)
    return TRUE;
  if (dot == NULL || dot == name)
    return FALSE;
  rest = g_strndup (name, (gsize) (dot - name));
  /* `tmpksmda4rc.json` contains the word of a setting by chance. */
  if (find_temporary (rest) != RANDOM_NOT)
    {
      g_autofree char *folded = troupe_folder_name_fold (name);
      const char *ending = strrchr (folded, '.');

      return ending != NULL && g_strv_contains (setting_endings, ending + 1);
    }
  if (strlen (dot + 1) != 6 || find_random (dot + 1, 6) != RANDOM_WORD)
    return FALSE;
  return strchr (rest, '.') != NULL && is_file (rest);
}

/* --- Folders ------------------------------------------------------------------------------------- */

/* Returns TRUE if a folder of this name is no part of a program, of an installed package or of settings. */
static gboolean
is_folder_of_data (const char *name)
{
  const TroupeFolderTrail none = { 0 };
  g_autofree char *folded = NULL;
  g_auto (GStrv) parts = NULL;
  guint n_parts;

  folded = troupe_folder_name_fold (name);
  if (*name == '.')
    return is_hidden_data (name);
  if (*folded == '\0' || troupe_folder_name_is_package (&none, folded) ||
      g_strv_contains (build_folders, folded))
    return FALSE;
  if (find_temporary (name) == RANDOM_YES)
    return TRUE;
  parts = g_strsplit (folded, ".", -1);
  n_parts = g_strv_length (parts);
  if (n_parts > 1 && g_strv_contains (folder_endings, parts[n_parts - 1]))
    return TRUE;
  /* Digits are a version or a date, and no ending contains a space. */
  for (guint i = 1; i < n_parts; i++)
    if (!consists_of (parts[i], G_CSET_DIGITS) && strchr (parts[i], ' ') == NULL)
      return FALSE;
  return TRUE;
}

gboolean
troupe_folder_data_holds_settings (const char *folder)
{
  g_autofree char *folded = troupe_folder_name_fold (folder);

  return g_strv_contains (setting_folders, folded);
}

/* --- Paths --------------------------------------------------------------------------------------- */

gboolean
troupe_folder_data_is_output (const char *path)
{
  gsize length;

  g_return_val_if_fail (path != NULL, FALSE);

  while (*path == '/' || (path[0] == '.' && path[1] == '/'))
    path++;
  length = strcspn (path, "/");
  return length == strlen (TROUPE_FOLDER_OUTPUT) &&
         strncmp (path, TROUPE_FOLDER_OUTPUT, length) == 0;
}

gboolean
troupe_folder_data_is_path (const char *path, gboolean is_folder)
{
  g_auto (GStrv) names = NULL;
  const char *last = NULL;
  gboolean has_settings = FALSE;

  g_return_val_if_fail (path != NULL, FALSE);

  names = g_strsplit (path, "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (*names[i] == '\0' || g_str_equal (names[i], "."))
        continue;
      if (!is_plain (names[i]) || (last != NULL && !is_folder_of_data (last)))
        return FALSE;
      has_settings = has_settings || (last != NULL && troupe_folder_data_holds_settings (last));
      last = names[i];
    }
  if (last == NULL)
    return is_folder;
  if (is_folder)
    return is_folder_of_data (last);
  return has_settings ? is_file_anywhere (last) : is_file (last);
}

/* Returns the pattern with a letter for each placeholder, and with the name of a document if a placeholder may contain the ending. (transfer full) */
static char *
fill_placeholders (const char *pattern)
{
  const char *slash = strrchr (pattern, '/');
  const char *close = strrchr (slash != NULL ? slash : pattern, '}');
  GString *filled = g_string_new (NULL);

  for (const char *at = pattern; *at != '\0';)
    {
      const char *end = *at == '{' ? strchr (at, '}') : NULL;

      g_string_append_c (filled, end != NULL ? 'x' : *at);
      at = end != NULL ? end + 1 : at + 1;
    }
  if (close != NULL && strchr (close, '.') == NULL)
    {
      const char *name = strrchr (filled->str, '/');

      g_string_truncate (filled, name != NULL ? (gsize) (name + 1 - filled->str) : 0);
      g_string_append (filled, "x.pdf");
    }
  return g_string_free (filled, FALSE);
}

gboolean
troupe_folder_data_says_other (const char *pattern)
{
  g_autofree char *filled = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (pattern != NULL, FALSE);

  filled = fill_placeholders (pattern);
  name = g_path_get_basename (filled);
  return !troupe_folder_data_is_path (g_path_is_absolute (filled) ? name : filled, FALSE) ||
         troupe_folder_result_is_instruction (name);
}
