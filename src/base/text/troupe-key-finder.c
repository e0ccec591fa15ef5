/* troupe-key-finder.c: detects API keys in text before export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-key-finder"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-key-finder.h"
#include "troupe-secret.h"
#include "troupe-text.h"

/* Minimum length of a value, in bytes, if the name of its member says that it is a key, and if the
 * name only suggests it. */
#define SHORTEST_NAMED 8
#define SHORTEST_TOKEN 20

typedef struct
{
  char *name;
  TroupeSecret *secret;
} Known;

struct _TroupeKeyFinder
{
  gatomicrefcount ref_count;
  GArray *known; /* (element-type Known) */
};

static void
known_clear (gpointer data)
{
  Known *known = data;

  g_free (known->name);
  troupe_secret_unref (known->secret);
}

/* (transfer full) */
TroupeKeyFinder *
troupe_key_finder_new (void)
{
  TroupeKeyFinder *self = g_new0 (TroupeKeyFinder, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->known = g_array_new (FALSE, FALSE, sizeof (Known));
  g_array_set_clear_func (self->known, known_clear);
  return self;
}

TroupeKeyFinder *
troupe_key_finder_ref (TroupeKeyFinder *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_key_finder_unref (TroupeKeyFinder *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->known);
  g_free (self);
}

void
troupe_key_finder_add (TroupeKeyFinder *self, const char *name, const char *key)
{
  const char *const texts[] = { key, NULL };
  Known known;

  g_return_if_fail (self != NULL);
  g_return_if_fail (name != NULL && key != NULL);

  if (strlen (key) < TROUPE_SECRET_LONG)
    return;
  known = (Known){ g_strdup (name), troupe_secret_new (texts) };
  g_array_append_val (self->known, known);
}

gboolean
troupe_key_finder_is_key_name (const char *name)
{
  static const char *const words[] = { "KEY",    "TOKEN",      "SECRET",       "PASSWORD",
                                       "PASSWD", "CREDENTIAL", "AUTHORIZATION" };

  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcasestr (name, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* --- Patterns of keys ------------------------------------------------------------------------- */

static gboolean
is_token_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '-' || byte == '_';
}

static gsize
measure_token (const char *text)
{
  gsize length = 0;

  while (is_token_byte (text[length]))
    length++;
  return length;
}

/* Returns TRUE if @text contains both digits and letters. Keys contain both, but words do not. */
static gboolean
is_mixed (const char *text, gsize length)
{
  gboolean has_digit = FALSE;
  gboolean has_letter = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      has_digit = has_digit || g_ascii_isdigit (text[i]);
      has_letter = has_letter || g_ascii_isalpha (text[i]);
    }
  return has_digit && has_letter;
}

/* Prefixes of the keys of well-known services, and the minimum number of bytes that follow. */
static const struct
{
  const char *prefix;
  guint rest;
  const char *name;
} shapes[] = {
  { "sk-ant-", 20, N_ ("an Anthropic key") },
  { "sk-or-", 20, N_ ("an OpenRouter key") },
  { "sk-", 20, N_ ("a key of OpenAI or a compatible service") },
  { "sk_live_", 16, N_ ("a Stripe key") },
  { "rk_live_", 16, N_ ("a Stripe key") },
  { "AKIA", 16, N_ ("an AWS access key") },
  { "ASIA", 16, N_ ("an AWS access key") },
  { "ghp_", 30, N_ ("a GitHub token") },
  { "gho_", 30, N_ ("a GitHub token") },
  { "ghu_", 30, N_ ("a GitHub token") },
  { "ghs_", 30, N_ ("a GitHub token") },
  { "ghr_", 30, N_ ("a GitHub token") },
  { "github_pat_", 22, N_ ("a GitHub token") },
  { "glpat-", 20, N_ ("a GitLab token") },
  { "xoxb-", 10, N_ ("a Slack token") },
  { "xoxp-", 10, N_ ("a Slack token") },
  { "xoxa-", 10, N_ ("a Slack token") },
  { "xoxs-", 10, N_ ("a Slack token") },
  { "AIza", 35, N_ ("a Google key") },
  { "ya29.", 20, N_ ("a Google token") },
  { "hf_", 30, N_ ("a Hugging Face token") },
  { "gsk_", 20, N_ ("a Groq key") },
  { "pplx-", 20, N_ ("a Perplexity key") },
  { "xai-", 30, N_ ("an xAI key") },
  { "tvly-", 16, N_ ("a Tavily key") },
  { "r8_", 30, N_ ("a Replicate token") },
  { "npm_", 30, N_ ("an npm token") },
  { "nvapi-", 30, N_ ("an NVIDIA key") },
};

static gsize
match_shape (const char *text, const char **name)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      gsize before;
      gsize rest;

      /* Nearly all words differ in the first byte, and each word of a document gets here. */
      if (*text != *shapes[i].prefix)
        continue;
      before = strlen (shapes[i].prefix);
      if (strncmp (text, shapes[i].prefix, before) != 0)
        continue;
      rest = measure_token (text + before);
      if (rest < shapes[i].rest || !is_mixed (text, before + rest))
        continue;
      *name = shapes[i].name;
      return before + rest;
    }
  return 0;
}

