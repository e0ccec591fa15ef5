/* troupe-http-hosts.c: names of hosts that lead to this computer or to a private network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-hosts"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-http-hosts.h"

/* The list of names in the folder of Troupe's state: “ADDRESS NAME” a line. */
#define LIST "private-hosts"
#define LARGEST_LIST (256u * 1024)
/* Allows all addresses of a name. */
#define ANY_ADDRESS "*"
/* Marks the connections that lead to a proxy. */
#define PROXY "troupe-http-proxy"

static GMutex lock;
/* The lines of the list that this process may use. Under the lock. */
static GHashTable *allowed;

/* --- Names ------------------------------------------------------------------------------------ */

/* Returns the name without a port, as it is looked up. (transfer full) (nullable): NULL for an address, and
 * for text that is no name */
static char *
normalize (const char *address)
{
  g_autofree char *host = g_strndup (address, strcspn (address, "/"));
  const char *colon = strchr (host, ':');
  g_autofree char *name =
      colon != NULL ? g_strndup (host, (gsize) (colon - host)) : g_strdup (host);
  char *ascii;

  if (*host == '[' || (colon != NULL && strchr (colon + 1, ':') != NULL) ||
      g_hostname_is_ip_address (name))
    return NULL;
  ascii = g_hostname_to_ascii (name);
  if (ascii == NULL)
    return NULL;
  for (char *at = ascii; *at != '\0'; at++)
    *at = g_ascii_tolower (*at);
  while (g_str_has_suffix (ascii, "."))
    ascii[strlen (ascii) - 1] = '\0';
  return ascii;
}

/* Returns the address that is given instead of a name. (transfer full) (nullable) */
static GInetAddress *
parse_address (const char *host)
{
  g_autofree char *only = g_strndup (host, strcspn (host, "/"));
  char *colon = strrchr (only, ':');
  char *start = only;

  if (*only == '[')
    {
      start = only + 1;
      start[strcspn (start, "]")] = '\0';
    }
  else if (colon != NULL && strchr (only, ':') == colon)
    *colon = '\0';
  return g_inet_address_new_from_string (start);
}

/* Returns the name or the address. (transfer full) (nullable) */
static char *
normalize_any (const char *host)
{
  g_autoptr (GInetAddress) literal = parse_address (host);

  return literal != NULL ? g_inet_address_to_string (literal) : normalize (host);
}

/* Returns TRUE if the name shows that it leads to this computer or to a network of the user. Resolvers may
 * take numbers such as “2130706433” and “0x7f000001” for addresses. */
static gboolean
is_plainly_local (const char *name)
{
  static const char *const suffixes[] = { ".localhost", ".local",     ".lan",
                                          ".internal",  ".home.arpa", NULL };

  for (guint i = 0; suffixes[i] != NULL; i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return TRUE;
  return strchr (name, '.') == NULL && !g_ascii_isdigit (*name);
}

/* --- The list --------------------------------------------------------------------------------- */

static char *
make_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "troupe", LIST, NULL);
}

/* (transfer full) */
static char *
read_list (void)
{
  g_autofree char *path = make_path ();
  gsize length = 0;
  char *text = troupe_file_read (path, LARGEST_LIST, &length, NULL, NULL);

  return text != NULL ? text : g_strdup ("");
}

char **
troupe_http_hosts_find (const char *host)
{
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  g_autoptr (GInetAddress) literal = NULL;
  TroupeHttpReach reach = TROUPE_HTTP_REACH_PUBLIC;
  g_autofree char *name = NULL;
  g_autofree char *list = NULL;
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (host != NULL, NULL);

  literal = parse_address (host);
  if (literal != NULL && troupe_http_reach_is_of_internet (literal) &&
      troupe_http_reach_find (literal, &reach) && reach != TROUPE_HTTP_REACH_PUBLIC)
    {
      g_autofree char *shown = g_inet_address_to_string (literal);

      g_strv_builder_add (found, shown);
    }
  name = normalize (host);
  list = name != NULL && !is_plainly_local (name) ? read_list () : g_strdup ("");
  lines = g_strsplit (list, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *space = strchr (lines[i], ' ');

      if (space != NULL && g_str_equal (space + 1, name))
        {
          g_autofree char *address = g_strndup (lines[i], (gsize) (space - lines[i]));

          if (g_hostname_is_ip_address (address))
            g_strv_builder_add (found, address);
        }
    }
  return g_strv_builder_end (found);
}

void
troupe_http_hosts_allow (const char *host, const char *address)
{
  g_autofree char *name = NULL;

  g_return_if_fail (host != NULL);

  name = normalize_any (host);
  if (name == NULL)
    return;
  g_mutex_lock (&lock);
  if (allowed == NULL)
    allowed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (allowed,
                    g_strconcat (address != NULL ? address : ANY_ADDRESS, " ", name, NULL));
  g_mutex_unlock (&lock);
}

static gboolean
is_allowed (const char *name, const char *address)
{
  g_autofree char *line = g_strconcat (address, " ", name, NULL);
  g_autofree char *any = g_strconcat (ANY_ADDRESS, " ", name, NULL);
  gboolean is_found;

  g_mutex_lock (&lock);
  is_found = allowed != NULL &&
             (g_hash_table_contains (allowed, line) || g_hash_table_contains (allowed, any));
  g_mutex_unlock (&lock);
  return is_found;
}

