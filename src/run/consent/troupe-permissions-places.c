/* troupe-permissions-places.c: files, recipients of keys and settings in a permission report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permissions-places"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-agreed-texts.h"
#include "troupe-consent-key.h"
#include "troupe-env-file.h"
#include "troupe-file.h"
#include "troupe-crew-file.h"
#include "troupe-folder-data.h"
#include "troupe-folder-results.h"
#include "troupe-http-hosts.h"
#include "troupe-permissions-private.h"
#include "troupe-program.h"
#include "troupe-provider-table.h"
#include "troupe-run-settings.h"

/* Maximum number of links that are followed from one path, as on Linux. */
#define MAX_LINKS 40

/* Maximum size of a program whose content is compared, in bytes. */
#define MOST_SCRIPT (1024u * 1024)

/* The value of a path, whose name may be invalid UTF-8. @path: (nullable) */
static TroupeValue *
path_or_null (const char *path)
{
  if (path == NULL)
    return troupe_value_new_null ();
  return g_utf8_validate (path, -1, NULL)
             ? troupe_value_new_string (path, -1)
             : troupe_value_take_string (g_filename_display_name (path), -1);
}

/* Resolves all symbolic links, also of a path that does not exist yet and of a link to such a path.
 * Recursion ends at the root. (transfer full) */
static char *
resolve (const char *path, guint n_links)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *link = g_file_read_link (path, NULL);
  g_autofree char *real = NULL;

  if (n_links >= MAX_LINKS || g_str_equal (parent, path))
    return g_strdup (path);
  if (link == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return troupe_path_resolve (path);
  real = resolve (parent, n_links + 1);
  if (link != NULL)
    {
      g_autofree char *target = g_canonicalize_filename (link, real);

      return resolve (target, n_links + 1);
    }
  return g_build_filename (real, name, NULL);
}

TroupeValue *
troupe_permissions_resolve (const char *path)
{
  g_autofree char *target = resolve (path, 0);

  return path_or_null (g_str_equal (target, path) ? NULL : target);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Returns TRUE if the name of the file depends on inputs of the run. */
static gboolean
is_pattern (const char *path)
{
  const char *open = strchr (path, '{');

  return open != NULL && strchr (open, '}') != NULL;
}

/* Returns what the path is if this is not what the document expects, which a program would notice
 * or wait for. (nullable) */
static const char *
find_strange_type (const char *path, gboolean is_folder)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0 ||
      (is_folder ? S_ISDIR (status.st_mode) : S_ISREG (status.st_mode)))
    return NULL;
  return S_ISDIR (status.st_mode) ? "folder" : S_ISREG (status.st_mode) ? "file" : "special";
}

static TroupeValue *
list_access (TroupeFileUse use)
{
  static const struct
  {
    TroupeFileUse use;
    const char *word;
  } words[] = {
    { TROUPE_FILE_READ, "read" },
    { TROUPE_FILE_REPLACE, "replace" },
    { TROUPE_FILE_EXTEND, "extend" },
  };
  TroupeValue *items[G_N_ELEMENTS (words)];
  gsize n_items = 0;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((use & words[i].use) != 0)
      items[n_items++] = troupe_value_new_string (words[i].word, -1);
  return troupe_value_new_list (items, n_items);
}

/* Returns the target of a pattern: the part before the first name with a placeholder, resolved. */
static char *
resolve_pattern (const char *path)
{
  const char *open = strchr (path, '{');
  g_autofree char *start = g_strndup (path, (gsize) (open - path));
  g_autofree char *folder = NULL;
  g_autofree char *real = NULL;
  char *slash = strrchr (start, '/');

  folder = g_strndup (path, (gsize) (slash - start) + (slash == start ? 1 : 0));
  real = resolve (folder, 0);
  return g_build_filename (real, path + (slash - start), NULL);
}

/* Returns a digest of the texts at or below the path, which are part of the consent with their content; NULL if there are
 * none. @base: of the names of the texts. (transfer full) (nullable) */
