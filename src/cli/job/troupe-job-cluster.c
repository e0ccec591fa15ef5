/* troupe-job-cluster.c: export of a batch as a Kubernetes job and as an Argo workflow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-job-cluster"

#include "config.h"

#include "troupe-job.h"

/* Exit codes of doc/cli.md that are not retried. 75 is retried, and so are 130 and 143, because
 * they are not failures of the batch. */
#define CODES_OF_JOB "[2, 5]"
#define CODES_OF_INDEX "[3, 4, 6]"

/* Mount point of the volume and the document in the container. */
#define ROOT "/job/"

/* Adds the ConfigMap of the documents. Its keys may only contain letters, digits, dashes,
 * underscores and dots, so the volume maps them to the file names. */
static void
add_documents (const TroupeJob *job, GString *text)
{
  g_assert (job != NULL);

  g_string_append_printf (text,
                          "apiVersion: v1\n"
                          "kind: ConfigMap\n"
                          "metadata:\n"
                          "  name: %s-document\n"
                          "data:\n",
                          job->name);
  for (guint i = 0; i < job->document->names->len; i++)
    {
      g_autofree char *quoted =
          troupe_job_quote_yaml (g_ptr_array_index (job->document->texts, i), NULL);

      g_string_append_printf (text, "  file-%u: %s\n", i, quoted);
    }
}

static void
add_claim (const TroupeJob *job, GString *text)
{
  g_assert (job != NULL);

  g_string_append_printf (text,
                          "---\n"
                          "apiVersion: v1\n"
                          "kind: PersistentVolumeClaim\n"
                          "metadata:\n"
                          "  name: %s-data\n"
                          "spec:\n"
                          "  accessModes: [ReadWriteMany]\n"
                          "  resources:\n"
                          "    requests:\n"
                          "      storage: 10Gi\n",
                          job->name);
}

static void
add_volumes (const TroupeJob *job, GString *text, const char *indent)
{
  g_assert (job != NULL);

  g_string_append_printf (text,
                          "%1$svolumes:\n"
                          "%1$s  - name: data\n"
                          "%1$s    persistentVolumeClaim:\n"
                          "%1$s      claimName: %2$s-data\n"
                          "%1$s  - name: document\n"
                          "%1$s    configMap:\n"
                          "%1$s      name: %2$s-document\n"
                          "%1$s      items:\n",
                          indent, job->name);
  for (guint i = 0; i < job->document->names->len; i++)
    {
      g_autofree char *quoted =
          troupe_job_quote_yaml (g_ptr_array_index (job->document->names, i), NULL);

      g_string_append_printf (text, "%s        - {key: file-%u, path: %s}\n", indent, i, quoted);
    }
}

/* Adds the fields of a container: image, arguments, mounts and variables. */
static void
add_container (const TroupeJob *job, GString *text, const char *indent, const char *shard)
{
  g_auto (GStrv) words = troupe_job_list_words (job, ROOT, shard);
  g_autofree char *list = troupe_job_quote_yaml_list ((const char *const *) words, NULL);
  g_autofree char *image = troupe_job_quote_yaml (job->image, NULL);

  g_assert (job != NULL);

  g_string_append_printf (text,
                          "%1$simage: %2$s\n"
                          "%1$scommand: [troupectl]\n"
                          "%1$sargs: %3$s\n"
                          "%1$svolumeMounts:\n"
                          "%1$s  - {name: document, mountPath: /job/document, readOnly: true}\n"
                          "%1$s  - {name: data, mountPath: /job/inputs, subPath: inputs, readOnly: "
                          "true}\n"
                          "%1$s  - {name: data, mountPath: /job/out, subPath: out}\n"
                          "%1$s  - {name: data, mountPath: /job/state, subPath: state}\n"
                          "%1$sresources:\n"
                          "%1$s  requests: {cpu: 250m, memory: 256Mi}\n"
                          "%1$ssecurityContext:\n"
                          "%1$s  allowPrivilegeEscalation: false\n"
                          "%1$s  capabilities: {drop: [ALL]}\n"
                          "%1$senv:\n"
                          "%1$s  - {name: HOME, value: /tmp}\n",
                          indent, image, list);
  for (guint i = 0; job->variables[i] != NULL; i++)
    g_string_append_printf (
        text,
        "%1$s  - name: %2$s\n"
        "%1$s    valueFrom:\n"
        "%1$s      secretKeyRef: {name: %3$s-keys, key: %2$s, optional: true}\n",
        indent, job->variables[i], job->name);
}

