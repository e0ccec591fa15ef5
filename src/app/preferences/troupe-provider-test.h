/* troupe-provider-test.h: preferences row that tests the connection to a provider
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-provider-table.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PROVIDER_UNTESTED,
  TROUPE_PROVIDER_WORKS,
  TROUPE_PROVIDER_REFUSES,
} TroupeProviderTestResult;

/**
 * TroupeProviderTest:
 *
 * A row with a Test button, which becomes Cancel during the test, and the result of the test. The
 * result is the time and the number of models, or the error message of the provider. The key is
 * read from the environment or the keyring and is not stored.
 *
 * Signal: `changed` (the result has changed).
 */
#define TROUPE_TYPE_PROVIDER_TEST (troupe_provider_test_get_type ())
G_DECLARE_FINAL_TYPE (TroupeProviderTest, troupe_provider_test, TROUPE, PROVIDER_TEST, AdwActionRow)

GtkWidget *troupe_provider_test_new (const TroupeProvider *provider);

void troupe_provider_test_start (TroupeProviderTest *self);
void troupe_provider_test_cancel (TroupeProviderTest *self);
gboolean troupe_provider_test_is_busy (TroupeProviderTest *self);
TroupeProviderTestResult troupe_provider_test_get_result (TroupeProviderTest *self);
/* Drops the result, because the configuration has changed. */
void troupe_provider_test_forget (TroupeProviderTest *self);

G_END_DECLS