static char *
make_content (TroupeValue *declarations, const char *path, const char *base)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gboolean has_text = FALSE;

  for (gsize i = 0; i < troupe_value_list_get_length (declarations); i++)
    {
      TroupeValue *declaration = troupe_value_list_get (declarations, i);
      const char *name = troupe_value_get_member_text (declaration, "name");
      const char *digest = troupe_value_get_member_text (declaration, "digest");
      g_autofree char *full = g_canonicalize_filename (name, base);

      if (g_strcmp0 (troupe_value_get_member_text (declaration, "kind"), "text") != 0 ||
          !troupe_path_is_within (full, path))
        continue;
      g_checksum_update (sum, (const guchar *) name, (gssize) strlen (name) + 1);
      g_checksum_update (sum, (const guchar *) digest, (gssize) strlen (digest) + 1);
      has_text = TRUE;
    }
  return has_text ? g_strdup (g_checksum_get_string (sum)) : NULL;
}

const char *
troupe_permissions_find_obstacle (const TroupePermissionFile *file, const char *path)
{
  const char *open = is_pattern (path) ? strchr (path, '{') : NULL;
  g_autofree char *start = g_strndup (path, open != NULL ? (gsize) (open - path) : strlen (path));
  g_autofree char *folder = open != NULL ? g_path_get_dirname (start) : NULL;
  int number = 0;

  if ((file->use & (TROUPE_FILE_REPLACE | TROUPE_FILE_EXTEND)) != 0)
    {
      const char *error_path = folder != NULL ? folder : path;
      g_autofree char *error_folder = NULL;
      GStatBuf about;

      /* If the file does not exist, the nearest folder above it that exists has to be writable. */
      if (g_stat (error_path, &about) == 0)
        number = g_access (error_path, W_OK) == 0 ? 0 : errno;
      else if (errno != ENOENT && errno != ENOTDIR)
        number = errno;
      else
        {
          error_folder = g_path_get_dirname (error_path);
          while (g_stat (error_folder, &about) != 0 && !g_str_equal (error_folder, "/"))
            {
              char *above = g_path_get_dirname (error_folder);

              g_free (error_folder);
              error_folder = above;
            }
          if (!S_ISDIR (about.st_mode))
            number = ENOTDIR;
          else
            number = g_access (error_folder, W_OK | X_OK) == 0 ? 0 : errno;
        }
    }
  return number != 0 ? g_strerror (number) : NULL;
}

/* Returns TRUE if other programs may execute the file, or take settings or instructions from it, by its name. What replaces placeholders is judged during
 * the run. */
static gboolean
has_name_of_program (const TroupePermissionFile *file)
{
  g_autofree char *name = g_path_get_basename (file->path);

  return (file->use & TROUPE_FILE_FOLDER) == 0 &&
         (file->use & (TROUPE_FILE_REPLACE | TROUPE_FILE_EXTEND)) != 0 &&
         (troupe_folder_data_says_other (file->path) ||
          (!is_pattern (file->path) && !troupe_folder_result_is_name (name)));
}

/* Returns TRUE if the document chooses the text of the file, and other programs may take settings or sources from it because of its place. @folder: the
 * one to which its path is relative */
static gboolean
is_in_project (const TroupePermissionFile *file, const char *folder)
{
  return (file->use & TROUPE_FILE_FOLDER) == 0 && (file->use & TROUPE_FILE_REPLACE) != 0 &&
         !is_pattern (file->path) && troupe_crew_file_is_in_project (folder, file->path);
}

