/* troupe-folder-name.c: names of files that carry secrets or start programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-name"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "troupe-folder-findings.h"
#include "troupe-folder-keys.h"
#include "troupe-folder-name.h"

/* All tables are in lower case, because some file systems ignore case. */

/* Files and folders with keys and passwords. A name may have any suffix that does not begin with a letter or a
 * digit, such as `.aws-old` and `.npmrc.ci`. */
static const char *const secret_names[] = { ".aws",
                                            ".azure",
                                            ".boto",
                                            ".clasprc.json",
                                            ".condarc",
                                            ".databrickscfg",
                                            ".dev.vars",
                                            ".dockercfg",
                                            ".env",
                                            ".envrc",
                                            ".flaskenv",
                                            ".gcloud",
                                            ".git-credentials",
                                            ".gnupg",
                                            ".htpasswd",
                                            ".kube",
                                            ".kubeconfig",
                                            ".lesshst",
                                            ".authinfo",
                                            ".modal.toml",
                                            ".msmtprc",
                                            ".my.cnf",
                                            ".mylogin.cnf",
                                            ".renviron",
                                            ".smbcredentials",
                                            ".netrc",
                                            ".npmrc",
                                            ".password-store",
                                            ".pgpass",
                                            ".pypirc",
                                            ".s3cfg",
                                            ".secrets",
                                            ".sentryclirc",
                                            ".ssh",
                                            ".terraformrc",
                                            ".vault-token",
                                            ".viminfo",
                                            ".yarnrc.yml",
                                            "_netrc",
                                            NULL };

/* The same for names that are not hidden, which may have no suffix but that of a backup. */
static const char *const visible_secrets[] = {
  "access_tokens.db", "application_default_credentials.json",
  "credentials.csv",  "credentials.db",
  "credentials.toml", "credentials.yaml",
  "credentials.yml",  "kaggle.json",
  "key4.db",          "logins.json",
  "rclone.conf",      "rootkey.csv",
  "token.json",       "credentials.json",
  "kubeconfig",       "secring.gpg",
  "secrets.json",     "secrets.toml",
  "secrets.yaml",     "secrets.yml",
  "wallet.dat",       NULL
};
static const char *const secret_starts[] = { "client_secret",   "client-secret",  "service_account",
                                             "service-account", "serviceaccount", NULL };

/* Files and folders that run code when a program of the user starts: configuration of shells, of Git and of the
 * session. */
static const char *const protected_names[] = {
  ".config",       ".local",    ".bashrc",   ".bash_profile", ".bash_login", ".bash_logout",
  ".bash_aliases", ".profile",  ".zshrc",    ".zshenv",       ".zprofile",   ".zlogin",
  ".zlogout",      ".kshrc",    ".cshrc",    ".tcshrc",       ".login",      ".logout",
  ".inputrc",      ".xprofile", ".xsession", ".xsessionrc",   ".xinitrc",    ".pam_environment",
  ".gitconfig",    NULL
};

/* Names that are protected only in a folder with the given name. The last entry is needed if
 * `~/.config` is a link to another folder, because the session also starts the programs in the
 * target of that link. */
static const struct
{
  const char *parent;
  const char *name;
} protected_pairs[] = {
  { ".docker", "config.json" },
  { ".cargo", "credentials" },
  { ".cargo", "credentials.toml" },
  { ".gem", "credentials" },
  { ".m2", "settings.xml" },
  { ".streamlit", "secrets.toml" },
  { ".dbt", "profiles.yml" },
  { ".snowsql", "config" },
  { ".snowflake", "connections.toml" },
  { ".terraform.d", "credentials.tfrc.json" },
  { ".gradle", "gradle.properties" },
  { "systemd", "user" },
  { ".hg", "hgrc" },
  { ".hg", "hgrc-not-shared" },
  { ".pijul", "config" },
  { "git-crypt", "keys" },
  { "annex", "creds" },
  { "aws", "credentials" },
  { "_darcs", "prefs" },
};

static const char *const protected_ends[] = {
  ".pem",  ".key",        ".p12",      ".pfx",     ".ppk",     ".jks",    ".jceks",
  ".bks",  ".kdbx",       ".keystore", ".env",     ".p8",      ".pkcs8",  ".pkcs12",
  ".ovpn", ".kubeconfig", ".tfvars",   ".tfstate", "_history", ".agekey", NULL
};

