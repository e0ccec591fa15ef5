/* troupe-consent-entries.c: creates the entries of a consent from a permission report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-entries"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-consent-entries.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-host-risk.h"
#include "troupe-key-address.h"
#include "troupe-key-recipients.h"
#include "troupe-mcp-hidden.h"
#include "troupe-permission-list.h"
#include "troupe-permissions.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-list.h"

/* Returns a list of the report, or NULL. (transfer none) */
static TroupeValue *
get_list (TroupeValue *map, const char *key)
{
  TroupeValue *list = troupe_value_map_lookup_string (map, key, -1);

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) ? list : NULL;
}

static gsize
count (TroupeValue *list)
{
  return list != NULL ? troupe_value_list_get_length (list) : 0;
}

static gboolean
get_flag (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

static gboolean
list_has (TroupeValue *list, const char *text)
{
  for (gsize i = 0; i < count (list); i++)
    if (g_strcmp0 (troupe_value_get_string (troupe_value_list_get (list, i), NULL), text) == 0)
      return TRUE;
  return FALSE;
}

char *
troupe_consent_entries_make_value (TroupeValue *member)
{
  g_autoptr (TroupeValue) known = NULL;
  g_autoptr (TroupeValue) without_size = NULL;
  g_autoptr (TroupeValue) kept = NULL;

  g_return_val_if_fail (member != NULL, NULL);

  if (!troupe_value_is (member, TROUPE_VALUE_MAP))
    return troupe_value_to_json (member, TROUPE_JSON_COMPACT);
  known = troupe_value_map_without (member, "exists");
  without_size = troupe_value_map_without (known, "size");
  kept = troupe_value_map_without (without_size, "in_project");

  return troupe_value_to_json (kept, TROUPE_JSON_COMPACT);
}

/* Adds an entry for @member of the report. @text, @detail, @warning: (transfer full). (transfer none) */
static TroupeConsentEntry *
add (GPtrArray *entries,
     TroupeConsentSection section,
     TroupeValue *member,
     char *text,
     char *detail,
     char *warning)
{
  g_autofree char *value = troupe_consent_entries_make_value (member);
  TroupeConsentEntry *entry = NULL;

  /* What is only used if it exists must not require another consent when it appears, for example
   * the file that a training creates. Texts of others do. */
  if (section == TROUPE_CONSENT_FILES && get_flag (member, "optional") &&
      troupe_value_get_member_text (member, "content") == NULL)
    g_clear_pointer (&value, g_free);
  entry = troupe_consent_entry_new (section, value, text, detail, warning);
  g_ptr_array_add (entries, entry);
  return entry;
}

/* Returns “name (fact, fact)”, or only the name. @facts: the facts as a list. (transfer full) */
static char *
add_facts (const char *name, const GString *facts)
{
  /* Translators: a file, host or program, followed by facts about it. */
  return facts->len > 0 ? g_strdup_printf (_ ("%s (%s)"), name, facts->str) : g_strdup (name);
}

static char *
quote_path (const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);

  return troupe_consent_quote (shown);
}

/* Adds that the path leads elsewhere. */
static void
add_target (GString *facts, TroupeValue *map)
{
  const char *target = troupe_value_get_member_text (map, "target");
  g_autofree char *shown = target != NULL ? quote_path (target) : NULL;
  /* Translators: %s is the location to which a symbolic link leads. */
  g_autofree char *text = shown != NULL ? g_strdup_printf (_ ("leads to %s"), shown) : NULL;

  if (text != NULL)
    troupe_text_list_append (facts, text);
}

/* --- Programs and hosts ----------------------------------------------------------------------- */

/* Adds which values are those of the file `.env`. Keys of it take precedence over the keyring, as in CrewAI, so that the account may
 * be that of another person. */
static void
add_keys_of_file (GString *facts, TroupeValue *recipient)
{
  TroupeValue *keys = troupe_value_get_member_of (recipient, "keys_of_file", TROUPE_VALUE_MAP);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (gsize i = 0; keys != NULL && i < troupe_value_map_get_size (keys); i++)
    {
      g_autofree char *name =
          troupe_consent_quote (troupe_value_get_string (troupe_value_map_get_key (keys, i), NULL));

      troupe_text_list_append (names, name);
    }
  if (names->len == 0)
    return;
  text = g_strdup_printf (troupe_value_get_member (recipient, "program") != NULL
                              /* Translators: %s are environment variables. */
                              ? _ ("%s is from .env: the author of this file chose the value")
                              /* Translators: %s are environment variables with keys. */
                              : _ ("%s is from .env: the account of this file’s author, not yours"),
                          names->str);
  troupe_text_list_append (facts, text);
}

