/* troupe-otlp-settings.h: settings of the OTLP exporter: endpoint, headers and content
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeOtlpSettings:
 * @url: the complete URL for POST requests
 * @headers: name, value, …, %NULL; may contain keys, which must not be shown anywhere
 * @resource: name, value, …, %NULL: attributes of the sender, `service.name` first
 * @timeout_ms: timeout of one request
 * @has_content: whether to also send what users, models and tools wrote
 *
 * Settings that are read from the environment variables defined by OpenTelemetry (doc/traces.md).
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
 * @endpoint: (nullable): the URL given by the user; %NULL to use the environment
 *
 * Reads the settings.
 *
 * Returns: (transfer full) (nullable): the settings. %NULL without an error if there is no endpoint
 * or the environment disables tracing. %NULL with %G_IO_ERROR_INVALID_ARGUMENT, whose message
 * contains no keys, if the settings are invalid
 */
TroupeOtlpSettings *troupe_otlp_settings_new (const char *endpoint, GError **error);
/* Whether an endpoint is valid. */
gboolean troupe_otlp_settings_check (const char *endpoint, GError **error);
void troupe_otlp_settings_free (TroupeOtlpSettings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpSettings, troupe_otlp_settings_free)

G_END_DECLS