/* @content: (nullable): see make_content(); @folder: the one to which its path is relative */
static TroupeValue *
show_file (const TroupePermissionFile *file,
           const char *path,
           const char *content,
           const char *folder)
{
  const gboolean is_folder = (file->use & TROUPE_FILE_FOLDER) != 0;
  const gboolean is_named_later = is_pattern (path);
  g_autofree char *target = is_named_later ? resolve_pattern (path) : resolve (path, 0);
  const char *type = is_named_later ? NULL : find_strange_type (path, is_folder);
  const char *obstacle = troupe_permissions_find_obstacle (file, path);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path", path_or_null (path));
  troupe_map_builder_add (&builder, "target",
                          path_or_null (g_str_equal (target, path) ? NULL : target));
  troupe_map_builder_add (&builder, "access", list_access (file->use));
  troupe_map_builder_add (&builder, "kind",
                          troupe_value_new_string (is_named_later ? "pattern"
                                                   : is_folder    ? "folder"
                                                                  : "file",
                                                   -1));
  troupe_map_builder_add (&builder, "type",
                          type != NULL ? troupe_value_new_string (type, -1)
                                       : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "exists",
                          troupe_value_new_boolean (!is_named_later &&
                                                    g_file_test (path, G_FILE_TEST_EXISTS)));
  if ((file->use & TROUPE_FILE_SENT) != 0)
    {
      GStatBuf about;

      troupe_map_builder_add (&builder, "size",
                              g_stat (path, &about) == 0 && S_ISREG (about.st_mode)
                                  ? troupe_value_new_integer (about.st_size)
                                  : troupe_value_new_null ());
    }
  if (content != NULL)
    troupe_map_builder_add (&builder, "content", troupe_value_new_string (content, -1));
  if (has_name_of_program (file))
    troupe_map_builder_add (&builder, "executable", troupe_value_new_boolean (TRUE));
  if (is_in_project (file, folder))
    troupe_map_builder_add (&builder, "in_project", troupe_value_new_boolean (TRUE));
  if (obstacle != NULL)
    troupe_map_builder_add (&builder, "obstacle", troupe_value_new_string (obstacle, -1));
  troupe_map_builder_add (&builder, "optional",
                          troupe_value_new_boolean ((file->use & TROUPE_FILE_IF_EXISTS) != 0));
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_permissions_show_files (TroupePermissionList *list, const char *project, const char *work)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (TroupeValue) declarations = troupe_permission_list_get_declarations (list);

  for (guint i = 0; i < troupe_permission_list_get_n_files (list); i++)
    {
      const TroupePermissionFile *file = troupe_permission_list_get_file (list, i);
      const char *base = (file->use & TROUPE_FILE_IN_PROJECT) != 0 ? project : work;
      g_autofree char *path = g_canonicalize_filename (file->path, base);
      g_autofree char *content = make_content (declarations, path, base);

      if ((file->use & TROUPE_FILE_IF_EXISTS) == 0 || g_file_test (path, G_FILE_TEST_EXISTS))
        g_ptr_array_add (items, show_file (file, path, content, base));
    }
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* --- Recipients of keys ----------------------------------------------------------------------- */

static TroupeValue *
list_texts (GPtrArray *texts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; i < texts->len; i++)
    g_ptr_array_add (items, troupe_value_new_string (g_ptr_array_index (texts, i), -1));
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* Adds what identifies the content of a program that is none of the system, so that code of another document may have
 * replaced it. @program: (nullable) */
static void
add_stamp (TroupeMapBuilder *builder, const char *program)
{
  g_autofree char *system = program != NULL ? troupe_program_resolve_system (program) : NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  GStatBuf status;

  if (program == NULL || system != NULL || g_stat (program, &status) != 0)
    return;
  /* Tools write scripts again without a change. */
  text = troupe_file_read (program, MOST_SCRIPT, &length, NULL, NULL);
  if (text != NULL)
    {
      troupe_map_builder_add (
          builder, "stamp",
          troupe_value_take_string (troupe_agreed_texts_make_digest (text, length), -1));
      return;
    }
  troupe_map_builder_add (
      builder, "stamp",
      troupe_value_take_string (
          g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
                           ".%09ld %" G_GINT64_FORMAT ".%09ld",
                           (guint64) status.st_ino, (guint64) status.st_size,
                           (gint64) status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                           (gint64) status.st_ctim.tv_sec, status.st_ctim.tv_nsec),
          -1));
}

static gboolean
is_blank (const char *value)
{
  while (value != NULL && g_ascii_isspace (*value))
    value++;
  return value == NULL || *value == '\0';
}

/* Returns the variables with keys of all recipients that the environment does not have. (transfer full) */
static char **
list_missing_keys (TroupePermissionList *list)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < troupe_permission_list_get_n_recipients (list); i++)
    {
      GPtrArray *variables = troupe_permission_list_get_recipient (list, i)->variables;

      for (guint k = 0; k < variables->len; k++)
        if (is_blank (g_getenv (variables->pdata[k])))
          g_strv_builder_add (names, variables->pdata[k]);
    }
  return g_strv_builder_end (names);
}