/* Adds which keys the recipient receives. @says_none: whether the absence of keys is a fact as well */
static void
add_keys (GString *facts, TroupeValue *recipient, gboolean says_none)
{
  TroupeValue *variables = get_list (recipient, "variables");
  const gsize length = facts->len;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (gsize i = 0; i < count (variables); i++)
    {
      g_autofree char *name = troupe_consent_quote (
          troupe_value_get_string (troupe_value_list_get (variables, i), NULL));

      troupe_text_list_append (names, name);
    }
  if (names->len > 0)
    {
      /* Translators: %s are environment variables with keys. */
      text = g_strdup_printf (_ ("receives %s"), names->str);
      troupe_text_list_append (facts, text);
    }
  add_keys_of_file (facts, recipient);
  if (get_flag (recipient, "key_in_document"))
    troupe_text_list_append (facts, _ ("receives a key in the document"));
  if (get_flag (recipient, "sign_in"))
    troupe_text_list_append (
        facts, _ ("receives the token of your sign-in, if you have signed in or do so"));
  if (facts->len == length && says_none)
    troupe_text_list_append (facts, _ ("receives no key"));
}

static void
add_program (GPtrArray *entries, TroupeValue *recipient)
{
  const char *path = troupe_value_get_member_text (recipient, "path");
  g_autofree char *name =
      troupe_consent_quote (troupe_value_get_member_text (recipient, "program"));
  g_autofree char *shown = path != NULL ? quote_path (path) : NULL;
  /* Translators: %s is the path of a program. */
  g_autofree char *starts = shown != NULL ? g_strdup_printf (_ ("starts %s"), shown)
                                          : g_strdup (_ ("the program was not found"));
  g_autoptr (GString) facts = g_string_new (NULL);

  troupe_text_list_append (facts, starts);
  add_target (facts, recipient);
  add_keys (facts, recipient, FALSE);
  /* A program that was not found is not started. */
  add (entries, TROUPE_CONSENT_PROGRAMS, recipient, add_facts (name, facts), NULL, NULL)
      ->can_refuse = path != NULL;
}

