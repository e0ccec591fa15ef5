/* wire-exchanges.c: parses API answers recorded by other projects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "wire-exchanges.h"
#include "wire-golden-read.h"

static void
check_exchange (const WireExchanges *self, TroupeValue *exchange)
{
  const char *body =
      troupe_llm_wire_get_text (wire_golden_look (exchange, "response", NULL), "body");
  gboolean is_stream = *body == 'd' || *body == 'e';
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      wire_golden_read (self->wire, body, is_stream, 7, NULL, &error);

  g_test_message ("%s", troupe_llm_wire_get_text (exchange, "name"));
  g_assert_no_error (error);
  g_assert_true (*answer->content != '\0' || wire_golden_get_call (answer->message, 0) != NULL);
  g_assert_cmpint (answer->usage.total_tokens, >, 0);
  g_assert_true ((answer->model == NULL) == self->is_nameless);
}

static void
test_exchanges (gconstpointer data)
{
  const WireExchanges *self = data;
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autoptr (TroupeValue) all =
      wire_golden_load (folder != NULL ? folder : "", "provider-exchanges.json");
  guint n_read = 0;

  if (all == NULL)
    {
      g_test_skip ("provider-exchanges.json is not here");
      return;
    }
  for (gsize i = 0; i < wire_golden_count (all); i++)
    {
      TroupeValue *exchange = troupe_value_list_get (all, i);
      TroupeValue *response = wire_golden_look (exchange, "response", NULL);
      const char *url =
          troupe_llm_wire_get_text (wire_golden_look (exchange, "request", NULL), "url");

      if (strstr (url, self->address) == NULL ||
          troupe_llm_wire_get_count (response, "status") != 200)
        continue;
      check_exchange (self, exchange);
      n_read++;
    }
  g_test_message ("%u exchanges", n_read);
  g_assert_cmpuint (n_read, >=, self->n_least);
}

void
wire_exchanges_add (const WireExchanges *exchanges)
{
  g_autofree char *path = g_strdup_printf ("/%s/exchanges", exchanges->api);

  g_test_add_data_func (path, exchanges, test_exchanges);
}