/* Adds the addresses of this computer and of private networks to which the name of a host has led. */
static void
add_addresses (TroupeMapBuilder *builder, const char *host)
{
  g_auto (GStrv) addresses = troupe_http_hosts_find (host);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; addresses[i] != NULL; i++)
    g_ptr_array_add (list, addresses[i]);
  if (list->len > 0)
    troupe_map_builder_add (builder, "leads_to", list_texts (list));
}

/* Returns hashes of the values that the recipient receives from the file `.env`, by their variables: the author of the
 * file chose the account in which the texts of the run arrive, and what a program does with a value, such as executing it. @found: (nullable): the keys of the file */
static TroupeValue *
show_keys_of_file (const TroupePermissionRecipient *recipient, GHashTable *found)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; found != NULL && i < recipient->variables->len; i++)
    {
      const char *name = recipient->variables->pdata[i];
      const char *value = g_hash_table_lookup (found, name);

      if (!is_blank (value))
        troupe_map_builder_add (&builder, name,
                                troupe_value_take_string (troupe_consent_key_hash (value), -1));
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_permissions_show_recipients (TroupePermissionList *list, const char *project)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_auto (GStrv) names = list_missing_keys (list);
  g_autoptr (GHashTable) found =
      *names != NULL && project != NULL
          ? troupe_env_file_read (project, (const char *const *) names, NULL, NULL)
          : NULL;

  if (found != NULL && g_hash_table_size (found) == 0)
    g_clear_pointer (&found, g_hash_table_unref);

  for (guint i = 0; i < troupe_permission_list_get_n_recipients (list); i++)
    {
      const TroupePermissionRecipient *recipient = troupe_permission_list_get_recipient (list, i);
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, recipient->is_program ? "program" : "host",
                              troupe_value_new_string (recipient->name, -1));
      if (recipient->is_program)
        {
          troupe_map_builder_add (&builder, "path", path_or_null (recipient->program));
          troupe_map_builder_add (&builder, "target",
                                  recipient->program != NULL
                                      ? troupe_permissions_resolve (recipient->program)
                                      : troupe_value_new_null ());
          add_stamp (&builder, recipient->program);
        }
      else
        {
          troupe_map_builder_add (&builder, "encrypted",
                                  troupe_value_new_boolean (!recipient->is_plain));
          troupe_map_builder_add (&builder, "user", path_or_null (recipient->user));
          add_addresses (&builder, recipient->name);
        }
      troupe_map_builder_add (&builder, "variables", list_texts (recipient->variables));
      troupe_map_builder_add (&builder, "key_in_document",
                              troupe_value_new_boolean (
                                  (recipient->sources & TROUPE_KEY_IN_DOCUMENT) != 0));
      troupe_map_builder_add (&builder, "sign_in",
                              troupe_value_new_boolean (
                                  (recipient->sources & TROUPE_KEY_OF_SIGN_IN) != 0));
      if (found != NULL)
        troupe_map_builder_add (&builder, "keys_of_file", show_keys_of_file (recipient, found));
      g_ptr_array_add (items, troupe_map_builder_end (&builder));
    }
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* --- Settings of the environment -------------------------------------------------------------- */

/* Returns TRUE if the value of the setting may be a host without a scheme, with a password before it. */
static gboolean
is_proxy (const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);

  return g_str_has_suffix (folded, "_proxy");
}

/* Returns the value of a setting without the user and the password of a URL, which are not shown and do not change
 * where connections lead. Everything behind the host stays, because a path may select who receives a key.
 * (transfer full) */