/* Returns where the name of the host leads, if it is not the internet. (transfer full) (nullable) */
static char *
describe_addresses (TroupeValue *recipient)
{
  TroupeValue *addresses = troupe_value_get_member_of (recipient, "leads_to", TROUPE_VALUE_LIST);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; addresses != NULL && i < troupe_value_list_get_length (addresses); i++)
    {
      const char *shown = troupe_value_get_string (troupe_value_list_get (addresses, i), NULL);
      g_autoptr (GInetAddress) address = g_inet_address_new_from_string (shown);
      TroupeHttpReach reach = TROUPE_HTTP_REACH_PRIVATE;
      g_autofree char *fact = NULL;

      if (address != NULL)
        troupe_http_reach_find (address, &reach);
      fact = g_strdup_printf (reach == TROUPE_HTTP_REACH_HERE
                                  /* Translators: %s is a network address such as 127.0.0.1 */
                                  ? _ ("leads to this computer, %s")
                                  /* Translators: %s is a network address such as 192.168.1.7 */
                                  : _ ("leads to a private network, %s"),
                              shown);
      troupe_text_list_append (text, fact);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
add_host (GPtrArray *entries, TroupeValue *recipient)
{
  const char *host = troupe_value_get_member_text (recipient, "host");
  g_autofree char *name = troupe_consent_quote (host);
  g_autofree char *warning = NULL;
  g_autofree char *reach = NULL;
  g_autoptr (GString) facts = NULL;
  g_autofree char *only = NULL;
  char *risk;
  const TroupeProvider *foreign;

  only = troupe_key_recipient_get_host (host);
  risk = troupe_host_find_risk (only, troupe_value_get_member_text (recipient, "user"));
  if (risk == NULL)
    {
      TroupeValue *variables;

      /* Finds a provider whose key the recipient receives although @only is not its address. */
      variables = get_list (recipient, "variables");
      foreign = NULL;
      for (gsize i = 0; i < count (variables); i++)
        {
          const TroupeProvider *provider = troupe_key_address_find_foreign (
              troupe_value_get_string (troupe_value_list_get (variables, i), NULL), only);

          if (provider != NULL)
            {
              foreign = provider;
              break;
            }
        }
    }
  else
    foreign = NULL;
  /* Translators: %s is the provider of a key, such as OpenAI, which another host receives. */
  warning = foreign != NULL ? g_strdup_printf (_ ("not the address of %s"), foreign->title) : risk;
  reach = describe_addresses (recipient);
  facts = g_string_new (NULL);
  if (g_str_equal (host, TROUPE_PERMISSION_ANY_HOST))
    {
      add (entries, TROUPE_CONSENT_HOSTS, recipient, g_strdup (_ ("any public web address")), NULL,
           NULL)
          ->can_refuse = TRUE;
      return;
    }
  add_keys (facts, recipient, TRUE);
  if (!get_flag (recipient, "encrypted"))
    troupe_text_list_append (facts, _ ("unencrypted"));
  if (warning != NULL)
    troupe_text_list_append (facts, warning);
  if (reach != NULL)
    troupe_text_list_append (facts, reach);
  if (warning == NULL)
    warning = g_strdup (reach);
  add (entries, TROUPE_CONSENT_HOSTS, recipient, add_facts (name, facts), NULL,
       g_steal_pointer (&warning))
      ->can_refuse = TRUE;
}

/* Adds the recipients of one kind, and the names in @key of the report that are no recipients. */
static void
add_recipients (GPtrArray *entries,
                TroupeValue *permission_report,
                TroupeConsentSection section,
                const char *member,
                void (*add_recipient) (GPtrArray *entries, TroupeValue *recipient))
{
  TroupeValue *recipients = get_list (permission_report, "recipients");
  TroupeValue *names = get_list (permission_report, troupe_consent_section_get_name (section));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < count (recipients); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (recipients, i);
      const char *name = troupe_value_get_member_text (recipient, member);

      if (name == NULL)
        continue;
      g_hash_table_add (seen, (gpointer) name);
      if (!get_flag (recipient, "refused"))
        add_recipient (entries, recipient);
    }
  for (gsize i = 0; i < count (names); i++)
    {
      TroupeValue *value = troupe_value_list_get (names, i);
      const char *name = troupe_value_get_string (value, NULL);
      const gboolean is_any =
          section == TROUPE_CONSENT_HOSTS && g_str_equal (name, TROUPE_PERMISSION_ANY_HOST);
      g_autofree char *host = troupe_key_recipient_get_host (name);
      char *warning = section == TROUPE_CONSENT_HOSTS ? troupe_host_find_risk (host, NULL) : NULL;

      if (g_hash_table_contains (seen, name))
        g_free (warning);
      else
        add (entries, section, value,
             is_any ? g_strdup (_ ("any public web address")) : troupe_consent_quote (name), NULL,
             warning)
            ->can_refuse = section == TROUPE_CONSENT_HOSTS;
    }
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Adds how the file is used. */
static void
add_access (GString *facts, TroupeValue *file)
{
  TroupeValue *access = get_list (file, "access");
  const char *obstacle = troupe_value_get_member_text (file, "obstacle");
  const gboolean exists = get_flag (file, "exists");
  const gboolean is_folder = g_strcmp0 (troupe_value_get_member_text (file, "kind"), "folder") == 0;
  const gboolean is_named_later =
      g_strcmp0 (troupe_value_get_member_text (file, "kind"), "pattern") == 0;

  TroupeValue *size = troupe_value_get_member_of (file, "size", TROUPE_VALUE_INTEGER);
  const gboolean writes = list_has (access, "replace") || list_has (access, "extend");

  if (size != NULL)
    {
      g_autofree char *shown = g_format_size ((guint64) troupe_value_get_integer (size));
      /* Translators: %s is a size such as “2.4 MB” */
      g_autofree char *fact = g_strdup_printf (_ ("sends its content to the model, %s"), shown);

      troupe_text_list_append (facts, fact);
    }
  else if (list_has (access, "read") && (exists || is_named_later))
    troupe_text_list_append (facts, _ ("reads"));
  else if (list_has (access, "read") && !writes)
    troupe_text_list_append (facts, _ ("reads, does not exist"));
  if (is_folder && writes)
    troupe_text_list_append (facts, exists ? _ ("writes and deletes files in this folder")
                                           : _ ("writes and deletes files in this new folder"));
  else if (list_has (access, "replace"))
    troupe_text_list_append (facts, is_named_later ? _ ("writes, replaces existing files")
                                    : exists       ? _ ("writes, replaces the existing file")
                                                   : _ ("writes a new file"));
  else if (list_has (access, "extend"))
    troupe_text_list_append (facts,
                             exists ? _ ("adds to the existing file") : _ ("writes a new file"));
  if (is_named_later)
    troupe_text_list_append (facts, _ ("the name depends on the inputs"));
  if (obstacle != NULL)
    {
      /* Translators: %s is an error of the system, such as “Read-only file system” */
      g_autofree char *fact = g_strdup_printf (_ ("cannot be written: %s"), obstacle);

      troupe_text_list_append (facts, fact);
    }
}

static void
add_files (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *files = get_list (permission_report, "files");

  for (gsize i = 0; i < count (files); i++)
    {
      TroupeValue *file = troupe_value_list_get (files, i);
      const char *type = troupe_value_get_member_text (file, "type");
      g_autofree char *name = quote_path (troupe_value_get_member_text (file, "path"));
      g_autoptr (GString) facts = g_string_new (NULL);
      char *warning = NULL;

      add_access (facts, file);
      if (type != NULL)
        troupe_text_list_append (facts, g_str_equal (type, "folder") ? _ ("is a folder")
                                        : g_str_equal (type, "file") ? _ ("is a file")
                                                                     : _ ("is a device or a pipe"));
      add_target (facts, file);
      if (get_flag (file, "executable") || get_flag (file, "in_project"))
        {
          warning = g_strdup (_ ("other programs may execute it or take settings from it"));
          troupe_text_list_append (facts, warning);
        }
      add (entries, TROUPE_CONSENT_FILES, file, add_facts (name, facts), NULL, warning);
    }
}

/* --- Python ----------------------------------------------------------------------------------- */

/* Returns one line that names the code. (transfer full) */
static char *
describe_code (TroupeValue *entry, const char *kind, const char *text)
{
  g_autofree char *owner = NULL;
  g_autofree char *name = NULL;
  const char *method;
  const char *step;
  g_autofree char *shown_method = NULL;
  g_autofree char *shown_step = NULL;

  /* Describes the method or step to which the code belongs. */
  method = troupe_value_get_member_text (entry, "method");
  step = troupe_value_get_member_text (entry, "step");
  shown_method = troupe_text_to_line (method != NULL ? method : "?");
  shown_step = step != NULL ? troupe_text_to_line (step) : NULL;
  if (step == NULL)
    {
      /* Translators: the name of a method */
      owner = g_strdup_printf (C_ ("a method", "“%s”"), shown_method);
    }
  else
    owner = g_strdup_printf (_ ("“%s”, step “%s”"), shown_method, shown_step);
  name = troupe_consent_quote (text);
  if (g_strcmp0 (kind, "class") == 0)
    /* Translators: a Python class */
    return g_strdup_printf (_ ("the class %s, for the state"), name);
  if (g_strcmp0 (kind, "script") == 0)
    {
      guint n_lines;
      const char *source;

      source = text;
      n_lines = *source != '\0' ? 1 : 0;
      for (; *source != '\0'; source++)
        n_lines += source[0] == '\n' && source[1] != '\0' ? 1 : 0;
      /* Translators: %u is the number of lines of a script, %s the method that contains it */
      return g_strdup_printf (ngettext ("%u line of Python in %s", "%u lines of Python in %s",
                                        n_lines),
                              n_lines, owner);
    }
  if (g_strcmp0 (kind, "tool") == 0)
    /* Translators: first %s is a Python class, second %s the method that uses it */
    return g_strdup_printf (_ ("the tool %s, for %s"), name, owner);
  /* Translators: first %s is a Python function, second %s the method that calls it */
  return g_strdup_printf (_ ("the function %s, for %s"), name, owner);
}

/* Returns the complete script, or the arguments. (transfer full) (nullable) */
static char *
describe_source (TroupeValue *entry, const char *kind, const char *text)
{
  TroupeValue *arguments = troupe_value_map_lookup_string (entry, "with", -1);
  g_autofree char *json = NULL;
  g_autofree char *shown = NULL;

  if (g_strcmp0 (kind, "script") == 0)
    return troupe_text_to_lines (text);
  if (arguments == NULL || troupe_value_is (arguments, TROUPE_VALUE_NULL))
    return NULL;
  json = troupe_value_to_json (arguments, TROUPE_JSON_SPACED);
  shown = troupe_text_to_line (json);
  /* Translators: the arguments of a function or a tool */
  return g_strdup_printf (_ ("with %s"), shown);
}

/* Files of crews and texts are not code, and MCP servers are listed as programs and hosts. */
static gboolean
is_code (TroupeValue *entry)
{
  const char *kind = troupe_value_get_member_text (entry, "kind");

  return g_strcmp0 (kind, "crew") != 0 && g_strcmp0 (kind, "text") != 0 &&
         g_strcmp0 (kind, "mcp") != 0;
}

static void
add_python (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *list = get_list (permission_report, "python");
  TroupeValue *interpreter = troupe_value_map_lookup_string (permission_report, "interpreter", -1);
  const guint before = entries->len;

  for (gsize i = 0; i < count (list); i++)
    {
      TroupeValue *entry = troupe_value_list_get (list, i);
      const char *kind = troupe_value_get_member_text (entry, "kind");
      const char *text = troupe_value_get_member_text (entry, "text");

      if (is_code (entry))
        add (entries, TROUPE_CONSENT_PYTHON, entry,
             describe_code (entry, kind, text != NULL ? text : ""),
             describe_source (entry, kind, text != NULL ? text : ""), NULL);
    }
  if (entries->len > before && interpreter != NULL)
    {
      const char *path = troupe_value_get_member_text (interpreter, "path");
      g_autofree char *shown = path != NULL ? quote_path (path) : NULL;
      /* Translators: %s is the path of the Python interpreter. */
      g_autofree char *name = shown != NULL ? g_strdup_printf (_ ("with the interpreter %s"), shown)
                                            : g_strdup (_ ("with the interpreter python3"));
      g_autoptr (GString) facts = g_string_new (NULL);

      if (path == NULL)
        troupe_text_list_append (facts, _ ("the program was not found"));
      add_target (facts, interpreter);
      add (entries, TROUPE_CONSENT_PYTHON, interpreter, add_facts (name, facts), NULL, NULL);
    }
}

/* --- Other lists ------------------------------------------------------------------------------ */

static void
add_names (GPtrArray *entries, TroupeValue *permission_report, TroupeConsentSection section)
{
  const gboolean are_paths = section == TROUPE_CONSENT_FOLDERS || section == TROUPE_CONSENT_KEYS;
  TroupeValue *names = get_list (permission_report, troupe_consent_section_get_name (section));

  for (gsize i = 0; i < count (names); i++)
    {
      TroupeValue *member = troupe_value_list_get (names, i);
      g_autofree char *json = troupe_value_is (member, TROUPE_VALUE_STRING)
                                  ? NULL
                                  : troupe_value_to_json (member, TROUPE_JSON_SPACED);
      const char *name = json != NULL ? json : troupe_value_get_string (member, NULL);

      add (entries, section, member, are_paths ? quote_path (name) : troupe_consent_quote (name),
           NULL, NULL);
    }
}

/* Adds the models. The default one is marked, because it depends on where the document is run. */
static void
add_models (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *models = get_list (permission_report, "models");
  const char *usual = NULL;
  g_autofree char *fact = troupe_permissions_describe_default_model (permission_report, &usual);

  for (gsize i = 0; i < count (models); i++)
    {
      TroupeValue *model = troupe_value_list_get (models, i);
      g_autofree char *json = troupe_value_is (model, TROUPE_VALUE_STRING)
                                  ? NULL
                                  : troupe_value_to_json (model, TROUPE_JSON_SPACED);
      const char *name = json != NULL ? json : troupe_value_get_string (model, NULL);
      g_autofree char *quoted = troupe_consent_quote (name);
      g_autoptr (GString) facts = g_string_new (NULL);

      if (fact != NULL && g_strcmp0 (name, usual) == 0)
        troupe_text_list_append (facts, fact);
      add (entries, TROUPE_CONSENT_MODELS, model, add_facts (quoted, facts), NULL, NULL);
    }
}

/* Returns the folder of the list in which the path is hidden, where everything that is hidden can
 * be read but not written unless it is in the list as well (doc/reliability.md R9). (nullable) */
static const char *
find_hiding (TroupeValue *folders, const char *path)
{
  for (gsize i = 0; i < count (folders); i++)
    {
      const char *folder = troupe_value_get_string (troupe_value_list_get (folders, i), NULL);

      if (troupe_path_is_within (path, folder) &&
          troupe_folder_name_any (path + strlen (folder), troupe_folder_name_is_unknown))
        return folder;
    }
  return NULL;
}

/* Adds the folders with the locations to which links lead, because these are granted, and the limits of
 * what only Python code uses. */
static void
add_folders (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *folders = get_list (permission_report, "folders");
  TroupeValue *targets = get_list (permission_report, "folder_targets");
  const char *code_folder = troupe_value_get_member_text (permission_report, "code_folder");
  const gboolean may_write = get_flag (permission_report, "folders_written");
  const gboolean data_only = troupe_permissions_write_data_only (permission_report);
  const gboolean code_writes = troupe_permissions_code_may_write (permission_report);

  for (gsize i = 0; i < count (folders); i++)
    {
      TroupeValue *folder = troupe_value_list_get (folders, i);
      g_autofree char *name = quote_path (troupe_value_get_string (folder, NULL));
      g_autoptr (GString) facts = g_string_new (NULL);
      g_autoptr (TroupeValue) map = NULL;
      const char *path = troupe_value_get_string (folder, NULL);
      const char *hiding = find_hiding (folders, path);
      const gboolean is_hidden = hiding != NULL;
      /* The first folder is that of the document; the others are named by arguments of servers. */
      const gboolean is_named = is_hidden ? !troupe_mcp_hidden_is_for_data (path, hiding)
                                          : i > 0 && g_strcmp0 (path, code_folder) != 0;
      const char *limit = g_strcmp0 (code_folder, troupe_value_get_string (folder, NULL)) == 0
                              ? troupe_permissions_describe_code_folder (permission_report)
                              : NULL;
      /* Files and folders elsewhere, and hidden files, may be programs or settings. */
      const char *data_fact = is_named    ? _ ("reads")
                              : is_hidden ? _ ("reads; creates and replaces documents and data")
                                          : _ ("reads; creates and replaces documents and data in "
                                               "its folder “output” only");
      const char *file_fact = _ ("reads, creates and replaces files");
      const gboolean is_data = limit == NULL && (may_write || code_writes) && data_only;
      TroupeConsentEntry *entry;
      TroupeMapBuilder builder;
      char *warning = NULL;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "path", troupe_value_ref (folder));
      if (limit != NULL)
        {
          troupe_map_builder_add (&builder, "limited", troupe_value_new_boolean (TRUE));
          troupe_text_list_append (facts, limit);
        }
      else
        {
          /* A tool that writes is another permission than one that reads. What code may do is a part of its own permission. */
          if (may_write)
            troupe_map_builder_add (&builder, "written", troupe_value_new_boolean (TRUE));
          troupe_text_list_append (facts, !may_write && !code_writes ? _ ("reads")
                                          : data_only                ? data_fact
                                                                     : file_fact);
        }
      if (is_hidden)
        {
          troupe_map_builder_add (&builder, "hidden", troupe_value_new_boolean (TRUE));
          troupe_text_list_append (facts, _ ("hidden; other programs may take settings from it"));
        }
      if (i < count (targets))
        troupe_map_builder_add (&builder, "target",
                                troupe_value_ref (troupe_value_list_get (targets, i)));
      map = troupe_map_builder_end (&builder);
      add_target (facts, map);
      /* Arguments of a server may name any file of the user. */
      if (is_named && troupe_folder_policy_is_protected (path))
        {
          warning = g_strdup (_ ("contains keys or passwords, or configures programs"));
          troupe_text_list_append (facts, warning);
        }
      entry = add (entries, TROUPE_CONSENT_FOLDERS, map, add_facts (name, facts), NULL, warning);
      g_string_replace (facts, data_fact, file_fact, 1);
      if (is_data)
        troupe_consent_entry_set_programs_text (entry, add_facts (name, facts));
    }
}