/* --- Connections ------------------------------------------------------------------------------ */

/* Returns TRUE for 198.18.0.0/15. No host has such an address, but a program that forwards all connections
 * of this computer to a proxy gives one to each name. */
static gboolean
is_of_forwarder (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);

  return g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4 && bytes[0] == 198 &&
         (bytes[1] & 0xfe) == 18;
}

/* Finds where the connection leads. Returns FALSE if nothing may lead there. */
static gboolean
find_reach (GSocketConnection *connection, GInetAddress *address, TroupeHttpReach *reach)
{
  if (!troupe_http_reach_find (address, reach))
    return FALSE;
  if (*reach == TROUPE_HTTP_REACH_PUBLIC && troupe_http_reach_leads_back (connection))
    *reach = TROUPE_HTTP_REACH_HERE;
  return TRUE;
}

/* (transfer full) (nullable): NULL if the name may be connected to the address */
static char *
find_fault (const char *name, GSocketConnection *connection, GInetAddress *address)
{
  g_autofree char *shown = g_inet_address_to_string (address);
  TroupeHttpReach reach = TROUPE_HTTP_REACH_PUBLIC;
  g_autofree char *path = NULL;
  g_autofree char *above = NULL;
  g_autofree char *line = NULL;
  g_autofree char *list = NULL;
  g_autofree char *longer = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  if (is_of_forwarder (address))
    return NULL;
  /* The metadata of a computer in a cloud, with its keys, have such an address and a plainly local name. */
  if (!find_reach (connection, address, &reach))
    return g_strdup_printf (
        /* Translators: %s is a network address such as 169.254.169.254 */
        _ ("its name leads to %s, which is no address of a server on the internet"), shown);
  if (reach == TROUPE_HTTP_REACH_PUBLIC || is_plainly_local (name) || is_allowed (name, shown))
    return NULL;
  /* Notes where a name leads. If this fails, the name is not connected to either. */
  path = make_path ();
  above = g_path_get_dirname (path);
  line = g_strconcat (shown, " ", name, NULL);
  g_mutex_lock (&lock);
  list = read_list ();
  lines = g_strsplit (list, "\n", -1);
  longer = g_strconcat (list, line, "\n", NULL);
  length = strlen (longer);
  if (!g_strv_contains ((const char *const *) lines, line) && length < LARGEST_LIST &&
      (g_mkdir_with_parents (above, 0700) != 0 ||
       !troupe_file_save (path, longer, length, NULL, NULL, NULL)))
    g_message ("A name of this network could not be noted");
  g_mutex_unlock (&lock);
  return g_strdup_printf (reach == TROUPE_HTTP_REACH_HERE
                              /* Translators: %s is a network address such as 127.0.0.1 */
                              ? _ ("its name leads to %s on this computer, which the permissions "
                                   "did not show; they do if "
                                   "you run the document again")
                              /* Translators: %s is a network address such as 192.168.1.7 */
                              : _ ("its name leads to %s in a private network, which the "
                                   "permissions did not show; they "
                                   "do if you run the document again"),
                          shown);
}

gboolean
troupe_http_hosts_may_use (const char *host, GIOStream *connection, char **reason)
{
  g_autofree char *name = NULL;
  g_autoptr (GInetAddress) literal = NULL;
  g_autoptr (GSocketAddress) address = NULL;

  g_return_val_if_fail (host != NULL && reason != NULL, FALSE);

  *reason = NULL;
  /* What is no name is an address that shows where it leads, or is not found. */
  name = normalize (host);
  literal = parse_address (host);
  if (name == NULL && (literal == NULL || !troupe_http_reach_is_of_internet (literal)))
    return TRUE;
  if (!G_IS_SOCKET_CONNECTION (connection))
    return TRUE;
  if (g_object_get_data (G_OBJECT (connection), PROXY) != NULL)
    return TRUE;
  address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  if (address == NULL || !G_IS_INET_SOCKET_ADDRESS (address))
    return TRUE;
  if (G_IS_PROXY_ADDRESS (address))
    {
      g_object_set_data (G_OBJECT (connection), PROXY, GINT_TO_POINTER (TRUE));
      return TRUE;
    }
  if (name == NULL)
    {
      g_autofree char *shown = g_inet_address_to_string (literal);
      TroupeHttpReach reach = TROUPE_HTTP_REACH_PUBLIC;
      char *literal_reason = NULL;

      /* Checks an address that is given instead of a name and looks like one of the internet. */
      if (find_reach (G_SOCKET_CONNECTION (connection), literal, &reach) &&
          reach != TROUPE_HTTP_REACH_PUBLIC && !is_allowed (shown, shown))
        literal_reason =
            g_strdup_printf (reach == TROUPE_HTTP_REACH_HERE
                                 /* Translators: %s is a network address such as 2a01::5 */
                                 ? _ ("%s is an address of this computer, which the permissions "
                                      "did not show; they do if "
                                      "you run the document again")
                                 /* Translators: %s is a network address such as 2a01::5 */
                                 : _ ("%s is an address in the network of this computer, which the "
                                      "permissions did not "
                                      "show; they do if you run the document again"),
                             shown);
      *reason = literal_reason;
    }
  else
    *reason = find_fault (name, G_SOCKET_CONNECTION (connection),
                          g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
  return *reason == NULL;
}