/* What editors, programs and people append to the name of a file when they keep its earlier content. Digits may
 * follow. */
static const char *const backup_ends[] = { "~",       ".backup", ".bak",  ".bkp", ".copy", ".old",
                                           ".orig",   ".prev",   ".rej",  ".sav", ".save", ".swo",
                                           ".swp",    ".tmp",    "_old",  "_bak", "-old",  "-bak",
                                           "-backup", "_backup", ".dist", ".1",   NULL };

/* Endings of files that may contain a private key whatever they are called, and parts of names of such files. */
static const char *const key_ends[] = { ".asc", ".cer", ".cert", ".crt", ".priv", ".private",
                                        ".pvk", ".rsa", ".sec",  ".der", NULL };
static const char *const key_parts[] = { "auth", "cert",   "cred",  "key", "priv",
                                         "rsa",  "secret", "token", NULL };
static const char *const data_ends[] = { ".b64",  ".bin",  ".cfg",  ".conf", ".dat",
                                         ".data", ".ini",  ".json", ".toml", ".txt",
                                         ".xml",  ".yaml", ".yml",  NULL };

/* Names of private keys of OpenSSH. A name may have any suffix that does not begin with a letter
 * or digit. Names that end with `.pub` are excluded. */
static const char *const private_keys[] = { "id_rsa",     "id_dsa",  "id_ecdsa",
                                            "id_ed25519", "id_xmss", NULL };

/* Hidden files and folders that tell an editor, a shell, a build tool or a service which programs to
 * run. */
static const char *const fixed_names[] = { ".aider.conf.yml",
                                           ".amazonq",
                                           ".appveyor.yml",
                                           ".autoenv",
                                           ".babelrc.cjs",
                                           ".babelrc.js",
                                           ".bazeliskrc",
                                           ".bazelrc",
                                           ".bazelversion",
                                           ".buildkite",
                                           ".bundle",
                                           ".bzr",
                                           ".cargo",
                                           ".circleci",
                                           ".clangd",
                                           ".claude",
                                           ".codex",
                                           ".commitlintrc.cjs",
                                           ".commitlintrc.js",
                                           ".condarc",
                                           ".continue",
                                           ".crush.json",
                                           ".cursor",
                                           ".dart_tool",
                                           ".devcontainer",
                                           ".dir-locals.el",
                                           ".direnv",
                                           ".drone.yml",
                                           ".emacs",
                                           ".emacs.d",
                                           ".eslintrc.cjs",
                                           ".eslintrc.js",
                                           ".exrc",
                                           ".fleet",
                                           ".forgejo",
                                           ".fossil",
                                           ".gdbinit",
                                           ".gemini",
                                           ".ghci",
                                           ".gitea",
                                           ".github",
                                           ".gitlab-ci.yml",
                                           ".gitmodules",
                                           ".gitpod.yml",
                                           ".gradle",
                                           ".helix",
                                           ".hgrc",
                                           ".husky",
                                           ".idea",
                                           ".ideavimrc",
                                           ".iex.exs",
                                           ".in",
                                           ".irbrc",
                                           ".jj",
                                           ".justfile",
                                           ".jvmopts",
                                           ".kiro",
                                           ".latexmkrc",
                                           ".lazy.lua",
                                           ".lintstagedrc.cjs",
                                           ".lintstagedrc.js",
                                           ".lldbinit",
                                           ".lsp.json",
                                           ".luarc.json",
                                           ".lvimrc",
                                           ".mcp.json",
                                           ".mise",
                                           ".mise.toml",
                                           ".mocharc.cjs",
                                           ".mocharc.js",
                                           ".mvn",
                                           ".neoconf.json",
                                           ".node-version",
                                           ".nox",
                                           ".nvim",
                                           ".nvim-dap.lua",
                                           ".nvim.local.lua",
                                           ".nvim.lua",
                                           ".nvimrc",
                                           ".nvmrc",
                                           ".ocamlinit",
                                           ".octaverc",
                                           ".opencode",
                                           ".p4config",
                                           ".pdbrc",
                                           ".pnp.cjs",
                                           ".pnp.loader.mjs",
                                           ".pnpmfile.cjs",
                                           ".pre-commit-config.yaml",
                                           ".prettierrc.cjs",
                                           ".prettierrc.js",
                                           ".project",
                                           ".pryrc",
                                           ".pylintrc",
                                           ".python-version",
                                           ".qwen",
                                           ".rdata",
                                           ".releaserc.cjs",
                                           ".releaserc.js",
                                           ".renviron",
                                           ".replit",
                                           ".roo",
                                           ".rprofile",
                                           ".ruby-version",
                                           ".rustup",
                                           ".rvmrc",
                                           ".sbtopts",
                                           ".screenrc",
                                           ".sdkmanrc",
                                           ".sl",
                                           ".stylelintrc.cjs",
                                           ".stylelintrc.js",
                                           ".sublime-project",
                                           ".svn",
                                           ".tern-project",
                                           ".terraform",
                                           ".theia",
                                           ".tmux.conf",
                                           ".tmuxinator.yml",
                                           ".tool-versions",
                                           ".tox",
                                           ".travis.yml",
                                           ".venv",
                                           ".vim",
                                           ".vimrc",
                                           ".vs",
                                           ".vscode",
                                           ".windsurf",
                                           ".woodpecker",
                                           ".woodpecker.yml",
                                           ".yarn",
                                           ".yarnrc",
                                           ".yarnrc.yml",
                                           ".ycm_extra_conf.py",
                                           ".zed",
                                           ".zellij",
                                           NULL };

