/* troupe-job-local.c: export of a batch as a Nextflow or Slurm job, and as containers of Compose
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-job-local"

#include "config.h"

#include <string.h>

#include "troupe-job.h"
#include "troupe-key-finder.h"

/* Placeholder in an argument for a shell expression. No generated argument contains this
 * character. */
#define HOLE "\001"

/* Formats the arguments as a shell command; @hole: (nullable): the shell expression that
 * replaces HOLE, in double quotes. */
static char *
make_command (char *const *words, const char *hole)
{
  GString *command = g_string_new ("troupectl");

  g_assert (words != NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *mark = hole != NULL ? strstr (words[i], HOLE) : NULL;
      g_autofree char *before = mark != NULL ? g_strndup (words[i], mark - words[i]) : NULL;
      g_autofree char *quoted = g_shell_quote (mark != NULL ? before : words[i]);

      g_string_append_printf (command, " %s", quoted);
      if (mark != NULL)
        {
          g_autofree char *behind = g_shell_quote (mark + strlen (HOLE));

          g_string_append_printf (command, "\"%s\"%s", hole, behind);
        }
    }
  return g_string_free (command, FALSE);
}

/* --- Slurm ------------------------------------------------------------------------------------ */

void
troupe_job_write_slurm (const TroupeJob *job, TroupePlotCarried *files)
{
  g_autoptr (GString) text = g_string_new ("#!/bin/bash\n");
  g_autofree char *shard = NULL;
  g_auto (GStrv) words = NULL;
  g_autofree char *command = NULL;

  g_return_if_fail (job != NULL && files != NULL);

  shard = g_strdup_printf (HOLE "/%u", job->n_shards);
  words = troupe_job_list_words (job, "", shard);
  command = make_command (words, "$shard");
  g_string_append_printf (text,
                          "#SBATCH --job-name=%s\n"
                          "#SBATCH --array=0-%u%%%u\n"
                          "#SBATCH --requeue\n"
                          "#SBATCH --signal=B:TERM@60\n"
                          "#SBATCH --output=log-%%A-%%a.txt\n"
                          "#\n"
                          "# Submit from this folder: sbatch job.sh\n"
                          "# Run one part on this machine: bash job.sh PART\n"
                          "# troupectl must be in the PATH of the nodes.\n",
                          job->name, job->n_shards - 1, job->parallelism);
  for (guint i = 0; job->variables[i] != NULL; i++)
    g_string_append_printf (text, "# Read from the environment: %s\n", job->variables[i]);
  g_string_append_printf (
      text,
      "\n"
      "shard=\"${SLURM_ARRAY_TASK_ID:-${1:?number of the part, starting at 0}}\"\n"
      "cd \"${SLURM_SUBMIT_DIR:-$(dirname \"$0\")}\" || exit 2\n"
      "mkdir -p out state || exit 75\n"
      "%s &\n"
      "part=$!\n"
      "trap 'kill -TERM \"$part\"' TERM INT\n"
      "wait \"$part\"\n"
      "status=$?\n"
      "# A signal only interrupts wait. The part has ten seconds to exit cleanly.\n"
      "if kill -0 \"$part\" 2>/dev/null; then wait \"$part\"; status=$?; fi\n"
      "# Temporary failure, for example a server that is down: restart the part.\n"
      "if [ \"$status\" = 75 ] && [ -n \"$SLURM_JOB_ID\" ] && [ "
      "\"${SLURM_RESTART_COUNT:-0}\" -lt 6 ]; then\n"
      "  scontrol requeue \"$SLURM_JOB_ID\"\n"
      "fi\n"
      "exit \"$status\"\n",
      command);
  troupe_plot_carried_add (files, "job.sh", text->str);
}

/* --- Nextflow --------------------------------------------------------------------------------- */

/* Quotes a text for a Groovy string in triple double quotes, in which a dollar sign starts an
 * expression. */
static char *
quote_groovy (const char *text)
{
  GString *quoted = g_string_new (NULL);

  g_assert (text != NULL);

  for (const char *at = text; *at != '\0'; at++)
    {
      if (strchr ("\\$\"", *at) != NULL)
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *at);
    }
  return g_string_free (quoted, FALSE);
}

