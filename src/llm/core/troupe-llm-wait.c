/* troupe-llm-wait.c: delays before a call is sent, limited by its deadline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-wait"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-clock.h"
#include "troupe-llm-error.h"
#include "troupe-llm-wait.h"

/* Shorter waits are not reported. */
#define SHORTEST_TOLD_MS 1000

gboolean
troupe_llm_wait_begin (const TroupeLlmRequest *request,
                       gint64 end_us,
                       const char *service,
                       gint64 wait_ms,
                       GError **error)
{
  const gint64 left_ms = end_us > 0 ? (end_us - g_get_monotonic_time ()) / 1000 : G_MAXINT64;

  g_return_val_if_fail (request != NULL, FALSE);

  if (wait_ms <= 0)
    return TRUE;
  if (wait_ms > left_ms)
    {
      g_autofree char *wait = troupe_duration_format (ceil ((double) wait_ms / 100.0) / 10.0);
      g_autofree char *left = troupe_duration_format ((double) (MAX (left_ms, 0) / 100) / 10.0);

      g_propagate_error (
          error,
          troupe_llm_error_new (
              TROUPE_LLM_ERROR_TIMEOUT,
              /* Translators: first %s is a service, such as “OpenAI”, second %s the time that it
               * asks to wait, such as “30 seconds”, third %s the time that is left */
              _ ("%s asks to wait %s before the next call, but only %s of the time limit are left. "
                 "Increase the limit, or try again later."),
              service != NULL ? service : _ ("The server"), wait, left));
      return FALSE;
    }
  if (wait_ms >= SHORTEST_TOLD_MS && request->on_wait != NULL)
    request->on_wait (service, wait_ms, request->wait_data);

  return TRUE;
}
