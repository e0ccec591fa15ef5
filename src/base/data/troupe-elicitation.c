/* troupe-elicitation.c: an MCP elicitation: a request for user input that a server sends during a
 * call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-elicitation"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-elicitation-secret.h"
#include "troupe-elicitation.h"
#include "troupe-sanitize-text.h"

/* Maximum number of fields of a form. Users would not fill in more fields between two steps of
 * an agent. */
#define MOST_FIELDS 40u
/* In bytes. */
#define LONGEST_MESSAGE 4096u
#define LONGEST_ADDRESS 4096u
#define LONGEST_NAME 256u

static const char *const action_names[] = { "accept", "decline", "cancel" };

const char *
troupe_elicitation_action_get_name (TroupeElicitationAction action)
{
  g_return_val_if_fail ((guint) action < G_N_ELEMENTS (action_names), NULL);

  return action_names[action];
}

gboolean
troupe_elicitation_action_from_name (const char *name, TroupeElicitationAction *action)
{
  g_return_val_if_fail (action != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (action_names); i++)
    if (g_strcmp0 (name, action_names[i]) == 0)
      {
        *action = (TroupeElicitationAction) i;
        return TRUE;
      }
  return FALSE;
}

TroupeElicitation *
troupe_elicitation_ref (TroupeElicitation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_elicitation_unref (TroupeElicitation *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->server);
  g_free (self->message);
  g_ptr_array_unref (self->fields);
  g_free (self->url);
  g_free (self->host);
  g_free (self->id);
  g_free (self);
}

/* --- Construction ----------------------------------------------------------------------------- */

static char *
make_message (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *end = NULL;
  g_autofree char *cut = NULL;

  if (strlen (valid) <= LONGEST_MESSAGE)
    return troupe_text_to_lines (valid);
  end = g_utf8_find_prev_char (valid, valid + LONGEST_MESSAGE);
  cut = g_strdup_printf ("%.*s…", (int) (end - valid), valid);
  return troupe_text_to_lines (cut);
}

TroupeElicitation *
troupe_elicitation_new_plain (const char *server, const char *message)
{
  TroupeElicitation *self;

  g_return_val_if_fail (server != NULL && message != NULL, NULL);

  self = g_new0 (TroupeElicitation, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->server = g_strdup (server);
  self->message = make_message (message);
  self->fields = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_elicitation_field_free);
  return self;
}

static void
refuse (TroupeElicitationError code, const char *server, const char *why, GError **error)
{
  g_set_error (error, TROUPE_ELICITATION_ERROR, (int) code,
               /* Translators: the first placeholder is a command line or a host, the second the
                * reason */
               _ ("The request for input from the MCP server “%s” was not shown: %s"), server, why);
}

static gboolean
is_required (TroupeValue *schema, const char *name)
{
  TroupeValue *list = troupe_value_get_member_of (schema, "required", TROUPE_VALUE_LIST);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *entry = troupe_value_list_get (list, i);

      if (troupe_value_is (entry, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (entry, NULL), name))
        return TRUE;
    }
  return FALSE;
}

/* Adds a field to the form. Returns FALSE with @error if the field is invalid or asks for a
 * secret. */
static gboolean
take_field (TroupeElicitation *self,
            TroupeValue *schema,
            TroupeValue *key,
            TroupeValue *member,
            GError **error)
{
  TroupeElicitationField *field = NULL;
  g_autoptr (GError) cause = NULL;
  gsize length = 0;
  const char *name = troupe_value_get_string (key, &length);

  g_assert (self != NULL);

  if (length == 0 || length > LONGEST_NAME || strlen (name) != length ||
      !troupe_value_is (member, TROUPE_VALUE_MAP))
    {
      refuse (TROUPE_ELICITATION_ERROR_INVALID, self->server,
              _ ("the form contains nested fields."), error);
      return FALSE;
    }
  field = troupe_elicitation_field_new (name, member, is_required (schema, name), &cause);
  if (field == NULL)
    {
      refuse (TROUPE_ELICITATION_ERROR_INVALID, self->server, cause->message, error);
      return FALSE;
    }
  g_ptr_array_add (self->fields, field);
  if (troupe_elicitation_is_secret (field, member, self->message))
    {
      g_autofree char *why = g_strdup_printf (
          /* Translators: the placeholder is the title of a field in a form */
          _ ("“%s” is a secret, which forms must not ask for. Provide the server’s key in the "
             "headers or the environment of the document."),
          field->title);

      refuse (TROUPE_ELICITATION_ERROR_SECRET, self->server, why, error);
      return FALSE;
    }
  return TRUE;
}

static gboolean
take_form (TroupeElicitation *self, TroupeValue *params, GError **error)
{
  TroupeValue *schema = troupe_value_get_member_of (params, "requestedSchema", TROUPE_VALUE_MAP);
  TroupeValue *properties = troupe_value_get_member_of (schema, "properties", TROUPE_VALUE_MAP);
  const gsize size = properties != NULL ? troupe_value_map_get_size (properties) : 0;

  g_assert (self != NULL);

  if (schema == NULL)
    {
      refuse (TROUPE_ELICITATION_ERROR_INVALID, self->server, _ ("the request contains no form."),
              error);
      return FALSE;
    }
  if (size > MOST_FIELDS)
    {
      g_autofree char *why =
          g_strdup_printf (ngettext ("a form can have at most %u field.",
                                     "a form can have at most %u fields.", MOST_FIELDS),
                           MOST_FIELDS);

      refuse (TROUPE_ELICITATION_ERROR_INVALID, self->server, why, error);
      return FALSE;
    }
  for (gsize i = 0; i < size; i++)
    if (!take_field (self, schema, troupe_value_map_get_key (properties, i),
                     troupe_value_map_get_value (properties, i), error))
      return FALSE;
  return TRUE;
}

