/* troupe-job.c: export of a batch as a job of another engine: targets and YAML quoting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-job"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-job.h"

static const TroupeJobTarget targets[] = {
  { "kubernetes", troupe_job_write_kubernetes, TRUE, FALSE,
    N_ ("Create the secret “%1$s-keys” with the variables listed in the job, copy the inputs to "
        "the volume of the claim “%1$s-data” as inputs/%2$s, then run: kubectl apply -f "
        "job.yaml") },
  { "argo", troupe_job_write_argo, TRUE, FALSE,
    N_ ("Create the secret “%1$s-keys” with the variables listed in the workflow, copy the inputs "
        "to the volume of the claim “%1$s-data” as inputs/%2$s, then run: kubectl apply -f "
        "data.yaml && argo submit workflow.yaml") },
  { "nextflow", troupe_job_write_nextflow, FALSE, TRUE,
    N_ ("Set each variable with “nextflow secrets set”, then run: nextflow run main.nf") },
  { "slurm", troupe_job_write_slurm, FALSE, TRUE,
    N_ ("Export the variables in your shell, then run: sbatch job.sh") },
  { "compose", troupe_job_write_compose, FALSE, TRUE,
    N_ ("Export the variables in your shell, then run: docker compose up, or podman compose up") },
};

const TroupeJobTarget *
troupe_job_find_target (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if (g_str_equal (targets[i].name, name))
      return &targets[i];
  return NULL;
}

const char *
troupe_job_get_inputs (const TroupeJob *job)
{
  g_return_val_if_fail (job != NULL, NULL);

  return job->has_table ? "inputs.csv" : "inputs.jsonl";
}

char **
troupe_job_list_words (const TroupeJob *job, const char *root, const char *shard)
{
  GPtrArray *words = g_ptr_array_new ();

  g_return_val_if_fail (job != NULL && root != NULL && shard != NULL, NULL);

  g_ptr_array_add (words, g_strdup ("batch"));
  g_ptr_array_add (words,
                   g_strconcat (root, "document/",
                                (const char *) g_ptr_array_index (job->document->names, 0), NULL));
  g_ptr_array_add (words, g_strdup ("--inputs-file"));
  g_ptr_array_add (words, g_strconcat (root, "inputs/", troupe_job_get_inputs (job), NULL));
  g_ptr_array_add (words, g_strdup ("--out"));
  g_ptr_array_add (words, g_strconcat (root, "out", NULL));
  g_ptr_array_add (words, g_strdup ("--data-dir"));
  g_ptr_array_add (words, g_strconcat (root, "state", NULL));
  g_ptr_array_add (words, g_strdup ("--shard"));
  g_ptr_array_add (words, g_strdup (shard));
  g_ptr_array_add (words, g_strdup ("--resume"));
  for (guint i = 0; job->arguments[i] != NULL; i++)
    g_ptr_array_add (words, g_strdup (job->arguments[i]));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

char *
troupe_job_quote_yaml (const char *text, const char *doubles)
{
  GString *quoted = g_string_new ("\"");

  g_return_val_if_fail (text != NULL && g_utf8_validate (text, -1, NULL), NULL);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);

      if (letter == '"' || letter == '\\')
        g_string_append_printf (quoted, "\\%c", (char) letter);
      else if (letter == '\n')
        g_string_append (quoted, "\\n");
      else if (letter > 0xffff)
        g_string_append_printf (quoted, "\\U%08x", letter);
      else if (letter < ' ' || letter > '~')
        g_string_append_printf (quoted, "\\u%04x", letter);
      else
        {
          g_string_append_c (quoted, (char) letter);
          if (doubles != NULL && strchr (doubles, (char) letter) != NULL)
            g_string_append_c (quoted, (char) letter);
        }
    }
  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}

char *
troupe_job_quote_yaml_list (const char *const *texts, const char *doubles)
{
  GString *list = g_string_new ("[");

  g_return_val_if_fail (texts != NULL, NULL);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *quoted = troupe_job_quote_yaml (texts[i], doubles);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", quoted);
    }
  g_string_append_c (list, ']');
  return g_string_free (list, FALSE);
}
