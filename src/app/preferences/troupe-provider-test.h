/* troupe-provider-test.h: asks a provider whether it answers
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
 * A row with the button Test, which is Cancel while it asks, and what came of it: the time and the number of models, or
 * the provider's own sentence. The key comes from the environment or from the keyring and is kept nowhere.
 *
 * Signal: `changed` (the result is another one).
 */
#define TROUPE_TYPE_PROVIDER_TEST (troupe_provider_test_get_type ())
G_DECLARE_FINAL_TYPE (TroupeProviderTest, troupe_provider_test, TROUPE, PROVIDER_TEST, AdwActionRow)

GtkWidget *troupe_provider_test_new (const TroupeProvider *provider);

void troupe_provider_test_start (TroupeProviderTest *self);
void troupe_provider_test_cancel (TroupeProviderTest *self);
gboolean troupe_provider_test_is_busy (TroupeProviderTest *self);
TroupeProviderTestResult troupe_provider_test_get_result (TroupeProviderTest *self);
/* What was asked is another one now. */
void troupe_provider_test_forget (TroupeProviderTest *self);

G_END_DECLS
