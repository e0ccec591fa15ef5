/* test-web-guard.c: web addresses that may be fetched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <libsoup/soup.h>

#include "../test-interfaces.h"
#include "../test-wait.h"
#include "troupe-tool.h"
#include "troupe-web-guard-private.h"

static gboolean
is_public (const char *text)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (text);
  TroupeHttpReach reach = TROUPE_HTTP_REACH_HERE;

  g_assert_nonnull (address);
  return troupe_http_reach_find (address, &reach) && reach == TROUPE_HTTP_REACH_PUBLIC;
}

/* Each row contains the last address before a range, the first and the last address of the
 * range, and the first address after it. */
static void
test_edges_4 (void)
{
  static const char *const edges[][4] = {
    { NULL, "0.0.0.0", "0.255.255.255", "1.0.0.0" },
    { "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0" },
    { "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0" },
    { "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0" },
    { "168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17" },
    { "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0" },
    { "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0" },
    { "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0" },
    { "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0" },
    { "192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0" },
    { "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0" },
    { "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0" },
    { "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0" },
    { "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0" },
    { "223.255.255.255", "224.0.0.0", "255.255.255.255", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    {
      g_test_message ("%s", edges[i][1]);
      g_assert_true (edges[i][0] == NULL || is_public (edges[i][0]));
      g_assert_false (is_public (edges[i][1]));
      g_assert_false (is_public (edges[i][2]));
      g_assert_true (edges[i][3] == NULL || is_public (edges[i][3]));
    }
  g_assert_false (is_public ("240.0.0.0"));
  g_assert_false (is_public ("239.255.255.255"));
}

static void
test_edges_6 (void)
{
  static const char *const refused[] = {
    "::",
    "::1",
    "::2",
    "::8.8.8.8",
    "::ffff:0:8.8.8.8",
    "100::1",
    "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:1::1",
    "2001:2::1",
    "2001:10::1",
    "2001:1ff:ffff::",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff::",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::",
    "5f00::1",
    "64:ff9b:1::8.8.8.8",
    "fbff::1",
    "fc00::",
    "fd00:ec2::254",
    "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff00::",
    "ff02::1",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  };
  static const char *const open[] = {
    "2000::",
    "2001:200::",
    "2001:4860:4860::8888",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
    "2003::",
    "2606:4700:4700::1111",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_test_message ("%s", refused[i]);
      g_assert_false (is_public (refused[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (open); i++)
    {
      g_test_message ("%s", open[i]);
      g_assert_true (is_public (open[i]));
    }
}

/* IPv4 addresses in each form of an IPv6 address. */
static void
test_wrapped (void)
{
  g_assert_true (is_public ("::ffff:8.8.8.8"));
  g_assert_false (is_public ("::ffff:127.0.0.1"));
  g_assert_false (is_public ("::ffff:169.254.169.254"));
  g_assert_true (is_public ("64:ff9b::8.8.8.8"));
  g_assert_false (is_public ("64:ff9b::10.0.0.1"));
  g_assert_false (is_public ("64:ff9b::192.168.1.1"));
  g_assert_true (is_public ("2002:808:808::1"));
  g_assert_false (is_public ("2002:7f00:1::1"));
  g_assert_false (is_public ("2002:a00:1::1"));
  /* Teredo addresses contain the client's address inverted: 8.8.8.8 is f7f7:f7f7, 127.0.0.1 is
   * 80ff:fffe. */
  g_assert_true (is_public ("2001:0:808:808::f7f7:f7f7"));
  g_assert_false (is_public ("2001:0:808:808::80ff:fffe"));
  g_assert_false (is_public ("2001:0:a00:1::f7f7:f7f7"));
}

static void
assert_refused (const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = troupe_web_guard_parse (url, &error);

  g_test_message ("%s: %s", url, error != NULL ? error->message : "let through");
  g_assert_null (uri);
  g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS);
}

static void
test_written (void)
{
  static const char *const refused[] = {
    "",
    "example.com",
    "//example.com",
    "/etc/passwd",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/html,x",
    "javascript:alert(1)",
    "http://",
    "http:///x",
    "http://localhost/",
    "http://LOCALHOST.:80/",
    "http://a.localhost/",
    "http://router/",
    "http://router./",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://127.0.0.1/",
    "http://127.0.0.1:8080/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fe80::1]/",
    "http://169.254.169.254/latest/",
    "http://user@example.com/",
    "http://user:word@example.com/",
    "http://@example.com/",
    "http://example.com:0/",
    "http://example.com:22/",
    "https://example.com:1023/",
    "http://example.com:65536/",
    "http://exa mple.com/",
  };
  static const char *const open[] = {
    "http://example.com",
    "HTTPS://example.com/a?b=c#d",
    "https://example.com:443/",
    "http://example.com:1024/",
    "http://example.com:65535/",
    "  https://example.com/ \n",
    "http://8.8.8.8/",
    "http://[2606:4700::1111]/",
    "https://bücher.example/ä ö",
    "https://example.com/a@b:c/",
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_refused (refused[i]);
  for (guint i = 0; i < G_N_ELEMENTS (open); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) uri = troupe_web_guard_parse (open[i], &error);

      g_assert_no_error (error);
      g_assert_nonnull (uri);
    }
}

/* Both ends of each range of addresses that are not public, in all forms in which an address names an IPv4 address. */
static void
test_forms (void)
{
  static const guint8 ends[][4] = {
    { 0, 0, 0, 0 },         { 0, 255, 255, 255 },   { 10, 0, 0, 0 },        { 10, 255, 255, 255 },
    { 100, 64, 0, 0 },      { 100, 127, 255, 255 }, { 127, 0, 0, 0 },       { 127, 255, 255, 255 },
    { 168, 63, 129, 16 },   { 169, 254, 0, 0 },     { 169, 254, 255, 255 }, { 169, 254, 169, 254 },
    { 172, 16, 0, 0 },      { 172, 31, 255, 255 },  { 192, 0, 0, 0 },       { 192, 0, 0, 255 },
    { 192, 0, 2, 0 },       { 192, 0, 2, 255 },     { 192, 88, 99, 1 },     { 192, 168, 0, 0 },
    { 192, 168, 255, 255 }, { 198, 18, 0, 0 },      { 198, 19, 255, 255 },  { 198, 51, 100, 1 },
    { 203, 0, 113, 1 },     { 224, 0, 0, 1 },       { 239, 255, 255, 250 }, { 255, 255, 255, 255 },
  };
  guint n_blocked = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const guint8 *end = ends[i];
      const guint number = ((guint) end[0] << 24) | (end[1] << 16) | (end[2] << 8) | end[3];
      char *forms[] = {
        g_strdup_printf ("http://%u.%u.%u.%u/", end[0], end[1], end[2], end[3]),
        g_strdup_printf ("https://%u.%u.%u.%u:8443/", end[0], end[1], end[2], end[3]),
        g_strdup_printf ("http://%u/", number),
        g_strdup_printf ("http://0x%08x/", number),
        g_strdup_printf ("http://[::ffff:%u.%u.%u.%u]/", end[0], end[1], end[2], end[3]),
        g_strdup_printf ("http://[::ffff:%x:%x]/", number >> 16, number & 0xffff),
        g_strdup_printf ("http://[64:ff9b::%x:%x]/", number >> 16, number & 0xffff),
        g_strdup_printf ("http://[2002:%x:%x::1]/", number >> 16, number & 0xffff),
      };

      for (guint k = 0; k < G_N_ELEMENTS (forms); k++, n_blocked++)
        {
          assert_refused (forms[k]);
          g_free (forms[k]);
        }
    }
  g_test_message ("%u addresses are refused", n_blocked);
}

static void
assert_reach (const char *text, TroupeHttpReach expected)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (text);
  TroupeHttpReach reach = TROUPE_HTTP_REACH_PUBLIC;

  g_test_message ("%s", text);
  g_assert_true (troupe_http_reach_find (address, &reach));
  g_assert_cmpuint (reach, ==, expected);
}

/* The addresses of this computer's interfaces, and those of hosts beside it, in all forms. */
static void
test_own_interfaces (void)
{
  static const char *const interfaces[] = {
    "127.0.0.1/8", "2a01:4f8:c0c:1::5/64", "8.8.4.5/24", "192.168.1.5/24", "9.9.9.9/32",
    "2003:1::9/0", "2600:1::1/16",         "11.1.2.3/8", "fe80::1234/64",  NULL
  };
  static const char *const here[] = { "127.0.0.1",      "2a01:4f8:c0c:1::5", "8.8.4.5",
                                      "192.168.1.5",    "9.9.9.9",           "2003:1::9",
                                      "::ffff:8.8.4.5", "64:ff9b::8.8.4.5",  "2002:808:405::1" };
  static const char *const private[] = { "2a01:4f8:c0c:1::6", "2a01:4f8:c0c:1:ffff:ffff:ffff:ffff",
                                         "8.8.4.0",           "8.8.4.255",
                                         "::ffff:8.8.4.7",    "192.168.1.6",
                                         "10.0.0.1" };
  static const char *const public[] = { "2a01:4f8:c0c:2::5", "8.8.5.5",   "9.9.9.8",
                                        "2003:1::8",         "2600:1::2", "11.1.2.4",
                                        "64:ff9b::8.8.5.5" };
  g_autoptr (GInetAddress) link_local = g_inet_address_new_from_string ("fe80::1234");
  TroupeHttpReach reach;

  test_interfaces = interfaces;
  test_wait_until (!is_public ("8.8.4.5"));
  for (guint i = 0; i < G_N_ELEMENTS (here); i++)
    assert_reach (here[i], TROUPE_HTTP_REACH_HERE);
  for (guint i = 0; i < G_N_ELEMENTS (private); i++)
    assert_reach (private[i], TROUPE_HTTP_REACH_PRIVATE);
  for (guint i = 0; i < G_N_ELEMENTS (public); i++)
    assert_reach (public[i], TROUPE_HTTP_REACH_PUBLIC);
  g_assert_false (troupe_http_reach_find (link_local, &reach));
  assert_refused ("http://[2a01:4f8:c0c:1::5]:8080/admin");
  assert_refused ("http://[2a01:4f8:c0c:1::6]/");
  assert_refused ("http://8.8.4.5:8080/");
  assert_refused ("http://[::ffff:8.8.4.5]/");
  test_interfaces = NULL;
  test_wait_until (is_public ("8.8.4.5"));
  assert_reach ("127.0.0.1", TROUPE_HTTP_REACH_HERE);
}

/* A connection from an address to itself stays on this computer, whatever is known of its interfaces. */
static void
test_leads_back (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  const guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autoptr (GSocketConnection) same =
      g_socket_client_connect_to_host (client, "127.0.0.1", port, NULL, NULL);

  g_assert_nonnull (same);
  g_assert_true (troupe_http_reach_leads_back (same));
}

static void
test_redirects (void)
{
  static const struct
  {
    const char *from;
    const char *location;
    const char *to; /* (nullable): NULL if the redirect is not followed */
  } cases[] = {
    { "https://example.com/a/b", "../c", "https://example.com/c" },
    { "https://example.com/a", "//other.example/", "https://other.example/" },
    { "http://example.com/a", "https://example.com/a", "https://example.com/a" },
    { "http://example.com/a", "http://example.com:8080/a", "http://example.com:8080/a" },
    { "https://example.com/a", "http://example.com/a", NULL },
    { "http://example.com/a", "http://127.0.0.1/", NULL },
    { "http://example.com/a", "//[::1]/", NULL },
    { "http://example.com/a", "//localhost/", NULL },
    { "http://example.com/a", "//me@example.com/", NULL },
    { "http://example.com/a", "http://example.com:25/", NULL },
    { "http://example.com/a", "file:///etc/passwd", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GUri) from = g_uri_parse (cases[i].from, SOUP_HTTP_URI_FLAGS, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) to = troupe_web_guard_parse_redirect (from, cases[i].location, &error);
      g_autofree char *text = to != NULL ? g_uri_to_string (to) : NULL;

      g_assert_cmpstr (text, ==, cases[i].to);
      g_assert_true ((to == NULL) == (error != NULL));
      if (error != NULL)
        g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED);
    }
}

static gboolean
may_reach (const char *host, guint port)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string (host, port);

  return troupe_web_guard_may_reach (address, TROUPE_HTTP_REACH_PUBLIC);
}