/* Names that are not hidden of such files, and their endings. */
static const char *const visible_fixed_names[] = { "_fossil_",
                                                   "_vimrc",
                                                   "crush.json",
                                                   "devbox.json",
                                                   "hie.yaml",
                                                   "jupyter_config.json",
                                                   "jupyter_config.py",
                                                   "jupyter_server_config.json",
                                                   "jupyter_server_config.py",
                                                   "latexmkrc",
                                                   "opencode.json",
                                                   "rust-toolchain",
                                                   "rust-toolchain.toml",
                                                   "user.bazelrc",
                                                   NULL };

/* Texts that coding agents follow without being asked: one of these names, perhaps one of the parts, and `.md`. */
static const char *const instructed_agents[] = { "agent",     "agents", "amazonq",  "claude",
                                                 "codebuddy", "codex",  "copilot",  "crush",
                                                 "gemini",    "iflow",  "opencode", "qwen",
                                                 "replit",    "warp",   NULL };
static const char *const instructed_parts[] = { ".local.md", ".md", ".override.md", ".user.md",
                                                NULL };

/* Tools whose configuration `NAME.config.js`, also of other kinds of JavaScript, editors and hooks execute. */
static const char *const configured_tools[] = { "babel",       "commitlint", "eslint",
                                                "lint-staged", "prettier",   "release",
                                                "stylelint",   NULL };
static const char *const module_ends[] = { ".cjs", ".cts", ".js", ".mjs", ".mts", ".ts", NULL };

static const char *const visible_fixed_ends[] = { ".code-workspace", ".sublime-project", NULL };

/* Files of a version control system that lead to other files with programs. */
static const struct
{
  const char *parent;
  const char *name;
} fixed_pairs[] = {
  { ".hg", "requires" },
  { ".hg", "sharedpath" },
};

/* Files of a repository that lead to its configuration in another folder, and folders with commands that Git
 * executes when the user continues what was begun. */
static const char *const fixed_in_git[] = { "commondir",    "gitdir",    "rebase-apply",
                                            "rebase-merge", "sequencer", NULL };

/* Folders of a repository in which Git looks for the addresses of remotes, as in its configuration. The references
 * to the branches of remotes are in `refs/remotes`. */
static const char *const remote_folders[] = { "branches", "remotes", NULL };

/* What Git believes about its objects without looking at them, and where it finds more of them. */
static const char *const fixed_in_objects[] = { "alternates", "commit-graph", "commit-graphs",
                                                NULL };

/* Folders of version control systems, or files or links in their place that lead to one. Their
 * configuration contains programs. */
static const char *const repository_names[] = { ".git", ".hg",    ".jj",    ".bzr",
                                                ".svn", "_darcs", ".pijul", NULL };

/* Of the protected names, folders that programs use only in the home folder, which no document may use as a whole. */
static const char *const data_names[] = { ".config", ".local", NULL };

