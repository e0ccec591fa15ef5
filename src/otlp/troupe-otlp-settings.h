/* troupe-otlp-settings.h: where spans are sent, and what of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeOtlpSettings:
 * @url: the whole address that is posted to
 * @headers: name, value, …, %NULL; they may hold keys, and nothing else shows them
 * @resource: name, value, …, %NULL: what is sending, `service.name` first
 * @timeout_ms: of one request
 * @has_content: whether texts of people, models and tools go out, too
 *
 * Read from the variables that OpenTelemetry names (doc/traces.md).
 */
typedef struct
{
  char *url;
  char **headers;
  char **resource;
  guint timeout_ms;
  gboolean has_content;
} TroupeOtlpSettings;

/**
 * troupe_otlp_settings_new:
 * @endpoint: (nullable): an address that a person gave; %NULL: what the environment says
 *
 * Returns: (transfer full) (nullable): %NULL where nobody named an endpoint or the environment forbids it, without an
 *   error; with one of %G_IO_ERROR_INVALID_ARGUMENT where what was named cannot be used, which shows no key
 */
TroupeOtlpSettings *troupe_otlp_settings_new (const char *endpoint, GError **error);
/* Whether an address can be used. */
gboolean troupe_otlp_settings_check (const char *endpoint, GError **error);
void troupe_otlp_settings_free (TroupeOtlpSettings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpSettings, troupe_otlp_settings_free)

G_END_DECLS