/* Matches three base64 parts separated by dots, of which the first two are JSON objects. */
static gsize
match_web_token (const char *text)
{
  gsize length = 0;

  if (!troupe_text_begins_with (text, "eyJ"))
    return 0;
  for (guint i = 0; i < 3; i++)
    {
      const gsize part = measure_token (text + length);

      if (part < 8 || (i < 2 && (text[length + part] != '.' ||
                                 !troupe_text_begins_with (text + length, "eyJ"))))
        return 0;
      length += part + (i < 2 ? 1 : 0);
    }
  return length;
}

static gsize
match_private_key (const char *text)
{
  const char *head_end;
  const char *end;

  if (!troupe_text_begins_with (text, "-----BEGIN "))
    return 0;
  head_end = strstr (text + 11, "-----");
  if (head_end == NULL || head_end - text > 64 ||
      g_strstr_len (text, head_end - text, "PRIVATE KEY") == NULL)
    return 0;
  end = strstr (head_end + 5, "-----END ");
  end = end != NULL ? strstr (end + 9, "-----") : NULL;
  return end != NULL ? (gsize) (end + 5 - text) : strlen (text);
}

/* Matches a token of at least 20 bytes after `Bearer` and blanks. @before: (out): offset of the
 * token */
static gsize
match_bearer (const char *text, gsize *before)
{
  gsize here = strlen ("bearer");
  gsize length;

  if (g_ascii_strncasecmp (text, "bearer", here) != 0 || text[here] != ' ')
    return 0;
  while (text[here] == ' ')
    here++;
  length = 0;
  while (is_token_byte (text[here + length]) || strchr (".+/=~", text[here + length]) != NULL)
    {
      if (text[here + length] == '\0')
        break;
      length++;
    }
  *before = here;
  return length >= 20 && is_mixed (text + here, length) ? length : 0;
}

/* Matches the password in `scheme://user:password@host`; @text begins after `://`. */
static gsize
match_address (const char *text, gsize *before)
{
  const gsize user = strcspn (text, ":/@?# \t\r\n\"'<>{}");
  gsize password;

  if (text[user] != ':')
    return 0;
  password = strcspn (text + user + 1, "/@?# \t\r\n\"'<>{}");
  if (password == 0 || text[user + 1 + password] != '@' ||
      troupe_text_begins_with (text + user + 1, TROUPE_SECRET_MASK))
    return 0;
  *before = user + 1;
  return password;
}