/* What makes editors and shells start the programs of an environment of Python. */
static const char *const started_names[] = { "pyvenv.cfg", "conda-meta", NULL };

/* Names with which programs are started only in a folder with the given name: those that begin with one of the beginnings, or end with the
 * ending. Editors and shells take an environment of Python for one by any of the names in `bin`. */
static const struct
{
  const char *folder;
  const char *const beginnings[4];
  const char *end;
} started_in[] = {
  { "autostart", { NULL }, ".desktop" },
  { "mise", { "conf", NULL }, ".toml" },
  { "bin", { "activate", "pypy", "python", NULL }, NULL },
  { "scripts", { "activate", "pypy", "python", NULL }, NULL },
  { "systemd", { "user", NULL }, NULL },
};

/* Hidden files that may be written, because they carry no secrets and no program executes their
 * content. */
static const char *const harmless_names[] = { ".gitignore", ".gitattributes", ".gitkeep",
                                              ".keep",      ".dockerignore",  ".editorconfig",
                                              ".nojekyll",  ".well-known",    ".checkpoints",
                                              NULL };

/* Hidden files and folders that tools, editors and macOS (`._NAME`) create for themselves: caches, attributes
 * and temporary files. Nothing starts what they contain, unlike these, which tools manage as well: editors run the Python of a
 * `.venv` or `.tox` environment to examine it, the JDK that `.gradle/config.properties` names, the providers
 * in `.terraform` and the plugins to which `.dart_tool/package_config.json` leads; servers execute what is in `.next` and
 * `.nuxt`, and package managers install from `.uv-cache`. */
static const char *const cache_names[] = { ".cache",      ".pytest_cache",   ".mypy_cache",
                                           ".ruff_cache", ".hypothesis",     ".ipynb_checkpoints",
                                           ".coverage",   ".ds_store",       ".directory",
                                           ".trash-0",    ".trash-1000",     ".nyc_output",
                                           ".gradio",     ".playwright-mcp", NULL };
static const char *const cache_starts[] = { ".coverage.", ".goutputstream-", ".~lock.", ".#",
                                            ".nfs",       ".fuse_hidden",    "._",      NULL };
static const char *const cache_ends[] = { ".swp", ".swo", ".swx", ".tmp", ".part", "_cache", NULL };

/* Files and folders that package managers create among packages. Like all packages they are run only as a
 * part of a program, and the certificates in packages are public. */
static const char *const package_names[] = { ".bin",
                                             ".dylibs",
                                             ".eslintignore",
                                             ".eslintrc",
                                             ".eslintrc.json",
                                             ".eslintrc.yml",
                                             ".jshintrc",
                                             ".libs",
                                             ".modules.yaml",
                                             ".npmignore",
                                             ".nycrc",
                                             ".package-lock.json",
                                             ".pnpm",
                                             ".prettierrc",
                                             ".yarn-integrity",
                                             ".yarn-state.yml",
                                             NULL };

/* Folders that are searched only for other names of protected files. The keys in them are
 * public, such as the certificates of certifi. */
static const char *const package_folders[] = { "node_modules", "site-packages", "dist-packages",
                                               NULL };

/* Returns TRUE for a character that is not shown and that a file system which ignores case ignores as well: those of Unicode's property
 * Default_Ignorable_Code_Point, most of which are no format characters. */
