/* wire-exchanges.h: answers of an API that others recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/**
 * WireExchanges:
 * @api: the name of the test
 * @address: what the address of a request has in it
 * @n_least: how many there are at least
 * @is_nameless: answers do not say which model they are of
 */
typedef struct
{
  const char *api;
  const TroupeLlmWire *wire;
  const char *address;
  guint n_least;
  gboolean is_nameless;
} WireExchanges;

/* Adds a test that reads every recorded exchange of others with the API: its answers must be whole. @exchanges: is not
 * copied */
void wire_exchanges_add (const WireExchanges *exchanges);

G_END_DECLS