/* Adds the folders that Python code can read as well. */
static void
add_read_folders (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *folders = get_list (permission_report, "read_folders");

  for (gsize i = 0; i < count (folders); i++)
    {
      TroupeValue *folder = troupe_value_list_get (folders, i);
      g_autofree char *name = quote_path (troupe_value_get_string (folder, NULL));
      g_autoptr (GString) facts = g_string_new (NULL);
      g_autoptr (TroupeValue) map = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "reads", troupe_value_ref (folder));
      map = troupe_map_builder_end (&builder);
      troupe_text_list_append (facts, _ ("only reads"));
      add (entries, TROUPE_CONSENT_FOLDERS, map, add_facts (name, facts), NULL, NULL);
    }
}

static void
add_settings (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *settings = get_list (permission_report, "settings");

  for (gsize i = 0; i < count (settings); i++)
    {
      TroupeValue *setting = troupe_value_list_get (settings, i);
      g_autofree char *value =
          troupe_consent_quote (troupe_value_get_member_text (setting, "value"));

      add (entries, TROUPE_CONSENT_SETTINGS, setting,
           g_strdup_printf ("%s=%s", troupe_value_get_member_text (setting, "name"), value), NULL,
           NULL);
    }
}

/* Adds the methods that are not executed: what they return instead is given to others, and the user is not asked. */
static void
add_pins (GPtrArray *entries, TroupeValue *permission_report)
{
  TroupeValue *pins = get_list (permission_report, "pins");

  for (gsize i = 0; i < count (pins); i++)
    {
      TroupeValue *pin = troupe_value_list_get (pins, i);
      TroupeValue *output = troupe_value_get_member (pin, "output");
      g_autofree char *name = troupe_consent_quote (troupe_value_get_member_text (pin, "name"));
      g_autofree char *json =
          output != NULL ? troupe_value_to_json (output, TROUPE_JSON_COMPACT) : NULL;
      g_autoptr (GString) facts = g_string_new (NULL);
      g_autofree char *fact = json != NULL
                                  /* Translators: %s is a value */
                                  ? g_strdup_printf (_ ("its output is %s"), json)
                                  : g_strdup (_ ("muted"));

      troupe_text_list_append (facts, fact);
      add (entries, TROUPE_CONSENT_PINS, pin, add_facts (name, facts), NULL,
           get_flag (pin, "asks") ? g_strdup (_ ("The user is not asked.")) : NULL);
    }
}