static gboolean
is_ignorable (gunichar character)
{
  static const struct
  {
    gunichar first;
    gunichar last;
  } ranges[] = {
    { 0x00ad, 0x00ad },   { 0x034f, 0x034f }, { 0x061c, 0x061c },   { 0x115f, 0x1160 },
    { 0x17b4, 0x17b5 },   { 0x180b, 0x180f }, { 0x200b, 0x200f },   { 0x202a, 0x202e },
    { 0x2060, 0x206f },   { 0x3164, 0x3164 }, { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },
    { 0xffa0, 0xffa0 },   { 0xfff0, 0xfff8 }, { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
    { 0xe0000, 0xe0fff },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (character >= ranges[i].first && character <= ranges[i].last)
      return TRUE;
  return g_unichar_type (character) == G_UNICODE_FORMAT;
}

/* (transfer full) */
static char *
normalize (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);
  GString *visible = g_string_new (NULL);

  for (const char *p = normal; *p != '\0'; p = g_utf8_next_char (p))
    if (!is_ignorable (g_utf8_get_char (p)))
      g_string_append_unichar (visible, g_utf8_get_char (p));
  return g_string_free (visible, FALSE);
}

char *
troupe_folder_name_fold (const char *name)
{
  gsize length;
  char *folded = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  if (g_str_is_ascii (name))
    folded = g_ascii_strdown (name, -1);
  else
    {
      g_autofree char *valid = g_utf8_make_valid (name, -1);
      g_autofree char *normal = normalize (valid);
      g_autofree char *lower = g_utf8_casefold (normal, -1);

      folded = normalize (lower);
    }
  length = strlen (folded);
  while (length > 0 && (folded[length - 1] == '.' || folded[length - 1] == ' '))
    folded[--length] = '\0';
  return folded;
}

/* Returns TRUE if the name ends with one of the endings, of which each begins with its last dot or underscore. This is called
 * for each file of a folder. */
static gboolean
has_end (const char *name, const char *const *ends)
{
  const char *dot = strrchr (name, '.');
  const char *line = strrchr (name, '_');
  const char *last = dot == NULL || (line != NULL && line > dot) ? line : dot;

  for (guint i = 0; last != NULL && ends[i] != NULL; i++)
    if (last[1] == ends[i][1] && strcmp (last, ends[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_start (const char *name, const char *const *starts)
{
  for (guint i = 0; starts[i] != NULL; i++)
    if (g_str_has_prefix (name, starts[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE for `.env`, `.env.local` and `.env~`, but not for `.environment`. */
static gboolean
is_secret (const char *name)
{
  /* As all of the table begin. */
  if (*name != '.' && *name != '_')
    return FALSE;
  for (guint i = 0; secret_names[i] != NULL; i++)
    if (g_str_has_prefix (name, secret_names[i]) &&
        !g_ascii_isalnum (name[strlen (secret_names[i])]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE for `client_secret_1.json`, and for the configuration of a tunnel, `wg0.conf`. */
static gboolean
is_visible_secret (const char *name)
{
  return g_strv_contains (visible_secrets, name) || strstr (name, "-firebase-adminsdk-") != NULL ||
         g_str_has_suffix (name, "_accesskeys.csv") ||
         (g_str_has_suffix (name, ".json") && has_start (name, secret_starts)) ||
         (g_str_has_prefix (name, "wg") && g_ascii_isdigit (name[2]) &&
          g_str_has_suffix (name, ".conf"));
}

static gboolean
is_private_key (const char *name)
{
  for (guint i = 0; private_keys[i] != NULL; i++)
    {
      const char *rest = name + strlen (private_keys[i]);

      if (g_str_has_prefix (name, private_keys[i]) && !g_ascii_isalnum (*rest) &&
          !g_str_has_suffix (rest, ".pub"))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE for the configuration of a repository, which can contain programs that Git runs,
 * and URLs with passwords. */
static gboolean
is_of_git (const char *name)
{
  return g_str_equal (name, "config") || g_str_equal (name, "config.worktree") ||
         g_str_equal (name, "hooks") || g_str_equal (name, "credentials");
}

static gboolean
is_pair (const char *parent, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (protected_pairs); i++)
    if (g_str_equal (protected_pairs[i].parent, parent) &&
        g_str_equal (protected_pairs[i].name, name))
      return TRUE;
  return g_str_equal (parent, "autostart") && g_str_has_suffix (name, ".desktop");
}

/* Returns TRUE if the name itself is protected. */
static gboolean
is_protected_itself (const TroupeFolderTrail *trail, const char *name)
{
  return (*name == '.' && g_strv_contains (protected_names, name)) || is_secret (name) ||
         has_end (name, protected_ends) || is_visible_secret (name) || is_private_key (name) ||
         (trail->in_git && is_of_git (name)) || is_pair (trail->parent, name) ||
         troupe_folder_keys_is_file (trail->parent, name);
}

/* Returns the length of the name without what makes it that of a backup, or 0 if there is nothing. @length: of the name */
static gsize
find_backup (const char *name, gsize length)
{
  gsize end = length;
  gsize start;

  while (end > 1 && g_ascii_isdigit (name[end - 1]))
    end--;
  /* `.1` has nothing but a digit. */
  if (end < length && name[end - 1] == '.')
    return length - end == 1 ? end - 1 : 0;
  for (start = end; start > 0 && strchr (".-_~", name[start - 1]) == NULL; start--)
    ;
  if (start-- <= 1)
    return 0;
  for (guint i = 0; backup_ends[i] != NULL; i++)
    if (strncmp (name + start, backup_ends[i], end - start) == 0 &&
        backup_ends[i][end - start] == '\0')
      return start;
  return 0;
}

/* Returns TRUE for the backup of something protected: `server.pem.bak`, `.aws.old`, `.profile~`, and for the
 * temporary files of editors: `.server.pem.swp`, `#server.pem#`. */
static gboolean
is_backup (const TroupeFolderTrail *trail, const char *name)
{
  const gsize whole = strlen (name);
  gsize length = whole;

  if (*name == '#' && whole > 2 && name[whole - 1] == '#')
    {
      g_autofree char *rest = g_strndup (name + 1, whole - 2);

      return is_protected_itself (trail, rest);
    }
  while ((length = find_backup (name, length)) > 0)
    {
      g_autofree char *rest = g_strndup (name, length);

      if (is_protected_itself (trail, rest) ||
          (*rest == '.' && is_protected_itself (trail, rest + 1)))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_folder_name_is_protected (TroupeFolderTrail *trail, const char *name)
{
  gboolean result;

  g_return_val_if_fail (trail != NULL && name != NULL, TRUE);

  result = is_protected_itself (trail, name) || is_backup (trail, name);
  /* A bare repository is called NAME.git. */
  trail->in_git = trail->in_git || g_str_has_suffix (name, ".git");
  g_strlcpy (trail->parent, name, sizeof trail->parent);
  return result;
}

gboolean
troupe_folder_name_may_hold_key (const char *name)
{
  const char *dot = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  dot = strrchr (name, '.');
  if (dot == NULL || dot == name || has_end (name, key_ends))
    return !g_str_has_suffix (name, ".pub");
  if (!has_end (name, data_ends))
    return FALSE;
  for (guint i = 0; key_parts[i] != NULL; i++)
    if (strstr (name, key_parts[i]) != NULL)
      return TRUE;
  /* Google calls the key of a service account `PROJECT-NUMBER.json`. */
  return g_str_equal (dot, ".json") && dot - name > 13 && *(dot - 13) == '-' &&
         strspn (dot - 12, "0123456789abcdef") == 12;
}

/* Returns TRUE for a module that many Pythons execute whenever they start, if its folder is in their search path: that of a project which
 * was installed to be edited, for example. Debian's and Fedora's `sitecustomize`, setuptools and virtual environments import the others. */
static gboolean
is_customization (const char *name)
{
  static const char *const modules[] = { "_distutils_hack",
                                         "_virtualenv",
                                         "abrt_exception_handler3",
                                         "apport_python_hook",
                                         "sitecustomize",
                                         "usercustomize",
                                         NULL };
  /* Those of other systems, which modules of the standard library try to import: they are found anywhere in the search path. */
  static const char *const missing[] = { "_msi",   "_overlapped", "_scproxy", "_winapi",
                                         "_wmi",   "msilib",      "msvcrt",   "nt",
                                         "winreg", "winsound",    NULL };
  static const char *const ends[] = { ".py", ".pyc", ".so", NULL };
  g_autofree char *module = g_strndup (name, strcspn (name, "."));

  return g_strv_contains (modules, module) ||
         (g_strv_contains (missing, module) && g_strv_contains (ends, name + strlen (module)));
}

/* Returns TRUE for a text that coding agents follow, such as `agents.md` and `claude.local.md`. */
static gboolean
instructs_agents (const char *name)
{
  const gsize length = strcspn (name, ".");
  g_autofree char *first = NULL;

  if (!g_strv_contains (instructed_parts, name + length))
    return FALSE;
  first = g_strndup (name, length);
  return g_strv_contains (instructed_agents, first);
}

static gboolean
configures_tool (const char *name)
{
  const char *middle = strstr (name, ".config.");
  g_autofree char *tool = middle != NULL ? g_strndup (name, (gsize) (middle - name)) : NULL;

  return tool != NULL && g_strv_contains (configured_tools, tool) && has_end (name, module_ends);
}

static gboolean
is_visible_fixed (const char *name)
{
  return is_customization (name) || g_strv_contains (visible_fixed_names, name) ||
         has_end (name, visible_fixed_ends) || instructs_agents (name) || configures_tool (name) ||
         g_str_has_prefix (name, "lefthook.") || g_str_has_prefix (name, "lefthook-local.") ||
         (g_str_has_prefix (name, "mise") && g_str_has_suffix (name, ".toml"));
}

gboolean
troupe_folder_name_is_fixed (const TroupeFolderTrail *trail, const char *name)
{
  g_return_val_if_fail (trail != NULL && name != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (fixed_pairs); i++)
    if (g_str_equal (fixed_pairs[i].parent, trail->parent) &&
        g_str_equal (fixed_pairs[i].name, name))
      return TRUE;

  return (*name == '.' && g_strv_contains (fixed_names, name)) || is_visible_fixed (name) ||
         (g_str_equal (trail->parent, "mise") && troupe_folder_name_is_started_in ("mise", name)) ||
         (trail->in_git &&
          (g_strv_contains (fixed_in_git, name) ||
           (!g_str_equal (trail->parent, "refs") && g_strv_contains (remote_folders, name)) ||
           (g_str_equal (trail->parent, "info") && g_strv_contains (fixed_in_objects, name))));
}

gboolean
troupe_folder_name_is_repository (const char *name)
{
  g_return_val_if_fail (name != NULL, TRUE);

  return g_strv_contains (repository_names, name);
}

gboolean
troupe_folder_name_is_any_repository (const char *name)
{
  g_return_val_if_fail (name != NULL, TRUE);

  return troupe_folder_name_is_repository (name) || g_str_has_suffix (name, ".git");
}

/* Returns TRUE if there is such an entry, or if that is unknown: without free descriptors, for example. */
static gboolean
has_entry (int folder, const char *name)
{
  struct stat status;

  return fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ||
         (errno != ENOENT && errno != ENOTDIR && errno != ELOOP);
}

gboolean
troupe_folder_name_completes_repository (int folder, const char *name, gboolean is_file)
{
  static const char *const parts[] = {
    "config", "config.worktree", "hooks", "objects", "refs", NULL
  };
  g_autofree char *folded = troupe_folder_name_fold (name);
  guint n_others = 0;

  /* A folder is no `HEAD`; another spelling is one for a file system that ignores case. */
  if (g_str_equal (folded, "head") || g_str_equal (folded, "commondir"))
    return is_file || g_str_equal (name, "HEAD");
  if (!g_strv_contains (parts, folded))
    return FALSE;
  for (const char *const *part = (const char *const[]){ "config", "objects", "refs", NULL };
       *part != NULL; part++)
    n_others += !g_str_equal (folded, *part) && has_entry (folder, *part);
  return has_entry (folder, "HEAD") || n_others >= 2;
}

gboolean
troupe_folder_name_has_started (const char *folder)
{
  g_return_val_if_fail (folder != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (started_in); i++)
    if (g_str_equal (started_in[i].folder, folder))
      return TRUE;
  return FALSE;
}

gboolean
troupe_folder_name_is_started_in (const char *folder, const char *name)
{
  g_return_val_if_fail (name != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (started_in); i++)
    {
      if (folder != NULL && !g_str_equal (started_in[i].folder, folder))
        continue;
      if (started_in[i].end != NULL && g_str_has_suffix (name, started_in[i].end))
        return TRUE;
      for (guint k = 0; started_in[i].beginnings[k] != NULL; k++)
        if (g_str_has_prefix (name, started_in[i].beginnings[k]))
          return TRUE;
    }
  return FALSE;
}

/* Returns TRUE for a module of Python that is loaded instead of its source. */
static gboolean
is_compiled (const char *name)
{
  return g_str_has_suffix (name, ".pyc") || g_str_has_suffix (name, ".abi3.so") ||
         (g_str_has_suffix (name, ".so") && strstr (name, ".cpython-") != NULL);
}

gboolean
troupe_folder_name_is_of_environment (const TroupeFolderTrail *trail, const char *name)
{
  g_return_val_if_fail (trail != NULL && name != NULL, TRUE);

  return g_strv_contains (started_names, name) || g_str_equal (name, "__pycache__") ||
         is_compiled (name) || is_customization (name) ||
         ((g_str_equal (trail->parent, "bin") || g_str_equal (trail->parent, "scripts")) &&
          troupe_folder_name_is_started_in (trail->parent, name));
}

gboolean
troupe_folder_name_may_start (const char *name)
{
  g_return_val_if_fail (name != NULL, TRUE);

  return *name == '.' || g_strv_contains (started_names, name) || is_visible_fixed (name) ||
         g_str_equal (name, "__pycache__") || is_compiled (name) ||
         troupe_folder_name_is_started_in (NULL, name);
}

gboolean
troupe_folder_name_starts (const TroupeFolderTrail *trail, const char *name)
{
  g_return_val_if_fail (trail != NULL && name != NULL, TRUE);

  return troupe_folder_name_is_fixed (trail, name) || g_strv_contains (started_names, name) ||
         (g_strv_contains (protected_names, name) && !g_strv_contains (data_names, name)) ||
         troupe_folder_name_is_started_in (trail->parent, name);
}

gboolean
troupe_folder_name_is_unknown (TroupeFolderTrail *trail, const char *name)
{
  g_return_val_if_fail (name != NULL, TRUE);

  return *name == '.' && !g_strv_contains (harmless_names, name);
}

/* Returns TRUE for the temporary files of troupe_folder_save(): `.NAME.`, and eight digits. */
static gboolean
is_temporary (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot > name && strlen (dot + 1) == 8 &&
         strspn (dot + 1, "0123456789abcdef") == 8;
}

gboolean
troupe_folder_name_is_cache (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  if (is_temporary (name))
    return TRUE;

  for (guint i = 0; cache_starts[i] != NULL; i++)
    if (g_str_has_prefix (name, cache_starts[i]))
      return TRUE;
  for (guint i = 0; cache_ends[i] != NULL; i++)
    if (g_str_has_suffix (name, cache_ends[i]))
      return TRUE;
  return g_strv_contains (cache_names, name);
}

/* Returns TRUE for an ending that was made at random: six letters and digits or more, with a digit or both cases. */
static gboolean
is_random (const char *end)
{
  gboolean has_digit = FALSE, has_upper = FALSE, has_lower = FALSE;
  gsize length = 0;

  for (; g_ascii_isalnum (end[length]); length++)
    {
      has_digit = has_digit || g_ascii_isdigit (end[length]);
      has_upper = has_upper || g_ascii_isupper (end[length]);
      has_lower = has_lower || g_ascii_islower (end[length]);
    }
  return end[length] == '\0' && length >= 6 && (has_digit || (has_upper && has_lower));
}

gboolean
troupe_folder_name_is_scratch (const char *name)
{
  const char *end = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  if (*name != '.')
    return FALSE;
  end = name + strlen (name);
  while (end > name && strchr (".-_", end[-1]) == NULL)
    end--;
  return g_str_has_prefix (name, ".tmp") || (end > name + 1 && is_random (end));
}

gboolean
troupe_folder_name_is_blocked (const char *name)
{
  const char *end = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  end = g_strrstr (name, TROUPE_FOLDER_BLOCKED);
  if (end == NULL || end == name)
    return FALSE;
  end += strlen (TROUPE_FOLDER_BLOCKED);
  return strspn (end, "0123456789") == strlen (end);
}

gboolean
troupe_folder_name_is_package (const TroupeFolderTrail *trail, const char *name)
{
  g_return_val_if_fail (trail != NULL && name != NULL, FALSE);

  return g_strv_contains (package_folders, name) ||
         (trail->in_git && g_str_equal (name, "objects"));
}

gboolean
troupe_folder_name_is_of_package (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_strv_contains (package_names, name) || g_str_has_suffix (name, ".pem") ||
         instructs_agents (name) || configures_tool (name);
}

gboolean
troupe_folder_name_any (const char *path,
                        gboolean (*judge) (TroupeFolderTrail *trail, const char *name))
{
  g_auto (GStrv) names = NULL;
  TroupeFolderTrail trail = { 0 };

  g_return_val_if_fail (path != NULL && judge != NULL, TRUE);

  names = g_strsplit (path, "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = troupe_folder_name_fold (names[i]);

      /* Names that consist of dots only are folded to an empty string. */
      if (*name != '\0' && judge (&trail, name))
        return TRUE;
    }
  return FALSE;
}
