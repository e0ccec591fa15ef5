/* troupe-a2a-card.c: A2A agent card: description and endpoint of a remote agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-a2a-card"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-a2a-card.h"
#include "troupe-http-call.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"

#define JSONRPC "JSONRPC"

typedef struct
{
  TroupeA2aCard card;
  guint n_references;
} Counted;

TroupeA2aCard *
troupe_a2a_card_ref (TroupeA2aCard *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  ((Counted *) self)->n_references++;
  return self;
}

void
troupe_a2a_card_unref (TroupeA2aCard *self)
{
  g_return_if_fail (self != NULL);

  if (--((Counted *) self)->n_references > 0)
    return;
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->shown, troupe_value_unref);
  g_free (self->name);
  g_clear_pointer (&self->uri, g_uri_unref);
  g_strfreev (self->output_modes);
  g_free (self);
}

static TroupeValue *
get_list (TroupeValue *map, const char *key)
{
  TroupeValue *list = troupe_value_get_member (map, key);

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) ? list : NULL;
}

static gboolean
is_true (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

/* --- Description for the model ---------------------------------------------------------------- */

TroupeValue *
troupe_a2a_pick (TroupeValue *map, const char *const *names)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (map != NULL && names != NULL, NULL);

  troupe_map_builder_init (&builder);
  for (gsize i = 0; names[i] != NULL; i++)
    {
      TroupeValue *value = troupe_value_get_member (map, names[i]);

      if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL))
        troupe_map_builder_add (&builder, names[i], troupe_value_ref (value));
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
show_skills (TroupeValue *skills)
{
  static const char *const names[] = { "description", "examples", "id",   "inputModes", "name",
                                       "outputModes", "security", "tags", NULL };
  const gsize n = troupe_value_list_get_length (skills);
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, n + 1);

  for (gsize i = 0; i < n; i++)
    items[i] = troupe_a2a_pick (troupe_value_list_get (skills, i), names);
  return troupe_value_new_list (items, n);
}

static TroupeValue *
show (TroupeValue *card)
{
  static const char *const names[] = { "description", "skills", "url", NULL };
  g_autoptr (TroupeValue) picked = troupe_a2a_pick (card, names);
  TroupeValue *skills = get_list (picked, "skills");
  g_autoptr (TroupeValue) shown = NULL;

  if (skills == NULL)
    return g_steal_pointer (&picked);
  shown = show_skills (skills);
  return troupe_value_map_with (picked, "skills", shown);
}

/* --- Endpoint and transport ------------------------------------------------------------------- */

/* Returns the URL that the card declares for @transport. The preferred transport is checked
 * first. (transfer none) (nullable) */
static const char *
find_address (TroupeValue *card, const char *transport)
{
  const char *preferred = troupe_value_get_member_text (card, "preferredTransport");
  TroupeValue *more = get_list (card, "additionalInterfaces");

  if (g_ascii_strcasecmp (preferred != NULL ? preferred : JSONRPC, transport) == 0)
    return troupe_value_get_member_text (card, "url");
  for (gsize i = 0; more != NULL && i < troupe_value_list_get_length (more); i++)
    {
      TroupeValue *entry = troupe_value_list_get (more, i);
      const char *name = troupe_value_get_member_text (entry, "transport");

      if (name != NULL && g_ascii_strcasecmp (name, transport) == 0)
        return troupe_value_get_member_text (entry, "url");
    }
  return NULL;
}

static gboolean
take_address (TroupeA2aCard *self, const TroupeA2aConfig *config, GError **error)
{
  const char *transport = NULL;
  const char *address;
  TroupeValue *card;
  const char *preferred;

  g_assert (self != NULL);

  /* Negotiates the transport. Tries the transport that the document prefers, then the one that
   * the agent prefers, then any transport that the document allows. */
  card = self->value;
  preferred = troupe_value_get_member_text (card, "preferredTransport");
  if (preferred == NULL)
    preferred = JSONRPC;
  if (config->preferred != NULL && find_address (card, config->preferred) != NULL)
    transport = config->preferred;
  else if (g_strv_contains ((const char *const *) config->transports, preferred) &&
           find_address (card, preferred) != NULL)
    transport = preferred;
  else
    {
      for (guint i = 0; config->transports[i] != NULL; i++)
        if (find_address (card, config->transports[i]) != NULL)
          {
            transport = config->transports[i];
            break;
          }
    }
  if (transport == NULL || g_ascii_strcasecmp (transport, JSONRPC) != 0)
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                   /* Translators: %s are a host name and the name of a transport such as “GRPC”. */
                   _ ("The remote agent at %s uses %s, but Troupe only supports JSON-RPC. Check "
                      "whether it has another URL, or remove “transport”."),
                   config->label, transport != NULL ? transport : _ ("another transport"));
      return FALSE;
    }
  address = find_address (self->value, JSONRPC);
  self->uri = g_uri_parse_relative (config->card_uri, address,
                                    G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (self->uri != NULL && g_uri_get_host (self->uri) != NULL &&
      troupe_http_is_same_origin (self->uri, config->card_uri))
    return TRUE;
  /* The user has given permission only for the configured server. */
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
               /* Translators: %s are a host name and a URL. */
               _ ("The agent card of %s refers to another server, %s, which was not allowed. If "
                  "this is intended, set “endpoint” to that server."),
               config->label, address);
  return FALSE;
}