static char *
hide_password (const char *name, const char *value)
{
  const gsize scheme = strspn (value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+-.");
  const gboolean is_url = scheme > 0 && g_str_has_prefix (value + scheme, "://");
  const char *start = is_url ? value + scheme + strlen ("://") : value;
  const char *at = is_url || is_proxy (name)
                       ? g_strrstr_len (start, (gssize) strcspn (start, "/?#"), "@")
                       : NULL;

  return at != NULL ? g_strdup_printf ("%.*s%s", (int) (start - value), value, at + 1)
                    : g_strdup (value);
}

/* @text: (nullable): the value of the variable */
static void
add_setting (GPtrArray *items, const char *name, const char *text)
{
  g_autofree char *value = text != NULL && *text != '\0' ? hide_password (name, text) : NULL;
  TroupeMapBuilder builder;

  if (value == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (name, -1));
  troupe_map_builder_add (&builder, "value", path_or_null (value));
  g_ptr_array_add (items, troupe_map_builder_end (&builder));
}

static void
add_settings (GPtrArray *items, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    add_setting (items, names[i], g_getenv (names[i]));
}

/* The schema of the proxy settings of GNOME, which GIO's proxy resolvers read. */
#define PROXY_SCHEMA "org.gnome.system.proxy"

/* Returns a setting, or NULL if the schema or the key is not installed, for which GSettings would
 * end the program. (transfer full) (nullable) */
static GVariant *
get_setting (const char *schema_id, const char *key)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, schema_id, TRUE) : NULL;
  g_autoptr (GSettings) settings = NULL;

  if (schema == NULL || !g_settings_schema_has_key (schema, key))
    return NULL;
  settings = g_settings_new_full (schema, NULL, NULL);
  return g_settings_get_value (settings, key);
}

/* Adds the proxies of the desktop. A key that is not one of these kinds changes nothing. */
static void
add_desktop_proxies (GPtrArray *items)
{
  static const char *const kinds[] = { "http", "https", "ftp", "socks" };
  g_autoptr (GVariant) mode = get_setting (PROXY_SCHEMA, "mode");
  const char *word = mode != NULL && g_variant_is_of_type (mode, G_VARIANT_TYPE_STRING)
                         ? g_variant_get_string (mode, NULL)
                         : "none";
  g_autoptr (GVariant) script = get_setting (PROXY_SCHEMA, "autoconfig-url");
  g_autoptr (GVariant) direct = get_setting (PROXY_SCHEMA, "ignore-hosts");

  if (g_str_equal (word, "auto") && script != NULL &&
      g_variant_is_of_type (script, G_VARIANT_TYPE_STRING))
    add_setting (items, PROXY_SCHEMA ".autoconfig-url", g_variant_get_string (script, NULL));
  if (!g_str_equal (word, "manual"))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *schema = g_strconcat (PROXY_SCHEMA ".", kinds[i], NULL);
      g_autoptr (GVariant) host = get_setting (schema, "host");
      g_autoptr (GVariant) port = get_setting (schema, "port");
      g_autofree char *value = NULL;

      if (host == NULL || !g_variant_is_of_type (host, G_VARIANT_TYPE_STRING) || port == NULL ||
          !g_variant_is_of_type (port, G_VARIANT_TYPE_INT32) ||
          *g_variant_get_string (host, NULL) == '\0')
        continue;
      value =
          g_strdup_printf ("%s:%d", g_variant_get_string (host, NULL), g_variant_get_int32 (port));
      add_setting (items, schema, value);
    }
  if (direct != NULL && g_variant_is_of_type (direct, G_VARIANT_TYPE_STRING_ARRAY))
    {
      g_autofree const char **hosts = g_variant_get_strv (direct, NULL);
      g_autofree char *joined = g_strjoinv (",", (char **) hosts);

      add_setting (items, PROXY_SCHEMA ".ignore-hosts", joined);
    }
}

TroupeValue *
troupe_permissions_show_settings (gboolean has_hosts,
                                  gboolean has_python,
                                  TroupeValue *names,
                                  GHashTable *settings)
{
  /* The variables that GIO's proxy resolvers read. */
  static const char *const proxies[] = { "http_proxy",  "HTTP_PROXY", "https_proxy", "HTTPS_PROXY",
                                         "all_proxy",   "ALL_PROXY",  "ftp_proxy",   "FTP_PROXY",
                                         "socks_proxy", "no_proxy",   "NO_PROXY",    NULL };
  /* The variables handed to Python that select what is imported, and the folder of the helper
   * (troupe-python-command.c). */
  static const char *const python[] = { "PYTHONPATH",        "PYTHONHOME", "VIRTUAL_ENV",
                                        "PYENV_VERSION",     "PYENV_ROOT", "LD_LIBRARY_PATH",
                                        "TROUPE_PYTHON_DIR", NULL };
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  if (has_hosts)
    {
      add_settings (items, proxies);
      add_desktop_proxies (items);
    }
  if (has_python)
    add_settings (items, python);
  for (gsize i = 0; settings != NULL && i < troupe_value_list_get_length (names); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_list_get (names, i), NULL);

      add_setting (items, name, g_hash_table_lookup (settings, name));
    }
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