void
troupe_job_write_nextflow (const TroupeJob *job, TroupePlotCarried *files)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) config = g_string_new (NULL);
  g_autoptr (GString) passed = g_string_new (NULL);
  g_autofree char *script = NULL;
  g_autofree char *image = NULL;
  g_autofree char *shard = NULL;
  g_auto (GStrv) words = NULL;
  g_autofree char *command = NULL;
  g_autofree char *quoted = NULL;
  g_auto (GStrv) parts = NULL;

  g_return_if_fail (job != NULL && files != NULL);

  /* Creates the script. The expressions of the script itself are inserted after quoting. */
  shard = g_strdup_printf (HOLE "/%u", job->n_shards);
  words = troupe_job_list_words (job, "", shard);
  command = make_command (words, HOLE);
  quoted = quote_groovy (command);
  parts = g_strsplit (quoted, HOLE, -1);
  script = g_strjoinv ("${index}", parts);
  image = quote_groovy (job->image);
  g_string_append_printf (
      text,
      "// nextflow run main.nf; add -resume to run only the missing parts\n"
      "nextflow.enable.dsl = 2\n"
      "\n"
      "process part {\n"
      "  tag \"part ${index}\"\n"
      "  maxForks %u\n"
      "  // 75: temporary failure, for example a server that is down\n"
      "  errorStrategy { task.exitStatus in [75, 137, 143] ? 'retry' : 'finish' }\n"
      "  maxRetries 6\n"
      "  publishDir \"${projectDir}/out\", mode: 'copy', saveAs: { it - ~/^out\\// "
      "}\n",
      job->parallelism);
  for (guint i = 0; job->variables[i] != NULL; i++)
    if (troupe_key_finder_is_key_name (job->variables[i]))
      g_string_append_printf (text, "  secret '%s'\n", job->variables[i]);
    else
      g_string_append_printf (passed, "%s%s", passed->len > 0 ? "," : "", job->variables[i]);
  g_string_append_printf (
      text,
      "\n"
      "  input:\n"
      "  val index\n"
      "  path document, stageAs: 'document'\n"
      "  path inputs, stageAs: 'inputs'\n"
      "\n"
      "  output:\n"
      "  path 'out/*.json*'\n"
      "  path 'out/*.csv'\n"
      "\n"
      "  // The state folder stores the progress of each part, which retries continue.\n"
      "  script:\n"
      "  \"\"\"\n"
      "  mkdir -p '${projectDir}/state' && ln -sfn '${projectDir}/state' state\n"
      "  %s && status=0 || status=\\$?\n"
      "  # 3: some items failed; the results list them.\n"
      "  [ \"\\$status\" = 3 ] || exit \"\\$status\"\n"
      "  \"\"\"\n"
      "}\n"
      "\n"
      "workflow {\n"
      "  part(Channel.of(0..%u), file(\"${projectDir}/document\"), "
      "file(\"${projectDir}/inputs\"))\n"
      "}\n",
      script, job->n_shards - 1);
  g_string_append_printf (config,
                          "process.container = \"%s\"\n"
                          "docker.enabled = true\n"
                          "docker.runOptions = '-u $(id -u):$(id -g)'\n"
                          "// Variables without secrets, such as addresses; may be unset\n"
                          "docker.envWhitelist = '%s'\n",
                          image, passed->str);
  troupe_plot_carried_add (files, "main.nf", text->str);
  troupe_plot_carried_add (files, "nextflow.config", config->str);
}

/* --- Containers ------------------------------------------------------------------------------- */

void
troupe_job_write_compose (const TroupeJob *job, TroupePlotCarried *files)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *image = NULL;
  g_autofree char *variables = NULL;

  g_return_if_fail (job != NULL && files != NULL);

  image = troupe_job_quote_yaml (job->image, "$");
  variables = troupe_job_quote_yaml_list (job->variables, "$");
  g_string_append_printf (text,
                          "# docker compose up or podman compose up; all parts run in parallel\n"
                          "name: %s\n"
                          "x-part: &part\n"
                          "  image: %s\n"
                          "  entrypoint: [troupectl]\n"
                          "  working_dir: /job\n"
                          "  volumes:\n"
                          "    - ./document:/job/document:ro\n"
                          "    - ./inputs:/job/inputs:ro\n"
                          "    - ./out:/job/out\n"
                          "    - ./state:/job/state\n"
                          "  # Read from the environment in which docker compose is started.\n"
                          "  environment: %s\n"
                          "  restart: \"on-failure:6\"\n"
                          "  stop_grace_period: 30s\n"
                          "services:\n",
                          job->name, image, variables);
  for (guint i = 0; i < job->n_shards; i++)
    {
      g_autofree char *shard = g_strdup_printf ("%u/%u", i, job->n_shards);
      g_auto (GStrv) words = troupe_job_list_words (job, "", shard);
      g_autofree char *list = troupe_job_quote_yaml_list ((const char *const *) words, "$");

      g_string_append_printf (text, "  part-%u:\n    <<: *part\n    command: %s\n", i, list);
    }
  troupe_plot_carried_add (files, "compose.yaml", text->str);
}
