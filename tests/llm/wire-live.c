/* wire-live.c: tests an API over HTTP with complete, cut and failed answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ask.h"
#include "fake-server.h"
#include "wire-live.h"

typedef struct
{
  const WireLive *live;
  FakeServer *server;
  TroupeLlmClient *client;
} World;

static char *
lookup_cb (const char *name, gpointer user_data)
{
  World *world = user_data;
  const char *url = fake_server_get_url (world->server);

  if (g_str_equal (name, world->live->key_variable))
    return g_strdup (CANARY_KEY);
  if (!g_str_equal (name, world->live->url_variable))
    return NULL;

  return g_strdup_printf ("%.*s%s", (int) (strlen (url) - strlen ("/v1")), url, world->live->path);
}

static void
set_up (World *world, gconstpointer data)
{
  world->live = data;
  world->server = fake_server_new ();
  world->client = troupe_llm_client_new ();
  troupe_llm_client_set_environment (world->client, lookup_cb, world, NULL);
}

static void
tear_down (World *world, gconstpointer data)
{
  g_clear_object (&world->client);
  fake_server_free (world->server);
}

static void
reply (World *world, const char *status, const char *headers, const char *body)
{
  fake_server_add (world->server, fake_reply (status, "application/json", headers, body), 0, 0,
                   FAKE_END_CLOSE);
}

static void
stream (World *world, const char *body, gsize piece)
{
  fake_server_add (world->server, fake_reply ("200 OK", world->live->stream_type, NULL, body),
                   piece, 0, FAKE_END_CLOSE);
}

static void
ask_it (World *world, Asked *asked, gboolean is_stream)
{
  ask (asked, world->client, world->live->model, world->live->settings, is_stream);
}

static void
assert_hello (const Asked *asked)
{
  g_assert_no_error (asked->error);
  g_assert_cmpstr (asked->answer->content, ==, "Hello there");
  g_assert_cmpint (asked->answer->finish, ==, TROUPE_LLM_FINISH_STOP);
  g_assert_cmpint (asked->answer->usage.total_tokens, ==, 7);
}

/* Asserts that the request contains the key in the correct header and nowhere else. */
static void
assert_request (World *world, guint index, const char *line)
{
  g_autofree char *text = fake_server_get_request (world->server, index);
  g_autofree char *end = strstr (text, "\r\n") != NULL
                             ? g_strndup (text, (gsize) (strstr (text, "\r\n") - text))
                             : NULL;
  g_autofree char *lower = g_ascii_strdown (text, -1);
  g_autofree char *header = g_strconcat (world->live->key_header, CANARY_KEY, "\r\n", NULL);

  g_test_message ("%s", end);
  g_assert_true (g_str_has_prefix (text, line));
  g_assert_nonnull (strstr (lower, header));
  g_assert_null (strstr (end, CANARY_KEY));
  g_assert_null (strstr (strstr (text, "\r\n\r\n"), CANARY_KEY));
}

static void
test_whole (World *world, gconstpointer data)
{
  Asked asked;

  reply (world, "200 OK", NULL, world->live->whole);
  ask_it (world, &asked, FALSE);
  assert_hello (&asked);
  assert_request (world, 0, world->live->whole_line);
  asked_clear (&asked);
}

static void
test_stream (World *world, gconstpointer data)
{
  static const gsize pieces[] = { 0, 1, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    stream (world, world->live->stream, pieces[i]);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      Asked asked;

      ask_it (world, &asked, TRUE);
      assert_hello (&asked);
      g_assert_cmpstr (asked.streamed->str, ==, "Hello there");
      assert_request (world, i, world->live->stream_line);
      asked_clear (&asked);
    }
}

static void
test_unauthorized (World *world, gconstpointer data)
{
  Asked asked;

  reply (world, "401 Unauthorized", NULL, "{\"error\":{\"message\":\"wrong key " CANARY_KEY "\"}}");
  ask_it (world, &asked, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_assert_nonnull (strstr (asked.error->message, "wrong key"));
  g_assert_null (strstr (asked.error->message, CANARY_KEY));
  g_assert_cmpuint (fake_server_get_n_requests (world->server), ==, 1);
  asked_clear (&asked);
}

static void
test_again (World *world, gconstpointer data)
{
  Asked asked;

  reply (world, "429 Too Many Requests", world->live->busy == NULL ? "retry-after-ms: 1\r\n" : NULL,
         world->live->busy != NULL ? world->live->busy : "{\"error\":{\"message\":\"slowly\"}}");
  reply (world, "500 Broken", "retry-after-ms: 1\r\n", "{\"error\":{\"message\":\"broken\"}}");
  stream (world, world->live->stream, 0);
  ask_it (world, &asked, TRUE);
  if (world->live->n_tries == 1)
    {
      g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT);
      g_assert_cmpuint (fake_server_get_n_requests (world->server), ==, 1);
    }
  else
    {
      assert_hello (&asked);
      g_assert_cmpuint (fake_server_get_n_requests (world->server), ==, 3);
    }
  asked_clear (&asked);
}

static void
test_broken (World *world, gconstpointer data)
{
  Asked asked;

  reply (world, "500 Broken", "retry-after-ms: 1\r\n", "{\"error\":{\"message\":\"broken\"}}");
  ask_it (world, &asked, FALSE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER);
  g_assert_nonnull (strstr (asked.error->message, "broken"));
  g_assert_cmpuint (fake_server_get_n_requests (world->server), ==,
                    world->live->n_tries > 0 ? world->live->n_tries : 3);
  asked_clear (&asked);
}

static void
test_cut (World *world, gconstpointer data)
{
  Asked asked;

  stream (world, world->live->cut, 0);
  ask_it (world, &asked, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT);
  g_assert_null (asked.answer);
  asked_clear (&asked);
}

static void
test_redirect (World *world, gconstpointer data)
{
  g_autoptr (FakeServer) other = fake_server_new ();
  g_autofree char *headers =
      g_strdup_printf ("Location: %s/there\r\n", fake_server_get_url (other));
  Asked asked;

  reply (world, "307 Moved", headers, "");
  ask_it (world, &asked, FALSE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_assert_cmpuint (fake_server_get_n_requests (other), ==, 0);
  asked_clear (&asked);
}

static void
add (const WireLive *live, const char *name, void (*func) (World *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/%s/live/%s", live->api, name);

  g_test_add (path, World, live, set_up, func, tear_down);
}

void
wire_live_add (const WireLive *live)
{
  add (live, "whole", test_whole);
  add (live, "stream", test_stream);
  add (live, "unauthorized", test_unauthorized);
  add (live, "again", test_again);
  add (live, "broken", test_broken);
  add (live, "cut", test_cut);
  add (live, "redirect", test_redirect);
}
