/* cel-answer.c: answers of the crewai dialect to probes, for comparison by celpy-peer.py
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <unistd.h>

#include "cel-case.h"

static const TroupeCelRoot roots[] = { { "state", FALSE }, { "outputs", TRUE }, { NULL, FALSE } };

typedef struct
{
  TroupeCelActivation activation;
  TroupeValue *context;
  TroupeValue **references;
} Host;

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  Host *self = activation->user_data;
  TroupeValue *value = cel_case_get (self->context, roots[root].name);

  return value == NULL ? NULL : troupe_value_ref (value);
}

/* Fills the references of a program from the outputs of the context. */
static void
fill_references (Host *self, TroupeCelProgram *program)
{
  TroupeValue *outputs = cel_case_get (self->context, "outputs");
  guint n_references = troupe_cel_program_get_n_references (program);

  g_clear_pointer (&self->references, g_free);
  self->references = g_new0 (TroupeValue *, n_references + 1);
  for (guint i = 0; outputs != NULL && i < n_references; i++)
    self->references[i] =
        cel_case_get (outputs, troupe_cel_program_get_reference (program, i, NULL, NULL));
  self->activation.references = self->references;
}

static void
activate (TroupeCelActivation *activation, guint index, gpointer user_data)
{
  fill_references (activation->user_data, troupe_cel_template_get_program (user_data, index));
}

static void
keep_error (const char *path, const GError *error, gpointer user_data)
{
  GError **kept = user_data;

  if (*kept == NULL)
    *kept = g_error_copy (error);
}

static TroupeValue *
answer_expression (Host *self, const char *text, gboolean *loaded, GError **error)
{
  g_autoptr (TroupeCelProgram) program =
      troupe_cel_compile_field (text, TROUPE_CEL_CREWAI, roots, error);
  g_autoptr (TroupeValue) value = NULL;

  *loaded = program != NULL;
  if (program == NULL)
    return NULL;
  fill_references (self, program);
  value = troupe_cel_program_evaluate (program, &self->activation, error);
  return value == NULL ? NULL : troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, error);
}

static TroupeValue *
answer_template (Host *self, TroupeValue *text, gboolean *loaded, GError **error)
{
  g_autoptr (TroupeCelTemplate) template =
      troupe_cel_template_compile (text, TROUPE_CEL_CREWAI, roots, keep_error, error);

  *loaded = template != NULL;
  return template == NULL
             ? NULL
             : troupe_cel_template_render (template, &self->activation, activate, template, error);
}

static void
answer (TroupeValue *document, TroupeValue *probe)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *shown = NULL;
  Host host = { .context = cel_case_get (cel_case_get (document, "contexts"),
                                         cel_case_get_text (probe, "context")) };
  TroupeValue *text = cel_case_get (probe, "text");
  gboolean loaded;

  host.activation.get_root = get_root;
  host.activation.user_data = &host;
  host.activation.now = troupe_value_get_integer (cel_case_get (document, "now"));
  if (g_str_equal (cel_case_get_text (probe, "kind"), "template"))
    value = answer_template (&host, text, &loaded, &error);
  else
    value = answer_expression (&host, troupe_value_get_string (text, NULL), &loaded, &error);
  g_free (host.references);
  if (value != NULL)
    {
      shown = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
      fprintf (stdout, "{\"value\":%s}\n", shown);
      return;
    }
  text = troupe_value_new_string (error->message, -1);
  shown = troupe_value_to_json (text, TROUPE_JSON_COMPACT);
  troupe_value_unref (text);
  fprintf (stdout, "{\"error\":\"%s\",\"message\":%s}\n", loaded ? "eval" : "parse", shown);
}

int
main (int argc, char **argv)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GOutputStream) all = g_memory_output_stream_new_resizable ();
  g_autoptr (TroupeValue) document = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *probes;

  if (g_output_stream_splice (all, input, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error) >= 0)
    document = troupe_value_from_json (
        g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (all)),
        (gssize) g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (all)), &error);
  if (document == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  probes = cel_case_get (document, "probes");
  for (gsize i = 0; i < troupe_value_list_get_length (probes); i++)
    answer (document, troupe_value_list_get (probes, i));
  return 0;
}
