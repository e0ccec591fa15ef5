/* wire-exchanges.h: parses API answers recorded by other projects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/**
 * WireExchanges:
 * @api: name of the test
 * @address: part of the request's URL
 * @n_least: minimum number of recordings
 * @is_nameless: whether the answers lack the name of the model
 */
typedef struct
{
  const char *api;
  const TroupeLlmWire *wire;
  const char *address;
  guint n_least;
  gboolean is_nameless;
} WireExchanges;

/* Adds a test that parses every third-party recording of the API and asserts that the answers
 * are complete. @exchanges: is not copied */
void wire_exchanges_add (const WireExchanges *exchanges);

G_END_DECLS