static void
test_reach (void)
{
  g_autoptr (GSocketAddress) named = g_unix_socket_address_new ("/run/some.socket");

  g_assert_true (may_reach ("8.8.8.8", 80));
  g_assert_false (may_reach ("8.8.8.8", 25));
  g_assert_false (may_reach ("127.0.0.1", 8080));
  g_assert_false (troupe_web_guard_may_reach (named, TROUPE_HTTP_REACH_PUBLIC));
  /* Tests may allow one port of one address. */
  troupe_web_guard_allow_loopback (8080);
  g_assert_true (may_reach ("127.0.0.1", 8080));
  g_assert_false (may_reach ("127.0.0.1", 8081));
  g_assert_false (may_reach ("127.0.0.2", 8080));
  g_assert_false (may_reach ("::1", 8080));
  g_assert_false (may_reach ("10.0.0.1", 8080));
  troupe_web_guard_allow_loopback (0);
  g_assert_false (may_reach ("127.0.0.1", 8080));
}

/* The address of the connection is checked, regardless of the name that was resolved. */
static void
test_connection (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (GError) error = NULL;
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, &error);

  g_assert_no_error (error);
  connection = g_socket_client_connect_to_host (client, "127.0.0.1", port, NULL, &error);
  g_assert_no_error (error);
  other = g_simple_io_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)),
                                  g_io_stream_get_output_stream (G_IO_STREAM (connection)));
  g_assert_false (troupe_web_guard_may_use (G_IO_STREAM (connection), TROUPE_HTTP_REACH_PUBLIC));
  troupe_web_guard_allow_loopback (port);
  g_assert_true (troupe_web_guard_may_use (G_IO_STREAM (connection), TROUPE_HTTP_REACH_PUBLIC));
  g_assert_false (troupe_web_guard_may_use (other, TROUPE_HTTP_REACH_PUBLIC));
  troupe_web_guard_allow_loopback (0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/web-guard/edges-4", test_edges_4);
  g_test_add_func ("/web-guard/edges-6", test_edges_6);
  g_test_add_func ("/web-guard/wrapped", test_wrapped);
  g_test_add_func ("/web-guard/written", test_written);
  g_test_add_func ("/web-guard/forms", test_forms);
  g_test_add_func ("/web-guard/interfaces", test_own_interfaces);
  g_test_add_func ("/web-guard/leads-back", test_leads_back);
  g_test_add_func ("/web-guard/redirects", test_redirects);
  g_test_add_func ("/web-guard/reach", test_reach);
  g_test_add_func ("/web-guard/connection", test_connection);
  return g_test_run ();
}