/* Returns TRUE if @text is safe to pass to a browser. It must be plain ASCII and https (or http
 * on this machine), with a host and without user information. */
static gboolean
is_address (const char *text, GUri **uri)
{
  for (const char *at = text; *at != '\0'; at++)
    if (*at <= ' ' || *at > '~' || *at == '\\')
      return FALSE;
  *uri = g_uri_parse (text, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (*uri == NULL || g_uri_get_host (*uri) == NULL || *g_uri_get_host (*uri) == '\0' ||
      g_uri_get_userinfo (*uri) != NULL)
    return FALSE;
  return g_str_equal (g_uri_get_scheme (*uri), "https") ||
         (g_str_equal (g_uri_get_scheme (*uri), "http") && troupe_uri_is_here (*uri));
}

/* @text, @id: (nullable) */
static gboolean
take_address (TroupeElicitation *self, const char *text, const char *id, GError **error)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *host = NULL;

  g_assert (self != NULL);

  if (text == NULL || strlen (text) > LONGEST_ADDRESS || !is_address (text, &uri))
    {
      refuse (TROUPE_ELICITATION_ERROR_ADDRESS, self->server,
              _ ("the request is to open a URL that is not a trusted web address (https)."), error);
      return FALSE;
    }
  host = troupe_uri_describe_host (uri);
  self->url = g_strdup (text);
  self->host = troupe_host_to_shown (host);
  if (id != NULL && strlen (id) <= LONGEST_NAME)
    self->id = g_strdup (id);
  return TRUE;
}

TroupeElicitation *
troupe_elicitation_new_sign_in (const char *server,
                                const char *message,
                                const char *url,
                                GError **error)
{
  g_autoptr (TroupeElicitation) self = troupe_elicitation_new_plain (server, message);

  self->is_sign_in = TRUE;
  return url == NULL || take_address (self, url, NULL, error) ? g_steal_pointer (&self) : NULL;
}

TroupeElicitation *
troupe_elicitation_new (const char *server, TroupeValue *params, GError **error)
{
  g_autoptr (TroupeElicitation) self = NULL;
  const char *mode = troupe_value_get_member_text (params, "mode");
  const char *message = troupe_value_get_member_text (params, "message");

  g_return_val_if_fail (server != NULL, NULL);

  self = troupe_elicitation_new_plain (server, message != NULL ? message : "");
  if (mode == NULL || g_str_equal (mode, "form"))
    return take_form (self, params, error) ? g_steal_pointer (&self) : NULL;
  if (g_str_equal (mode, "url"))
    return take_address (self, troupe_value_get_member_text (params, "url"),
                         troupe_value_get_member_text (params, "elicitationId"), error)
               ? g_steal_pointer (&self)
               : NULL;
  refuse (TROUPE_ELICITATION_ERROR_INVALID, server, _ ("the request is neither a form nor a URL."),
          error);
  return NULL;
}

gboolean
troupe_elicitation_find_host (const TroupeElicitation *self, gsize *begin, gsize *end)
{
  const char *authority = NULL;

  g_return_val_if_fail (self != NULL && begin != NULL && end != NULL, FALSE);

  authority = self->url != NULL ? strstr (self->url, "://") : NULL;
  if (authority == NULL)
    return FALSE;
  authority += strlen ("://");
  *begin = (gsize) (authority - self->url);
  *end = *begin + strcspn (authority, "/?#");
  return TRUE;
}

/* --- Answers ---------------------------------------------------------------------------------- */

TroupeValue *
troupe_elicitation_complete (const TroupeElicitation *self, TroupeValue *content, GError **error)
{
  g_auto (TroupeMapBuilder) builder = { 0 };

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->fields->len; i++)
    {
      const TroupeElicitationField *field = self->fields->pdata[i];
      TroupeValue *value = content != NULL && troupe_value_is (content, TROUPE_VALUE_MAP)
                               ? troupe_value_map_lookup_string (content, field->name, -1)
                               : NULL;

      if (value == NULL)
        value = field->initial;
      if (!troupe_elicitation_field_check (field, value, error))
        return NULL;
      if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL))
        troupe_map_builder_add (&builder, field->name, troupe_value_ref (value));
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_elicitation_make_result (const TroupeElicitation *self,
                                TroupeElicitationAction action,
                                TroupeValue *content)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "action",
                          troupe_value_new_string (troupe_elicitation_action_get_name (action),
                                                   -1));
  if (action == TROUPE_ELICITATION_ACCEPT && self->url == NULL && content != NULL)
    troupe_map_builder_add (&builder, "content", troupe_value_ref (content));
  return troupe_map_builder_end (&builder);
}
