/* troupe-python-question.c: questions that Python code asks during a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-question"

#include "config.h"

#include <math.h>

#include "troupe-python-private.h"
#include "troupe-python-process.h"
#include "troupe-python-wire.h"

/* The longest time in seconds after which code continues without an answer. Longer ones count as
 * none. */
#define LONGEST_TIMEOUT (10.0 * 365 * 24 * 3600)

static const char *
get_text (TroupeValue *map, const char *name)
{
  TroupeValue *text = troupe_value_get_member_of (map, name, TROUPE_VALUE_STRING);

  return text != NULL ? troupe_value_get_string (text, NULL) : NULL;
}

static gboolean
is_true (TroupeValue *map, const char *name)
{
  TroupeValue *value = troupe_value_get_member_of (map, name, TROUPE_VALUE_BOOLEAN);

  return value != NULL && troupe_value_get_boolean (value);
}

/* (transfer full) (nullable) */
static TroupeValue *
make_state (TroupeValue *map)
{
  TroupeValue *pairs = troupe_value_get_member_of (map, "state", TROUPE_VALUE_LIST);
  TroupeMapBuilder builder;

  if (pairs == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  troupe_python_wire_add_pairs (pairs, &builder);
  return troupe_map_builder_end (&builder);
}

gboolean
troupe_python_take_question (TroupePython *self, TroupePythonCall *call, TroupeValue *message)
{
  TroupeValue *asks = troupe_value_get_member_of (message, "asks", TROUPE_VALUE_MAP);
  TroupeValue *asked = troupe_value_get_member_of (message, "asked", TROUPE_VALUE_MAP);
  TroupeValue *map = asks != NULL ? asks : asked;
  TroupeValue *number =
      map != NULL ? troupe_value_get_member_of (map, "number", TROUPE_VALUE_INTEGER) : NULL;
  g_autoptr (TroupeValue) state = NULL;
  TroupePythonQuestion question = { 0 };

  if (number == NULL)
    return FALSE;
  question.number = troupe_value_get_integer (number);
  question.is_answered = asks == NULL;
  question.timeout_us = -1;
  if (asks != NULL)
    {
      const char *text = get_text (asks, "message");
      TroupeValue *value;
      double seconds = NAN;

      question.message = text != NULL ? text : "";
      question.metadata = troupe_value_get_member_of (asks, "metadata", TROUPE_VALUE_MAP);
      value = troupe_value_map_lookup_string (asks, "timeout", -1);
      if (value != NULL && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
        seconds = troupe_value_get_double (value);
      else if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
        seconds = (double) troupe_value_get_integer (value);
      if (isnan (seconds) || seconds > LONGEST_TIMEOUT)
        question.timeout_us = -1;
      else
        question.timeout_us = (gint64) (MAX (seconds, 0) * G_USEC_PER_SEC);
      question.has_provider = is_true (asks, "provider");
      question.state = state = make_state (asks);
    }
  else
    {
      question.response = get_text (asked, "response");
      question.response_metadata = troupe_value_get_member_of (asked, "metadata", TROUPE_VALUE_MAP);
    }
  /* The code of a cancelled call waits until the helper is stopped. */
  if (call->task == NULL)
    return TRUE;
  if (call->ask != NULL)
    call->ask (&question, call->ask_data);
  else if (!question.is_answered)
    troupe_python_answer (self, question.number, call->method, NULL);
  return TRUE;
}

void
troupe_python_answer (TroupePython *self, gint64 number, const char *method, const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);

  g_return_if_fail (TROUPE_IS_PYTHON (self));

  if (self->process == NULL)
    return;
  g_string_append_printf (line, "{\"answer\":{\"number\":%" G_GINT64_FORMAT ",\"method\":", number);
  troupe_python_wire_append_string (method, line);
  g_string_append (line, ",\"text\":");
  troupe_python_wire_append_string (text, line);
  g_string_append (line, "}}");
  troupe_python_process_write (self->process, line->str, line->len);
}