/* Matches `api_key = "…"` and similar; @text begins at a word. */
static gsize
match_assignment (const char *text, gsize *before)
{
  static const char *const words[] = { "api_key", "apikey", "api-key",       "access_token",
                                       "token",   "secret", "client_secret", "password" };
  gsize here = 0;
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (words) && here == 0; i++)
    if (g_ascii_tolower (*text) == *words[i] &&
        g_ascii_strncasecmp (text, words[i], strlen (words[i])) == 0)
      here = strlen (words[i]);
  if (here == 0)
    return 0;
  while (text[here] == '"' || text[here] == '\'' || text[here] == '\\' || text[here] == ' ')
    here++;
  if (text[here] != ':' && text[here] != '=')
    return 0;
  here++;
  while (text[here] == '"' || text[here] == '\'' || text[here] == '\\' || text[here] == ' ')
    here++;
  length = 0;
  while (text[here + length] != '\0' &&
         (is_token_byte (text[here + length]) || strchr ("+/=", text[here + length]) != NULL))
    length++;
  *before = here;
  return length >= 20 && is_mixed (text + here, length) ? length : 0;
}

/* Returns the length of a string in the form of a key at @text, or 0. @previous: the byte before
 * @text; @before: (out): number of bytes of @text that precede the key itself */
static gsize
match_at (const char *text, char previous, gsize *before, const char **name)
{
  const gboolean at_word = !g_ascii_isalnum (previous) && previous != '_';
  gsize length = 0;

  *before = 0;
  if (*text == '-')
    {
      *name = N_ ("a private key");
      return match_private_key (text);
    }
  if (text[0] == ':' && text[1] == '/' && text[2] == '/')
    {
      *name = N_ ("a password in a URL");
      length = match_address (text + 3, before);
      *before += 3;
      return length;
    }
  if (!at_word || !g_ascii_isalpha (*text))
    return 0;
  length = match_shape (text, name);
  if (length == 0 && (length = match_web_token (text)) > 0)
    *name = N_ ("a JSON Web Token");
  if (length == 0 && (length = match_bearer (text, before)) > 0)
    *name = N_ ("a bearer token");
  if (length == 0 && (length = match_assignment (text, before)) > 0)
    *name = N_ ("a value whose name suggests a key or a password");
  return length;
}

/* Finds the first key at or after @text; NULL if there is no key. */
static const char *
find_next (const char *text, char previous, gsize *length, const char **name)
{
  for (const char *at = text; *at != '\0'; at++)
    {
      gsize before = 0;

      *length = match_at (at, at > text ? at[-1] : previous, &before, name);
      if (*length > 0)
        return at + before;
    }
  return NULL;
}

/* --- Public API ------------------------------------------------------------------------------- */

char *
troupe_key_finder_find (TroupeKeyFinder *self, const char *text)
{
  gsize length;
  const char *name = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  for (guint i = 0; i < self->known->len; i++)
    {
      const Known *known = &g_array_index (self->known, Known, i);
      g_autofree char *hidden = troupe_secret_hide (known->secret, text, -1);

      if (!g_str_equal (hidden, text))
        return g_strdup (known->name);
    }
  return find_next (text, ' ', &length, &name) != NULL ? g_strdup (_ (name)) : NULL;
}

/* Returns TRUE if the text has the form of a value that is used literally as a key: one word which
 * is neither a reference, such as `${NAME}`, nor the name of a variable. */
static gboolean
is_literal (const char *text, gsize shortest)
{
  gboolean has_other = FALSE;
  gsize length = strlen (text);

  if (length < shortest || *text == '$' || strpbrk (text, " \t\r\n{}<>") != NULL)
    return FALSE;
  for (const char *at = text; *at != '\0'; at++)
    has_other = has_other || !(g_ascii_isupper (*at) || *at == '_');
  return has_other;
}