static gboolean
holds (TroupeValue *names, const char *name)
{
  for (gsize i = 0; names != NULL && i < troupe_value_list_get_length (names); i++)
    if (g_strcmp0 (troupe_value_get_string (troupe_value_list_get (names, i), NULL), name) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the value of the first variable that is set. @source, @variable: (out): where */
static char *
find_default_model (GHashTable *settings, const char **source, const char **variable)
{
  const char *const *names = troupe_provider_list_model_variables ();
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);

  if (settings == NULL)
    settings = none;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *value = troupe_run_settings_lookup (names[i], settings);

      if (value == NULL)
        continue;
      *variable = names[i];
      *source = g_hash_table_contains (settings, names[i])    ? "file"
                : g_strcmp0 (g_getenv (names[i]), value) == 0 ? "environment"
                                                              : "preferences";
      return g_steal_pointer (&value);
    }
  *variable = NULL;
  *source = "built-in";
  return g_strdup (TROUPE_PROVIDER_DEFAULT_MODEL);
}

TroupeValue *
troupe_permissions_show_default_model (TroupeValue *names, GHashTable *settings)
{
  const char *source, *variable;
  g_autofree char *model = NULL;
  TroupeMapBuilder builder;

  if (!holds (names, troupe_provider_list_model_variables ()[0]))
    return troupe_value_new_null ();
  model = find_default_model (settings, &source, &variable);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (model, -1));
  troupe_map_builder_add (&builder, "source", troupe_value_new_string (source, -1));
  troupe_map_builder_add (&builder, "variable",
                          variable != NULL && !g_str_equal (source, "preferences")
                              ? troupe_value_new_string (variable, -1)
                              : troupe_value_new_null ());
  return troupe_map_builder_end (&builder);
}

char *
troupe_permissions_describe_default_model (TroupeValue *permission_report, const char **name)
{
  TroupeValue *model;
  const char *source, *variable;

  g_return_val_if_fail (permission_report != NULL, NULL);

  model = troupe_value_map_lookup_string (permission_report, "default_model", -1);
  if (model == NULL || !troupe_value_is (model, TROUPE_VALUE_MAP))
    return NULL;
  source = troupe_value_get_member_text (model, "source");
  variable = troupe_value_get_member_text (model, "variable");
  if (name != NULL)
    *name = troupe_value_get_member_text (model, "name");
  if (g_strcmp0 (source, "file") == 0)
    /* Translators: %s is a variable such as MODEL; facts about a model */
    return g_strdup_printf (_ ("default model, from %s in .env"), variable);
  if (g_strcmp0 (source, "environment") == 0)
    /* Translators: %s is a variable such as MODEL; facts about a model */
    return g_strdup_printf (_ ("default model, from %s in the environment"), variable);
  if (g_strcmp0 (source, "preferences") == 0)
    return g_strdup (_ ("default model, from the preferences"));
  /* Translators: facts about a model; “llm” is a key and MODEL a variable, which are not translated. */
  return g_strdup (
      _ ("CrewAI’s default model, called where “llm” is not set; set it there, or set MODEL"));
}

TroupeValue *
troupe_permissions_show_read_folders (gboolean has_code)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_auto (GStrv) paths = has_code ? troupe_python_list_read_folders () : NULL;

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    g_ptr_array_add (items, path_or_null (paths[i]));
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

TroupeValue *
troupe_permissions_show_interpreter (const char *project)
{
  g_autofree char *path = troupe_program_find ("python3", project);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path", path_or_null (path));
  troupe_map_builder_add (&builder, "target",
                          path != NULL ? troupe_permissions_resolve (path)
                                       : troupe_value_new_null ());
  add_stamp (&builder, path);
  return troupe_map_builder_end (&builder);
}
