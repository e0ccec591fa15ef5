/* troupe-key-recipients.c: hosts and programs that may receive the user's keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-key-recipients"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-key-recipients.h"
#include "troupe-llm-error.h"
#include "troupe-sanitize-text.h"

struct _TroupeKeyRecipients
{
  gatomicrefcount ref_count;
  TroupeValue *list;
  gboolean has_any_model;
};

TroupeKeyRecipients *
troupe_key_recipients_new (TroupeValue *list, gboolean has_any_model)
{
  TroupeKeyRecipients *self = NULL;

  g_return_val_if_fail (list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST), NULL);

  self = g_new0 (TroupeKeyRecipients, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->list = troupe_value_ref (list);
  self->has_any_model = has_any_model;
  return self;
}

TroupeKeyRecipients *
troupe_key_recipients_ref (TroupeKeyRecipients *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_key_recipients_unref (TroupeKeyRecipients *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  troupe_value_unref (self->list);
  g_free (self);
}

/* --- Names of hosts --------------------------------------------------------------------------- */

char *
troupe_key_recipient_describe (const char *address, gboolean *is_plain, char **user)
{
  const GUriFlags flags = G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED |
                          G_URI_FLAGS_SCHEME_NORMALIZE | G_URI_FLAGS_HAS_PASSWORD;
  g_autoptr (GUri) uri = NULL;
  g_autofree char *host = NULL;

  g_return_val_if_fail (address != NULL && is_plain != NULL, NULL);

  *is_plain = FALSE;
  if (user != NULL)
    *user = NULL;
  uri = strstr (address, "://") != NULL ? g_uri_parse (address, flags, NULL) : NULL;
  if (*address == '\0' ||
      (uri != NULL && (g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')))
    return NULL;
  if (uri != NULL)
    *is_plain = g_strcmp0 (g_uri_get_scheme (uri), "http") == 0 && !troupe_uri_is_here (uri);
  if (uri != NULL && user != NULL)
    *user = g_strdup (g_uri_get_user (uri));
  host = uri != NULL ? troupe_uri_describe_host (uri) : g_strdup (address);
  return troupe_host_to_shown (host);
}

/* Returns TRUE if @url is an address at @host, and @path is the one of it or is below it. @url: (nullable) */
static gboolean
is_own_path (const char *url, const char *host, const char *path)
{
  gboolean is_plain = FALSE;
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL) : NULL;
  g_autofree char *own = uri != NULL ? troupe_key_recipient_describe (url, &is_plain, NULL) : NULL;
  gsize length;

  if (g_strcmp0 (own, host) != 0)
    return FALSE;
  length = strlen (g_uri_get_path (uri));
  while (length > 0 && g_uri_get_path (uri)[length - 1] == '/')
    length--;
  return strncmp (path, g_uri_get_path (uri), length) == 0 &&
         (path[length] == '\0' || path[length] == '/') && strstr (path, "..") == NULL &&
         strchr (path, '%') == NULL;
}

/* Returns TRUE if the path is part of a provider's own address, which is the same for all users. */
static gboolean
is_of_provider (const char *host, const char *path)
{
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  for (guint i = 0; i < n_providers; i++)
    if (is_own_path (providers[i].url, host, path) ||
        is_own_path (providers[i].token_url, host, path))
      return TRUE;
  return FALSE;
}

char *
troupe_key_recipient_describe_address (const char *address, gboolean *is_plain, char **user)
{
  g_autofree char *host = troupe_key_recipient_describe (address, is_plain, user);
  g_autoptr (GUri) uri =
      host != NULL ? g_uri_parse (address, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL)
                   : NULL;
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  gsize length;

  if (uri == NULL || troupe_uri_is_here (uri))
    return g_steal_pointer (&host);
  path = g_strdup (g_uri_get_path (uri));
  length = strlen (path);
  while (length > 0 && path[length - 1] == '/')
    path[--length] = '\0';
  if (length == 0 || is_of_provider (host, path))
    return g_steal_pointer (&host);
  /* Neither a space nor a parenthesis, with which the path could imitate the facts about it. */
  shown = g_uri_escape_string (path, "/%:@!$&'*+;=~", FALSE);
  return g_strconcat (host, shown, NULL);
}

char *
troupe_key_recipient_get_host (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  return g_strndup (name, strcspn (name, "/"));
}

const TroupeProvider *
troupe_key_recipient_find_provider (const char *host)
{
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  g_return_val_if_fail (host != NULL, NULL);

  for (guint i = 0; i < n_providers; i++)
    {
      gboolean is_plain = FALSE;
      g_autofree char *own = providers[i].url != NULL
                                 ? troupe_key_recipient_describe (providers[i].url, &is_plain, NULL)
                                 : NULL;

      if (own != NULL && g_str_equal (own, host))
        return &providers[i];
    }
  return NULL;
}

gboolean
troupe_key_recipient_has_key (const TroupeProvider *provider, const char *name)
{
  g_return_val_if_fail (provider != NULL && name != NULL, FALSE);

  return g_strv_contains (provider->key_variables, name);
}

/* --- Checks ----------------------------------------------------------------------------------- */

/* Returns TRUE if the recipient may receive the value of one of the variables. */
static gboolean
receives (TroupeValue *recipient, const char *const *variables)
{
  TroupeValue *list = troupe_value_get_member_of (recipient, "variables", TROUPE_VALUE_LIST);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *name = troupe_value_list_get (list, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING) &&
          g_strv_contains (variables, troupe_value_get_string (name, NULL)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_refused (TroupeValue *recipient)
{
  TroupeValue *refused = troupe_value_get_member_of (recipient, "refused", TROUPE_VALUE_BOOLEAN);

  return refused != NULL && troupe_value_get_boolean (refused);
}

/* Returns TRUE if the recipient is this host, in the way in which it would be called. */
static gboolean
is_host (TroupeValue *recipient, const char *host, gboolean is_plain)
{
  TroupeValue *encrypted =
      troupe_value_get_member_of (recipient, "encrypted", TROUPE_VALUE_BOOLEAN);
  const gboolean is_for_plain = encrypted != NULL && !troupe_value_get_boolean (encrypted);

  return g_strcmp0 (troupe_value_get_member_text (recipient, "host"), host) == 0 &&
         is_for_plain == is_plain;
}

static void
set_refused (GError **error, const char *shown)
{
  g_propagate_error (
      error, troupe_llm_error_new (
                 TROUPE_LLM_ERROR_REFUSED,
                 /* Translators: %s is a host or a program */
                 _ ("“%s” was not used, because you have not allowed it for this run. Run the "
                    "document again and allow it, or remove what requires it."),
                 shown));
}

/* Returns the length of the host in the name of a recipient, without its port and the dot of a name that is complete. */
static gsize
get_host_length (const char *name)
{
  gsize length = strcspn (name, *name == '[' ? "]/" : ":/");

  while (length > 0 && name[length - 1] == '.')
    length--;
  return length;
}

static gboolean
is_same_host (const char *name, const char *address)
{
  const gsize length = get_host_length (name);

  return length == get_host_length (address) && g_ascii_strncasecmp (name, address, length) == 0;
}

/* A host is refused whole, whatever port and path are and whether the connection is encrypted, but not an address that is
 * another entry. @address: (nullable): of troupe_key_recipient_describe_address(); @also: (nullable): a name that is
 * refused as well */
static gboolean
check_name (TroupeKeyRecipients *self, const char *address, const char *also, GError **error)
{
  const char *refused = NULL;

  g_assert (self != NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (self->list); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (self->list, i);
      const char *name = troupe_value_get_member_text (recipient, "host");

      if (name == NULL)
        continue;
      if (!is_refused (recipient) && g_strcmp0 (name, address) == 0 && also == NULL)
        return TRUE;
      if (is_refused (recipient) &&
          ((address != NULL && is_same_host (name, address)) || g_strcmp0 (name, also) == 0))
        refused = address != NULL ? address : name;
    }
  if (refused == NULL)
    return TRUE;
  set_refused (error, refused);
  return FALSE;
}

static gboolean
may_send (TroupeKeyRecipients *self,
          const char *host,
          gboolean is_plain,
          const char *const *variables)
{
  const TroupeProvider *provider = NULL;

  g_assert (self != NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (self->list); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (self->list, i);

      if (is_host (recipient, host, is_plain) && !is_refused (recipient) &&
          receives (recipient, variables))
        return TRUE;
    }
  provider = self->has_any_model && !is_plain ? troupe_key_recipient_find_provider (host) : NULL;
  for (guint i = 0; provider != NULL && variables[i] != NULL; i++)
    if (troupe_key_recipient_has_key (provider, variables[i]))
      return TRUE;
  return FALSE;
}

static void
set_error (GError **error, const char *variable, const char *shown)
{
  g_propagate_error (
      error,
      troupe_llm_error_new (
          TROUPE_LLM_ERROR_REFUSED,
          /* Translators: the first %s is the name of a variable such as OPENAI_API_KEY, the second one a
           * host or program */
          _ ("The key %s was not sent to “%s”, because the permissions shown before the run did "
             "not include this. Name this server or program in the document, or set the address of "
             "a model’s server in the environment, such as OPENAI_BASE_URL, and run the document "
             "again."),
          variable != NULL ? variable : "", shown));
}

gboolean
troupe_key_recipients_check_host (TroupeKeyRecipients *self,
                                  const char *url,
                                  const char *const *variables,
                                  GError **error)
{
  g_autofree char *host = NULL;
  gboolean is_plain = FALSE;

  g_return_val_if_fail (variables != NULL, FALSE);

  if (self == NULL)
    return TRUE;
  host = url != NULL ? troupe_key_recipient_describe_address (url, &is_plain, NULL) : NULL;
  if (!check_name (self, host, NULL, error))
    return FALSE;
  if (host != NULL && may_send (self, host, is_plain, variables))
    return TRUE;
  set_error (error, variables[0], host != NULL ? host : "");
  return FALSE;
}

gboolean
troupe_key_recipients_check_shown (TroupeKeyRecipients *self, const char *url, GError **error)
{
  g_autofree char *host = NULL;
  gboolean is_plain = FALSE;

  if (self == NULL)
    return TRUE;
  host = url != NULL ? troupe_key_recipient_describe_address (url, &is_plain, NULL) : NULL;
  if (!check_name (self, host, NULL, error))
    return FALSE;
  for (gsize i = 0; host != NULL && i < troupe_value_list_get_length (self->list); i++)
    if (is_host (troupe_value_list_get (self->list, i), host, is_plain))
      return TRUE;
  if (host != NULL && self->has_any_model && !is_plain &&
      troupe_key_recipient_find_provider (host) != NULL)
    return TRUE;
  g_propagate_error (
      error,
      troupe_llm_error_new (
          TROUPE_LLM_ERROR_REFUSED,
          /* Translators: %s is a host, perhaps with a path */
          _ ("Nothing was sent to “%s”, because the permissions shown before the run did not "
             "include this server. Name it in the document, or set the address of a model’s "
             "server in the environment, such as OPENAI_BASE_URL, and run the document again."),
          host != NULL ? host : ""));
  return FALSE;
}

gboolean
troupe_key_recipients_check_program (TroupeKeyRecipients *self,
                                     const char *line,
                                     const char *variable,
                                     GError **error)
{
  const char *const variables[] = { variable, NULL };
  g_autofree char *shown = NULL;

  g_return_val_if_fail (line != NULL && variable != NULL, FALSE);

  if (self == NULL)
    return TRUE;
  if (!troupe_key_recipients_check_refused_program (self, line, error))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (self->list); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (self->list, i);

      if (g_strcmp0 (troupe_value_get_member_text (recipient, "program"), line) == 0 &&
          receives (recipient, variables))
        return TRUE;
    }
  shown = troupe_text_to_line (line);
  set_error (error, variable, shown);
  return FALSE;
}

gboolean
troupe_key_recipients_check_refused (TroupeKeyRecipients *self,
                                     const char *url,
                                     const char *also,
                                     GError **error)
{
  g_autofree char *host = NULL;
  gboolean is_plain = FALSE;

  g_return_val_if_fail (url != NULL, FALSE);

  if (self == NULL)
    return TRUE;
  host = troupe_key_recipient_describe_address (url, &is_plain, NULL);
  return check_name (self, host, also, error);
}

gboolean
troupe_key_recipients_check_refused_program (TroupeKeyRecipients *self,
                                             const char *line,
                                             GError **error)
{
  g_return_val_if_fail (line != NULL, FALSE);

  for (gsize i = 0; self != NULL && i < troupe_value_list_get_length (self->list); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (self->list, i);

      if (is_refused (recipient) &&
          g_strcmp0 (troupe_value_get_member_text (recipient, "program"), line) == 0)
        {
          g_autofree char *shown = troupe_text_to_line (line);

          set_refused (error, shown);
          return FALSE;
        }
    }
  return TRUE;
}
