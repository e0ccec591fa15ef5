/* troupe-feedback.c: what a method asks a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback"

#include "config.h"

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
  g_free (self);
}

static char *
fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return g_utf8_casefold (g_strstrip (valid), -1);
}

/**
 * troupe_feedback_request_find_outcome:
 * @feedback: what a person wrote
 *
 * What the answer means without a model (spec/flow-semantics.md §10): a blank one is the default outcome
 * or else the first, any other the outcome that it equals but for case and blanks around it.
 *
 * Returns: (transfer none) (nullable): one of @emit, or the default outcome; %NULL where there is none to
 *   choose or none fits
 */
const char *
troupe_feedback_request_find_outcome (TroupeFeedbackRequest *self, const char *feedback)
{
  g_autofree char *wanted = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (feedback != NULL, NULL);

  if (self->emit == NULL || self->emit[0] == NULL)
    return NULL;
  wanted = fold (feedback);
  if (*wanted == '\0')
    return self->default_outcome != NULL ? self->default_outcome : self->emit[0];
  for (guint i = 0; self->emit[i] != NULL; i++)
    {
      g_autofree char *outcome = fold (self->emit[i]);

      if (g_str_equal (outcome, wanted))
        return self->emit[i];
    }
  return NULL;
}
