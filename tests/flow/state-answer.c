/* state-answer.c: states computed from inputs, for comparison by state-peer.py
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <unistd.h>

#include "flow-test.h"

/* Returns the state before the first method of a kickoff. @inputs is %NULL if there are no
 * inputs. */
static TroupeValue *
make_state (TroupeStateModel *model, TroupeValue *inputs, GError **error)
{
  g_autoptr (TroupeValue) first = troupe_state_model_create (model, "the-id", error);
  g_autoptr (TroupeValue) second = NULL;

  if (first == NULL || inputs == NULL)
    return g_steal_pointer (&first);
  second = troupe_state_model_merge (model, first, inputs, error);
  return second != NULL ? troupe_state_model_merge (model, second, inputs, error) : NULL;
}

static void
answer (JsonNode *probe)
{
  JsonObject *document = json_object_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (TroupeStateModel) model = NULL;
  g_autoptr (TroupeValue) inputs = NULL, state = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *warning = NULL, *text = NULL;

  json_object_set_string_member (document, "name", "F");
  json_object_set_member (document, "state", json_node_ref (test_get (probe, "state")));
  root = json_node_init_object (json_node_alloc (), document);
  json_object_unref (document);
  json_node_seal (root);
  flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);
  if (troupe_flow_has_errors (flow))
    {
      fprintf (stdout, "{\"error\":\"load\"}\n");
      return;
    }
  if (!JSON_NODE_HOLDS_NULL (test_get (probe, "inputs")))
    inputs = troupe_value_from_node (test_get (probe, "inputs"));
  model = troupe_state_model_new (flow, &warning);
  state = make_state (model, inputs, &error);
  if (state != NULL)
    {
      text = troupe_value_to_json (state, TROUPE_JSON_FLOAT_OBJECTS);
      fprintf (stdout, "{\"value\":%s,\"fallback\":%s}\n", text,
               warning != NULL ? "true" : "false");
    }
  else
    {
      g_autoptr (TroupeValue) message = troupe_value_new_string (error->message, -1);

      text = troupe_value_to_json (message, TROUPE_JSON_COMPACT);
      fprintf (stdout, "{\"error\":\"state\",\"message\":%s}\n", text);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GOutputStream) all = g_memory_output_stream_new_resizable ();
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *probes;

  if (g_output_stream_splice (all, input, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error) >= 0)
    document =
        troupe_json_read (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (all)),
                          g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (all)),
                          TROUPE_JSON_STRICT, NULL, &error);
  if (document == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  probes = json_node_get_array (document);
  for (guint i = 0; i < json_array_get_length (probes); i++)
    answer (json_array_get_element (probes, i));
  return 0;
}