char *
troupe_key_finder_find_member (TroupeKeyFinder *self, const char *name, const char *text)
{
  /* Each of them contains a word of troupe_key_finder_is_key_name(). */
  static const char *const endings[] = { "api_key",     "apikey",        "api_token",
                                         "password",    "client_secret", "access_token",
                                         "secret_key",  "auth_token",    "ad_token",
                                         "private_key", "authorization", "authorization_token" };
  g_autofree char *found = troupe_key_finder_find (self, text);
  g_autofree char *lower = NULL;

  if (found != NULL || name == NULL || !troupe_key_finder_is_key_name (name))
    return g_steal_pointer (&found);
  lower = g_ascii_strdown (name, -1);
  g_strdelimit (lower, "-", '_');
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i]) && is_literal (text, SHORTEST_NAMED))
      return g_strdup (_ ("a value whose name suggests a key or a password"));
  if (is_literal (text, SHORTEST_TOKEN) && measure_token (text) == strlen (text) &&
      is_mixed (text, strlen (text)))
    return g_strdup (_ ("a value whose name suggests a key or a password"));
  return NULL;
}

void
troupe_key_finder_list (const char *text, gboolean is_setting, GPtrArray *keys)
{
  const char *here = text;
  const char *found;
  const char *name;
  gsize length;

  g_return_if_fail (text != NULL && keys != NULL);

  while ((found = find_next (here, here > text ? here[-1] : ' ', &length, &name)) != NULL)
    {
      gsize before = 0;

      /* What is a key by its own form begins where the match begins. */
      if (is_setting || match_at (found, found > text ? found[-1] : ' ', &before, &name) > before)
        g_ptr_array_add (keys, g_strndup (found, length));
      here = found + length;
    }
}

char *
troupe_key_finder_make_warning (const char *found)
{
  g_return_val_if_fail (found != NULL, NULL);

  return g_strdup_printf (
      /* Translators: %s is a kind of key, such as “a bearer token” */
      _ ("The document contains %s, which anyone with the file can read."), found);
}

const char *
troupe_key_finder_get_advice (void)
{
  return _ ("Remove it from the document, and revoke it if others have the file. Keys of models "
            "and tools are read from the environment, from .env, or from the keyring.");
}

char *
troupe_key_finder_hide (TroupeKeyFinder *self, const char *text)
{
  g_autofree char *hidden = NULL;
  GString *out;
  const char *here;
  const char *found;
  const char *name;
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  hidden = g_strdup (text);
  for (guint i = 0; i < self->known->len; i++)
    {
      char *next = troupe_secret_hide (g_array_index (self->known, Known, i).secret, hidden, -1);

      g_free (hidden);
      hidden = next;
    }
  out = g_string_new (NULL);
  here = hidden;
  while ((found = find_next (here, here > hidden ? here[-1] : ' ', &length, &name)) != NULL)
    {
      g_string_append_len (out, here, found - here);
      g_string_append (out, TROUPE_SECRET_MASK);
      here = found + length;
    }
  g_string_append (out, here);
  return g_string_free (out, FALSE);
}

/* --- Settings ------------------------------------------------------------------------------------- */

/* Endings of settings, each of which is read. */
static const char *const setting_ends[] = {
  "bat",  "bru", "cfg",        "cnf",  "conf", "config", "env",      "envs", "fish", "http", "ini",
  "list", "ps1", "properties", "rest", "sh",   "toml",   "xcconfig", "yaml", "yml",  NULL
};
/* Endings of sources and of documents of CrewAI: code needs them, and their texts contain examples. */
static const char *const source_ends[] = { "c",     "cc",  "cpp",  "cs",    "css",  "go",
                                           "h",     "hpp", "html", "ipynb", "java", "js",
                                           "jsonc", "jsx", "kt",   "mjs",   "php",  "pl",
                                           "py",    "pyi", "r",    "rb",    "rs",   "scala",
                                           "swift", "ts",  "tsx",  "vue",   NULL };
/* Parts of the names of other files that are read, with or without an ending. */
static const char *const name_parts[] = { "account", "api",      "auth",    "client",  "config",
                                          "cookie",  "cred",     "crush",   "env",     "key",
                                          "llm",     "login",    "mcp",     "model",   "oai",
                                          "openai",  "opencode", "pass",    "postman", "provider",
                                          "secret",  "server",   "session", "setting", "state",
                                          "token",   "vars",     NULL };
/* Folders whose files are read whatever their names are, folded. */
static const char *const key_folders[] = { "credentials", "creds",   "env.d",  "keys", "private",
                                           "secret",      "secrets", "tokens", NULL };