static void
take (TroupePlotCarried *files, const char *name, GString *text)
{
  g_assert (files != NULL);

  troupe_plot_carried_add (files, name, text->str);
}

void
troupe_job_write_kubernetes (const TroupeJob *job, TroupePlotCarried *files)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shard = NULL;

  g_return_if_fail (job != NULL && files != NULL);

  shard = g_strdup_printf ("$(JOB_COMPLETION_INDEX)/%u", job->n_shards);
  add_documents (job, text);
  add_claim (job, text);
  g_string_append_printf (
      text,
      "---\n"
      "# Requires Kubernetes 1.33 or newer. Failed parts are restarted automatically.\n"
      "apiVersion: batch/v1\n"
      "kind: Job\n"
      "metadata:\n"
      "  name: %1$s\n"
      "  labels: {app.kubernetes.io/name: troupe, app.kubernetes.io/instance: "
      "%1$s}\n"
      "spec:\n"
      "  completionMode: Indexed\n"
      "  completions: %2$u\n"
      "  parallelism: %3$u\n"
      "  backoffLimitPerIndex: 6\n"
      "  maxFailedIndexes: %2$u\n"
      "  ttlSecondsAfterFinished: 604800\n"
      "  podFailurePolicy:\n"
      "    rules:\n"
      "      - action: Ignore\n"
      "        onPodConditions:\n"
      "          - {type: DisruptionTarget, status: \"True\"}\n"
      "      # The document or the command line is invalid, or consent is missing.\n"
      "      - action: FailJob\n"
      "        onExitCodes: {containerName: batch, operator: In, values: " CODES_OF_JOB "}\n"
      "      # Items failed, the budget is exhausted, or input from a user is required.\n"
      "      - action: FailIndex\n"
      "        onExitCodes: {containerName: batch, operator: In, values: " CODES_OF_INDEX "}\n"
      "      # Retry: a server is down, or the process was terminated.\n"
      "      - action: Count\n"
      "        onExitCodes: {containerName: batch, operator: In, values: [75, 130, "
      "143]}\n"
      "  template:\n"
      "    spec:\n"
      "      restartPolicy: Never\n"
      "      terminationGracePeriodSeconds: 30\n"
      "      automountServiceAccountToken: false\n"
      "      securityContext: {runAsNonRoot: true, runAsUser: 1000, fsGroup: "
      "1000, seccompProfile: {type: RuntimeDefault}}\n"
      "      containers:\n"
      "        - name: batch\n",
      job->name, job->n_shards, job->parallelism);
  add_container (job, text, "          ", shard);
  add_volumes (job, text, "      ");
  take (files, "job.yaml", text);
}

void
troupe_job_write_argo (const TroupeJob *job, TroupePlotCarried *files)
{
  g_autoptr (GString) data = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shard = NULL;

  g_return_if_fail (job != NULL && files != NULL);

  shard = g_strdup_printf ("{{inputs.parameters.shard}}/%u", job->n_shards);
  add_documents (job, data);
  add_claim (job, data);
  take (files, "data.yaml", data);
  g_string_append_printf (
      text,
      "apiVersion: argoproj.io/v1alpha1\n"
      "kind: Workflow\n"
      "metadata:\n"
      "  generateName: %1$s-\n"
      "spec:\n"
      "  entrypoint: all\n"
      "  parallelism: %3$u\n"
      "  automountServiceAccountToken: false\n"
      "  securityContext: {runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000}\n"
      "  templates:\n"
      "    - name: all\n"
      "      steps:\n"
      "        - - name: shard\n"
      "            template: shard\n"
      "            arguments:\n"
      "              parameters: [{name: shard, value: \"{{item}}\"}]\n"
      "            withSequence: {count: \"%2$u\"}\n"
      "    - name: shard\n"
      "      inputs:\n"
      "        parameters: [{name: shard}]\n"
      "      # Retry: 75 is a temporary failure; 137 and 143: the pod was terminated.\n"
      "      retryStrategy:\n"
      "        limit: \"6\"\n"
      "        retryPolicy: Always\n"
      "        expression: \"lastRetry.status == 'Error' or "
      "asInt(lastRetry.exitCode) in [75, 137, 143]\"\n"
      "        backoff: {duration: \"30s\", factor: \"2\", maxDuration: \"30m\"}\n"
      "      container:\n",
      job->name, job->n_shards, job->parallelism);
  add_container (job, text, "        ", shard);
  add_volumes (job, text, "  ");
  take (files, "workflow.yaml", text);
}
