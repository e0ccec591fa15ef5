/* troupe-folder-keys.c: names of files in which tools keep keys, passwords and tokens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-keys"

#include "config.h"

#include <string.h>

#include "troupe-folder-keys.h"

/* Words of the names of hidden files and folders with keys, such as `.vault_pass.txt`. Servers that a document names keep files such as
 * `.credentials.json`, which are granted by their path. */
static const char *const hidden_words[] = { "apikey", "apikeys", "key",      "keys",
                                            "pass",   "passwd",  "password", "passwords",
                                            "secret", "secrets", NULL };

/* Hidden files with keys, whose names have no such word. */
static const char *const hidden_names[] = { ".aider.conf.yml", ".envs", ".mcp.json",
                                            ".wakatime.cfg", NULL };

/* Names of files that are not hidden, in any folder. */
static const char *const visible_names[] = { "auth.json",
                                             "key.properties",
                                             "keystore.properties",
                                             "local.settings.json",
                                             "nuget.config",
                                             "pip.conf",
                                             NULL };

/* The names of such files without their endings. Endings of programs, such as `secrets.py`, do not count. */
static const char *const visible_stems[] = { "api-key", "api-keys",   "api_key",     "api_keys",
                                             "apikey",  "apikeys",    "credentials", "passwords",
                                             "secrets", "vault_pass", NULL };
static const char *const data_ends[] = { "cfg",  "conf", "csv", "ini",  "json", "properties",
                                         "toml", "txt",  "xml", "yaml", "yml",  NULL };

/* What follows `env.` in the name of a file with variables of an environment. */
static const char *const environments[] = { "ci",         "dev",   "development", "local", "prod",
                                            "production", "stage", "staging",     "test",  NULL };

/* Settings in the folder of a tool. */
static const struct
{
  const char *parent;
  const char *name;
} settings[] = {
  { ".bundle", "config" },
  { ".cargo", "config" },
  { ".cargo", "config.toml" },
  { ".claude", ".credentials.json" },
  { ".claude", "settings.local.json" },
  { ".codex", "config.toml" },
  { ".continue", "config.json" },
  { ".continue", "config.yaml" },
};

static gboolean
is_hidden (const char *name)
{
  g_auto (GStrv) words = NULL;

  if (g_strv_contains (hidden_names, name))
    return TRUE;
  words = g_strsplit_set (name + 1, ".-_", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (g_strv_contains (hidden_words, words[i]))
      return TRUE;
  /* `.github_token`, but not the settings `.token.json`. */
  return g_str_has_suffix (name, "token") || g_str_has_suffix (name, "tokens");
}

static gboolean
is_setting (const char *parent, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (g_str_equal (settings[i].parent, parent) && g_str_equal (settings[i].name, name))
      return TRUE;
  return *parent == '.' && g_str_has_prefix (name, "mcp") && g_str_has_suffix (name, ".json");
}

/* Returns TRUE for `secrets.json` and `secrets.local.json`. */
static gboolean
is_visible (const char *name)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = NULL;

  if (g_strv_contains (visible_names, name))
    return TRUE;
  if (g_str_has_prefix (name, "env."))
    return g_strv_contains (environments, name + strlen ("env."));
  if (dot == NULL || !g_strv_contains (data_ends, dot + 1))
    return FALSE;
  stem = g_strndup (name, strcspn (name, "."));
  return g_strv_contains (visible_stems, stem);
}

gboolean
troupe_folder_keys_is_file (const char *parent, const char *name)
{
  g_return_val_if_fail (parent != NULL && name != NULL, TRUE);

  if (*name == '.' && name[1] != '\0' && is_hidden (name))
    return TRUE;
  /* Terraform adds the time to the name of a backup. */
  return is_setting (parent, name) || is_visible (name) || strstr (name, ".tfstate.") != NULL ||
         g_str_has_suffix (name, ".tfvars.json") || strstr (name, ".env.") != NULL;
}
