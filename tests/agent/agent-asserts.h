/* agent-asserts.h: assertions about the requests and events of an agent test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "agent-fixture.h"

G_BEGIN_DECLS

/* Returns the text of message @index of a request. (transfer full) */
static inline char *
get_asked (AgentTest *test, guint request, guint index)
{
  g_autofree char *text = fake_server_get_request (test->server, request);
  const char *body = strstr (text, "\r\n\r\n");
  g_autoptr (TroupeValue) value = troupe_value_from_json (body + 4, -1, NULL);
  TroupeValue *messages = troupe_value_map_lookup_string (value, "messages", -1);
  TroupeValue *content = NULL;

  g_assert_cmpuint (troupe_value_list_get_length (messages), >, index);
  content = troupe_value_map_lookup_string (troupe_value_list_get (messages, index), "content", -1);
  return g_strdup (content != NULL && troupe_value_is (content, TROUPE_VALUE_STRING)
                       ? troupe_value_get_string (content, NULL)
                       : "-");
}

static inline void
assert_asked (AgentTest *test, guint request, guint index, const char *part)
{
  g_autofree char *text = get_asked (test, request, index);

  if (strstr (text, part) == NULL)
    g_error ("message %u of request %u has no “%s”: %s", index, request, part, text);
}

static inline void
assert_not_asked (AgentTest *test, guint request, const char *part)
{
  g_autofree char *text = fake_server_get_request (test->server, request);

  if (strstr (text, part) != NULL)
    g_error ("request %u has “%s”: %s", request, part, text);
}

static inline void
assert_request_has (AgentTest *test, guint request, const char *part)
{
  g_autofree char *text = fake_server_get_request (test->server, request);

  if (strstr (text, part) == NULL)
    g_error ("request %u has no “%s”: %s", request, part, text);
}

static inline void
assert_result (AgentTest *test, const char *key, const char *expected)
{
  g_autofree char *found = agent_test_get (test, key);

  g_assert_cmpstr (found, ==, expected);
}

/* Asserts that the names of all events that begin with one of @prefixes (NULL-terminated),
 * joined by spaces, are @expected. */
static inline void
assert_told (AgentTest *test, const char *const *prefixes, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);
      const char *name = troupe_event_type_get_name (event->type);

      for (guint j = 0; prefixes[j] != NULL; j++)
        if (g_str_has_prefix (name, prefixes[j]))
          g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", name);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

/* Returns field @key of the @n-th event called @name as JSON, with ' instead of ". (transfer
 * full) */
static inline char *
get_told (AgentTest *test, const char *name, guint n, const char *key)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);
      TroupeValue *value = NULL;

      if (!g_str_equal (troupe_event_type_get_name (event->type), name) || n-- > 0)
        continue;
      value = troupe_value_map_lookup_string (event->fields, key, -1);
      return value != NULL ? g_strdelimit (troupe_value_to_json (value, 0), "\"", '\'') : NULL;
    }
  g_error ("no event %s", name);
}

static inline void
assert_told_field (AgentTest *test,
                   const char *name,
                   guint n,
                   const char *key,
                   const char *expected)
{
  g_autofree char *found = get_told (test, name, n, key);

  g_assert_cmpstr (found, ==, expected);
}

/* Queues a server response that reports an exceeded context window. */
static inline void
say_too_long (AgentTest *test)
{
  fake_server_add (test->server,
                   fake_reply ("400 Bad Request", "application/json", NULL,
                               "{\"error\":{\"message\":\"This model's maximum context length is "
                               "10 tokens\",\"code\":\"context_length_exceeded\"}}"),
                   0, 0, FAKE_END_CLOSE);
}

G_END_DECLS