/* --- Extensions and output modes -------------------------------------------------------------- */

static gboolean
check_extensions (const TroupeA2aConfig *config, TroupeValue *capabilities, GError **error)
{
  TroupeValue *list = get_list (capabilities, "extensions");

  g_assert (config != NULL);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *entry = troupe_value_list_get (list, i);
      const char *uri = troupe_value_get_member_text (entry, "uri");

      if (uri == NULL || !is_true (troupe_value_get_member (entry, "required")) ||
          g_strv_contains ((const char *const *) config->extensions, uri))
        continue;
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                   /* Translators: %s are a host name and the URI of a protocol extension. */
                   _ ("The remote agent at %s requires the extension “%s”, which the document does "
                      "not list in “extensions”."),
                   config->label, uri);
      return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if the two parts of a MIME type are equal or one of them is `*`. */
static gboolean
fits (const char *a, const char *b)
{
  return g_str_equal (a, "*") || g_str_equal (b, "*") || g_ascii_strcasecmp (a, b) == 0;
}

static gboolean
is_compatible (const char *ours, const char *theirs)
{
  g_auto (GStrv) a = g_strsplit (ours, "/", -1);
  g_auto (GStrv) b = g_strsplit (theirs, "/", -1);

  if (g_ascii_strcasecmp (ours, theirs) == 0)
    return TRUE;
  return g_strv_length (a) == 2 && g_strv_length (b) == 2 && fits (a[0], b[0]) && fits (a[1], b[1]);
}

/* Returns the configured output modes that the agent supports. If there is no match, returns all
 * configured modes. (transfer full) */
static char **
agree_on_modes (const TroupeA2aConfig *config, TroupeValue *card)
{
  static const char *const usual[] = { "text/plain", "application/json", NULL };
  const char *const *ours =
      config->output_modes != NULL ? (const char *const *) config->output_modes : usual;
  TroupeValue *theirs = get_list (card, "defaultOutputModes");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) both = NULL;

  for (gsize i = 0; ours[i] != NULL; i++)
    for (gsize j = 0; theirs != NULL && j < troupe_value_list_get_length (theirs); j++)
      {
        TroupeValue *mode = troupe_value_list_get (theirs, j);
        const char *text =
            troupe_value_is (mode, TROUPE_VALUE_STRING) ? troupe_value_get_string (mode, NULL) : "";

        if (!is_compatible (ours[i], text))
          continue;
        g_strv_builder_add (
            builder, strchr (ours[i], '*') != NULL && strchr (text, '*') == NULL ? text : ours[i]);
        break;
      }
  both = g_strv_builder_end (builder);
  return both[0] != NULL ? g_steal_pointer (&both) : g_strdupv ((char **) ours);
}

TroupeA2aCard *
troupe_a2a_card_new (const TroupeA2aConfig *config, TroupeValue *value, GError **error)
{
  g_autoptr (TroupeA2aCard) self = (TroupeA2aCard *) g_new0 (Counted, 1);
  TroupeValue *capabilities;

  g_return_val_if_fail (config != NULL && value != NULL, NULL);

  ((Counted *) self)->n_references = 1;
  self->value = troupe_value_ref (value);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP) ||
      troupe_value_get_member_text (value, "url") == NULL ||
      troupe_value_get_member_text (value, "name") == NULL)
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID,
                   /* Translators: %s is a host name. */
                   _ ("The URL of the remote agent at %s does not return an agent card: expected "
                      "an object with “name” and “url”. Check “endpoint”."),
                   config->label);
      return NULL;
    }
  capabilities = troupe_value_get_member (value, "capabilities");
  if (!check_extensions (config, capabilities != NULL ? capabilities : value, error) ||
      !take_address (self, config, error))
    return NULL;
  self->name = g_strdup (troupe_value_get_member_text (value, "name"));
  self->streams =
      capabilities != NULL && is_true (troupe_value_get_member (capabilities, "streaming"));
  self->output_modes = agree_on_modes (config, value);
  self->shown = show (value);
  return g_steal_pointer (&self);
}