/* Names before their endings of the declarations of CrewAI, which are the document itself. */
static const char *const declarations[] = { "agents", "crew", "flow", "tasks", NULL };
/* Words of names whose values are keys. */
static const char *const secret_words[] = { "api_key",  "apikey", "api-key", "authtoken", "passwd",
                                            "password", "secret", "token",   NULL };
/* Minimum length of such a value, which has digits and letters. */
#define SHORTEST_VALUE 12u
/* Length of the shortest private key with its first line, in bytes. */
#define SHORTEST_PRIVATE 100u

gboolean
troupe_key_finder_may_be_settings (const char *name)
{
  const char *dot;
  g_autofree char *stem = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  if (*name == '.' || g_str_equal (name, "local_settings.py"))
    return TRUE;
  dot = strrchr (name, '.');
  stem = g_strndup (name, dot != NULL ? (gsize) (dot - name) : strlen (name));
  if (g_strv_contains (declarations, stem) ||
      (dot != NULL && g_strv_contains (source_ends, dot + 1)))
    return FALSE;
  if (dot != NULL && g_strv_contains (setting_ends, dot + 1))
    return TRUE;
  for (guint i = 0; name_parts[i] != NULL; i++)
    if (strstr (stem, name_parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
troupe_key_finder_may_be_near (const char *parent, const char *name)
{
  const char *dot;

  g_return_val_if_fail (parent != NULL && name != NULL, FALSE);

  dot = strrchr (name, '.');
  return (*parent == '\0' || g_strv_contains (key_folders, parent)) &&
         !(dot != NULL && g_strv_contains (source_ends, dot + 1));
}

/* Returns TRUE if the line is an assignment of a key, such as `DB_PASSWORD=…` and `"authtoken": "…"`. */
static gboolean
assigns_key (const char *line, gsize length)
{
  g_autofree char *lower = g_ascii_strdown (line, (gssize) length);
  const gsize name = strcspn (lower, ":=");
  const char *value = lower + name;
  gboolean is_secret = FALSE;
  gboolean has_digit = FALSE;
  gboolean has_letter = FALSE;
  gsize n_value = 0;

  if (*value == '\0')
    return FALSE;
  for (guint i = 0; secret_words[i] != NULL && !is_secret; i++)
    is_secret = g_strstr_len (lower, (gssize) name, secret_words[i]) != NULL;
  value += strspn (value, ":= \t\"'");
  for (; value[n_value] != '\0' && strchr (" \t\r\"',;#{}", value[n_value]) == NULL; n_value++)
    {
      has_digit = has_digit || g_ascii_isdigit (value[n_value]);
      has_letter = has_letter || g_ascii_isalpha (value[n_value]);
    }
  /* A variable, such as `$TOKEN`, is no key. */
  return is_secret && n_value >= SHORTEST_VALUE && has_digit && has_letter && *value != '$';
}

gboolean
troupe_key_finder_is_in_text (const char *text)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (text != NULL, TRUE);

  troupe_key_finder_list (text, FALSE, keys);
  /* A guide may contain the first line of a private key. */
  for (guint i = 0; i < keys->len; i++)
    if (*(const char *) keys->pdata[i] != '-' || strlen (keys->pdata[i]) > SHORTEST_PRIVATE)
      return TRUE;
  return FALSE;
}

gboolean
troupe_key_finder_is_in_settings (const char *text)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (text != NULL, TRUE);

  troupe_key_finder_list (text, TRUE, keys);
  /* A guide may contain the first line of a private key. */
  for (guint i = 0; i < keys->len; i++)
    if (*(const char *) keys->pdata[i] != '-' || strlen (keys->pdata[i]) > SHORTEST_PRIVATE)
      return TRUE;
  for (const char *line = text; *line != '\0';)
    {
      const gsize length = strcspn (line, "\n");

      if (assigns_key (line, length))
        return TRUE;
      line += length + (line[length] != '\0' ? 1 : 0);
    }
  return FALSE;
}
