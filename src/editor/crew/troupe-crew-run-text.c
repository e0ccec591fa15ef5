/* troupe-crew-run-text.c: texts of the cards of a crew about calls and outputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-run-text"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-run-text.h"
#include "troupe-sanitize-text.h"

/* Maximum size of an output whose characters are counted, in bytes. */
#define COUNTED (1024 * 1024)

char *
troupe_crew_run_text_of_output (const TroupeSpan *span)
{
  TroupeValue *output = troupe_span_get_output (span);
  const char *text;
  gsize length;
  guint n_characters;

  if (output == NULL || !troupe_value_is (output, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (output, &length);
  /* Counting a very long text would block the window. */
  if (length > COUNTED)
    {
      g_autofree char *size = g_format_size (length);

      /* Translators: %s is the size of the task's output, such as "20.0 MB" */
      return g_strdup_printf (_ ("Done · %s"), size);
    }
  n_characters = (guint) g_utf8_strlen (text, (gssize) length);
  return g_strdup_printf (ngettext ("Done · %u character", "Done · %u characters", n_characters),
                          n_characters);
}

char *
troupe_crew_run_text_of_call (const TroupeSpan *tool, guint turn)
{
  const char *name = troupe_span_get_name (tool);
  const gboolean asks = g_strcmp0 (name, "ask_question_to_coworker") == 0;
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeValue *coworker = NULL;
  g_autofree char *role = NULL;

  if (asks || g_strcmp0 (name, "delegate_work_to_coworker") == 0)
    {
      arguments = troupe_span_dup_arguments (tool);
      coworker = arguments != NULL ? troupe_value_get_member (arguments, "coworker") : NULL;
    }
  if (coworker == NULL || !troupe_value_is (coworker, TROUPE_VALUE_STRING))
    return g_strdup_printf (_ ("Calling %s, turn %u"), name, turn);
  role = troupe_text_first_line (troupe_value_get_string (coworker, NULL));
  return g_strdup_printf (asks ? _ ("Asks %s") : _ ("Delegates to %s"), role);
}