GPtrArray *
troupe_consent_entries_new (TroupeValue *permission_report, const TroupeProjectCode *code)
{
  GPtrArray *entries = NULL;
  GPtrArray *sorted;

  g_return_val_if_fail (permission_report != NULL && code != NULL, NULL);

  entries = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_consent_entry_free);
  add_recipients (entries, permission_report, TROUPE_CONSENT_PROGRAMS, "program", add_program);
  add_python (entries, permission_report);
  /* Adds the files that are run. Their values contain their content. */
  for (guint i = 0; i < code->files->len; i++)
    {
      const char *digest = i < code->digests->len ? g_ptr_array_index (code->digests, i) : NULL;
      g_autofree char *name = g_filename_display_name (g_ptr_array_index (code->files, i));
      g_autofree char *value = g_strdup_printf ("%s %s", digest != NULL ? digest : "", name);

      g_ptr_array_add (entries, troupe_consent_entry_new (TROUPE_CONSENT_MODULES, value,
                                                          troupe_consent_quote (name), NULL, NULL));
    }
  add_names (entries, permission_report, TROUPE_CONSENT_REFERENCES);
  add_recipients (entries, permission_report, TROUPE_CONSENT_HOSTS, "host", add_host);
  add_files (entries, permission_report);
  add_folders (entries, permission_report);
  add_read_folders (entries, permission_report);
  add_names (entries, permission_report, TROUPE_CONSENT_VARIABLES);
  add_names (entries, permission_report, TROUPE_CONSENT_KEYS);
  add_settings (entries, permission_report);
  add_models (entries, permission_report);
  add_pins (entries, permission_report);
  /* Puts the entries with a warning at the start of their sections, because a document decides
   * on the order of the others, and a long section is not shown as a whole. */
  sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_consent_entry_free);
  for (guint section = 0; section < TROUPE_CONSENT_N_SECTIONS; section++)
    for (guint pass = 0; pass < 2; pass++)
      for (guint i = 0; i < entries->len; i++)
        {
          TroupeConsentEntry *entry = g_ptr_array_index (entries, i);

          if (entry != NULL && entry->section == section && (entry->warning != NULL) == (pass == 0))
            {
              g_ptr_array_add (sorted, entry);
              g_ptr_array_index (entries, i) = NULL;
            }
        }
  g_ptr_array_set_free_func (entries, NULL);
  g_ptr_array_unref (entries);
  return sorted;
}
