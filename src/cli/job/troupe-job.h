/* troupe-job.h: export of a batch as a job of another engine (Kubernetes, Argo, Nextflow, Slurm,
 * Compose)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-carry.h"

G_BEGIN_DECLS

/**
 * TroupeJob:
 * @name: letters, digits and dashes, valid as a DNS label
 * @image: the container image
 * @document: the files of the document, which are written to the folder `document` of the job
 * @has_table: whether the inputs are a table
 * @n_shards, @parallelism: number of shards, and the number of shards that run at once
 * @arguments: additional options for each shard, NULL-terminated
 * @variables: names of the environment variables of keys and addresses, NULL-terminated; their
 *   values are never written
 *
 * A batch to export. All fields are borrowed.
 */
typedef struct
{
  const char *name;
  const char *image;
  const TroupePlotCarried *document;
  gboolean has_table;
  guint n_shards;
  guint parallelism;
  const char *const *arguments;
  const char *const *variables;
} TroupeJob;

/**
 * TroupeJobTarget:
 * @write: adds the files (names and contents) that the engine needs
 * @needs_config_map: whether the document has to fit into an object of one megabyte
 * @copies_inputs: whether the inputs are read from the folder of the job
 * @next: (translatable): what to do with the files; %s: the name of the job
 */
typedef struct
{
  const char *name;
  void (*write) (const TroupeJob *job, TroupePlotCarried *files);
  gboolean needs_config_map;
  gboolean copies_inputs;
  const char *next;
} TroupeJobTarget;

/* Finds a target by name. (nullable): NULL if there is no target with this name */
const TroupeJobTarget *troupe_job_find_target (const char *name);

/* Defined in troupe-job-cluster.c and troupe-job-local.c. */
void troupe_job_write_kubernetes (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_argo (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_nextflow (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_slurm (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_compose (const TroupeJob *job, TroupePlotCarried *files);

/* Returns the file name of the inputs in the folder of the job. */
const char *troupe_job_get_inputs (const TroupeJob *job);

/* Returns the arguments of `troupectl` for one shard. @root: the folder that contains
 * `document`, `inputs`, `out` and `state`, with a trailing slash, or an empty string. (transfer
 * full): NULL-terminated */
char **troupe_job_list_words (const TroupeJob *job, const char *root, const char *shard);

/* Quotes a string for YAML in double quotes, in ASCII and without line breaks. @doubles:
 * (nullable): characters that are written twice because the engine interprets single
 * occurrences. (transfer full) */
char *troupe_job_quote_yaml (const char *text, const char *doubles);
/* Formats strings as a YAML list in one line. (transfer full) */
char *troupe_job_quote_yaml_list (const char *const *texts, const char *doubles);

G_END_DECLS
