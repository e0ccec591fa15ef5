/* troupe-feedback.c: request for human feedback by a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback"

#include "config.h"

#include <string.h>

#include "troupe-feedback.h"

G_DEFINE_BOXED_TYPE (TroupeFeedbackRequest,
                     troupe_feedback_request,
                     troupe_feedback_request_ref,
                     troupe_feedback_request_unref)

TroupeFeedbackRequest *
troupe_feedback_request_ref (TroupeFeedbackRequest *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_feedback_request_unref (TroupeFeedbackRequest *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->id);
  g_free (self->run_id);
  g_free (self->flow_id);
  g_free (self->flow_name);
  g_free (self->method);
  g_free (self->message);
  g_clear_pointer (&self->output, troupe_value_unref);
  g_strfreev (self->emit);
  g_free (self->default_outcome);
  g_clear_pointer (&self->metadata, troupe_value_unref);
  g_clear_pointer (&self->elicitation, troupe_elicitation_unref);
  g_free (self);
}

/* --- Stored requests -------------------------------------------------------------------------- */

static TroupeValue *
get (const TroupeRunRequest *record, const char *name, TroupeValueType type)
{
  TroupeValue *value = troupe_value_map_lookup_string (record->question, name, -1);

  return value != NULL && troupe_value_is (value, type) ? value : NULL;
}

/* Returns NULL also for an empty string. (nullable) */
static char *
get_text (const TroupeRunRequest *record, const char *name)
{
  TroupeValue *value = get (record, name, TROUPE_VALUE_STRING);
  const char *text = value != NULL ? troupe_value_get_string (value, NULL) : "";

  return *text != '\0' ? g_strdup (text) : NULL;
}

static GStrv
get_words (TroupeValue *list)
{
  gsize n_words = list != NULL ? troupe_value_list_get_length (list) : 0;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; i < n_words; i++)
    {
      TroupeValue *word = troupe_value_list_get (list, i);

      if (troupe_value_is (word, TROUPE_VALUE_STRING))
        g_strv_builder_add (builder, troupe_value_get_string (word, NULL));
    }
  return n_words > 0 ? g_strv_builder_end (builder) : NULL;
}

static TroupeValue *
make_empty_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

/**
 * troupe_feedback_request_new_from_record:
 *
 * Returns: (transfer full): the request of a stored run (troupe_store_list_requests()), with its
 * original id and time
 */
TroupeFeedbackRequest *
troupe_feedback_request_new_from_record (const TroupeRunRequest *record)
{
  TroupeFeedbackRequest *self;
  TroupeValue *output, *metadata;

  g_return_val_if_fail (record != NULL && record->question != NULL, NULL);

  self = g_new0 (TroupeFeedbackRequest, 1);
  g_atomic_ref_count_init (&self->ref_count);
  output = troupe_value_map_lookup_string (record->question, "output", -1);
  metadata = get (record, "metadata", TROUPE_VALUE_MAP);
  self->id = g_strdup (record->id);
  self->run_id = g_strdup (record->run_id);
  self->flow_id = g_strdup (record->flow_id);
  self->flow_name = get_text (record, "flow_name");
  self->method = g_strdup (record->method);
  self->message = get_text (record, "message");
  if (self->message == NULL)
    self->message = g_strdup ("");
  self->output = output != NULL ? troupe_value_ref (output) : troupe_value_new_null ();
  self->emit = get_words (get (record, "emit", TROUPE_VALUE_LIST));
  self->default_outcome = get_text (record, "default_outcome");
  self->metadata = metadata != NULL ? troupe_value_ref (metadata) : make_empty_map ();
  self->requested_us = record->asked_us;
  return self;
}

TroupeFeedbackRequest *
troupe_feedback_request_new_for_elicitation (const char *run_id,
                                             const char *flow_name,
                                             TroupeElicitation *elicitation)
{
  TroupeFeedbackRequest *self;

  g_return_val_if_fail (run_id != NULL && elicitation != NULL, NULL);

  self = g_new0 (TroupeFeedbackRequest, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->id = g_uuid_string_random ();
  self->run_id = g_strdup (run_id);
  self->flow_id = g_strdup (run_id);
  self->flow_name = g_strdup (flow_name);
  self->method = g_strdup (elicitation->server);
  self->message = g_strdup (elicitation->message);
  self->output = troupe_value_new_null ();
  self->metadata = make_empty_map ();
  self->requested_us = g_get_real_time ();
  self->elicitation = troupe_elicitation_ref (elicitation);
  return self;
}

/* --- Outcomes ------------------------------------------------------------------------------------ */

/* Returns TRUE for the characters that Python's strip() removes: Unicode white space and the
 * four ASCII separators. */
static gboolean
is_blank (gunichar letter)
{
  return g_unichar_isspace (letter) || letter == 0x0b || (letter >= 0x1c && letter <= 0x1f) ||
         letter == 0x85;
}

/**
 * troupe_feedback_strip:
 *
 * Returns: (transfer full): the text without surrounding white space (as defined by Python) and
 * with invalid UTF-8 replaced
 */
char *
troupe_feedback_strip (const char *text)
{
  g_autofree char *valid = NULL;
  const char *start, *end;

  g_return_val_if_fail (text != NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  start = valid;
  end = valid + strlen (valid);
  while (*start != '\0' && is_blank (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (end > start && is_blank (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  return g_strndup (start, (gsize) (end - start));
}

static char *
fold (const char *text)
{
  g_autofree char *stripped = troupe_feedback_strip (text);

  return g_utf8_casefold (stripped, -1);
}

/* Returns the outcome that equals @wanted, or NULL. @folded: whether case and white space around
 * an outcome are ignored */
static const char *
find_outcome (TroupeFeedbackRequest *self, const char *wanted, gboolean folded)
{
  g_assert (self != NULL);

  for (guint i = 0; self->emit[i] != NULL; i++)
    {
      g_autofree char *outcome = folded ? fold (self->emit[i]) : NULL;

      if (g_str_equal (folded ? outcome : self->emit[i], wanted))
        return self->emit[i];
    }
  return NULL;
}

/**
 * troupe_feedback_request_find_outcome:
 * @feedback: the text that the user entered
 *
 * Maps the answer to an outcome without a model (doc/flow-semantics.md §10). A blank answer is
 * mapped to the default outcome, or if there is none, to the first outcome. Any other answer is
 * mapped to the outcome that is equal to it, first exactly and then ignoring case and surrounding
 * white space.
 *
 * Returns: (transfer none) (nullable): one of @emit, or the default outcome; %NULL if there are no
 * outcomes or none matches
 */
const char *
troupe_feedback_request_find_outcome (TroupeFeedbackRequest *self, const char *feedback)
{
  g_autofree char *stripped = NULL;
  g_autofree char *folded = NULL;
  const char *found;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (feedback != NULL, NULL);

  if (self->emit == NULL || self->emit[0] == NULL)
    return NULL;
  stripped = troupe_feedback_strip (feedback);
  if (*stripped == '\0')
    return self->default_outcome != NULL ? self->default_outcome : self->emit[0];
  found = find_outcome (self, stripped, FALSE);
  if (found != NULL)
    return found;
  folded = fold (stripped);
  return find_outcome (self, folded, TRUE);
}
