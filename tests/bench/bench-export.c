/* bench-export.c: size and duration of exports
 *
 * Exports flows of 50 and of 1,000 methods in every format. The methods are in rows of ten, and
 * each row has a router and a gate. Pages are also exported with a run in which every method was
 * executed, once with a sentence and once with 4,000 characters as output. Prints bytes, and
 * milliseconds of the fastest of five exports.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-plot.h"

#define ROUNDS 5

static TroupeFlowDocument *
make_document (guint n)
{
  g_autoptr (GString) text =
      g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"Large\", \"methods\": {");
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s\"method_number_%u\": {", i > 0 ? ", " : "", i);
      if (i % 10 == 0)
        g_string_append (text, "\"start\": true, ");
      else if (i % 10 == 5)
        g_string_append_printf (
            text, "\"listen\": {\"and\": [\"method_number_%u\", \"method_number_%u\"]}, ", i - 1,
            i - 2);
      else if (i % 10 == 4)
        g_string_append_printf (text, "\"listen\": \"yes_%u\", ", i - 1);
      else
        g_string_append_printf (text, "\"listen\": \"method_number_%u\", ", i - 1);
      if (i % 10 == 3)
        g_string_append_printf (text, "\"router\": true, \"emit\": [\"yes_%u\", \"no_%u\"], ", i,
                                i);
      g_string_append_printf (text,
                              "\"description\": \"What number %u is for.\", \"do\": {\"call\": "
                              "\"expression\", \"expr\": \"state.topic + '%u'\"}}",
                              i, i);
    }
  g_string_append (text, "}}");
  document = troupe_flow_document_load_text (text->str, text->len, "large.json", NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* Returns the output of method @i. @length: the minimum length in characters; 0: one sentence.
 * (transfer full) */
static char *
make_output (guint i, guint length)
{
  GString *text;

  if (i % 10 == 3)
    return g_strdup_printf ("yes_%u", i);
  text = g_string_new (NULL);
  g_string_append_printf (text, "The output of method number %u", i);
  while (text->len < length)
    g_string_append_printf (text, ", and what stands in word %" G_GSIZE_FORMAT " of it", text->len);

  return g_string_free (text, FALSE);
}

static void
emit (TroupeTrace *trace, TroupeEventType type, guint i, guint64 sequence, guint64 id, guint length)
{
  g_autofree char *name = g_strdup_printf ("method_number_%u", i);
  g_autofree char *output = make_output (i, length);
  g_autoptr (TroupeScope) scope = troupe_scope_new_stored (TROUPE_SCOPE_METHOD, id, NULL, NULL, name);
  TroupeMapBuilder fields;
  TroupeEvent *event;

  troupe_map_builder_init (&fields);
  if (type == TROUPE_EVENT_METHOD_FINISHED)
    troupe_map_builder_add (&fields, "result", troupe_value_new_string (output, -1));
  event = troupe_event_new (type, scope, troupe_map_builder_end (&fields));
  event->sequence = sequence;
  event->time_us = G_GINT64_CONSTANT (1790000000000000) + (gint64) sequence * 100000;
  troupe_trace_add_event (trace, event);
  troupe_event_unref (event);
}

static TroupeTrace *
make_run (guint n, guint length)
{
  TroupeTrace *trace = troupe_trace_new ();

  troupe_trace_begin (trace, G_GINT64_CONSTANT (1790000000000000));
  for (guint i = 0; i < n; i++)
    {
      emit (trace, TROUPE_EVENT_METHOD_STARTED, i, 2 * i + 1, 2 * i + 1, length);
      emit (trace, TROUPE_EVENT_METHOD_FINISHED, i, 2 * i + 2, 2 * i + 1, length);
    }
  troupe_trace_end (trace, (gint64) n * 200000);
  return trace;
}

static void
measure (TroupeFlowDocument *document,
         guint n,
         TroupePlotFormat format,
         TroupeTrace *trace,
         TroupeKeyFinder *finder)
{
  const TroupePlotExportOptions options = {
    .format = format, .scale = 1, .with_texts = TRUE, .with_document = TRUE
  };
  gint64 best = G_MAXINT64;
  gsize size = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      const gint64 start = g_get_monotonic_time ();
      g_autoptr (TroupePlotSource) source = troupe_plot_source_new_flow (document, FALSE);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = troupe_plot_export (source, &options, trace, finder, NULL, &error);

      if (bytes == NULL)
        {
          g_print ("%s\n", error->message);
          return;
        }
      size = g_bytes_get_size (bytes);
      best = MIN (best, g_get_monotonic_time () - start);
    }
  g_print ("%4u methods  %-4s %-8s %9" G_GSIZE_FORMAT " bytes  %8.1f ms\n", n,
           troupe_plot_format_get_title (format), trace != NULL ? "with run" : "", size,
           (double) best / 1000);
}

int
main (int argc, char **argv)
{
  static const guint sizes[] = { 50, 1000 };
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (TroupeFlowDocument) document = make_document (sizes[i]);
      g_autoptr (TroupeTrace) trace = make_run (sizes[i], 0);
      g_autoptr (TroupeTrace) talkative = make_run (sizes[i], 4000);

      for (TroupePlotFormat format = 0; format < TROUPE_PLOT_N_FORMATS; format++)
        measure (document, sizes[i], format, NULL, finder);
      measure (document, sizes[i], TROUPE_PLOT_FORMAT_HTML, trace, finder);
      /* Every output has 4,000 characters. */
      measure (document, sizes[i], TROUPE_PLOT_FORMAT_HTML, talkative, finder);
    }
  return 0;
}
