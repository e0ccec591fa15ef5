/* troupe-job.h: a batch as the job of another engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-carry.h"

G_BEGIN_DECLS

/**
 * TroupeJob:
 * @name: of letters, digits and dashes, as DNS has them
 * @image: the container's
 * @document: the files of the document, which stand in its folder `document`
 * @has_table: whether the inputs are a table
 * @n_shards, @parallelism: in how many parts it is done, and how many of them at once
 * @arguments: what each part is told besides, NULL-terminated
 * @variables: names in the environment, NULL-terminated: of keys and addresses; their values stand nowhere
 *
 * What a batch needs to be done elsewhere. All is borrowed.
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
 * @write: adds the files, names and texts, that the engine wants
 * @needs_config_map: whether the document goes into an object that holds a megabyte
 * @copies_inputs: whether the inputs are taken from the folder of the job
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

/* (nullable): there is none of that name */
const TroupeJobTarget *troupe_job_find_target (const char *name);

/* troupe-job-cluster.c, troupe-job-local.c */
void troupe_job_write_kubernetes (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_argo (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_nextflow (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_slurm (const TroupeJob *job, TroupePlotCarried *files);
void troupe_job_write_compose (const TroupeJob *job, TroupePlotCarried *files);

/* The name of the inputs in the folder of the job. */
const char *troupe_job_get_inputs (const TroupeJob *job);

/* The words behind `troupectl` for one part. @root: where `document`, `inputs`, `out` and `state` are, ended by a slash or
 * empty. (transfer full): NULL-terminated */
char **troupe_job_list_words (const TroupeJob *job, const char *root, const char *shard);

/* A text of YAML in double quotes, in ASCII. Nothing in it ends it or begins another line. @doubles: (nullable): each
 * of these letters is written twice, where the engine reads more in one. (transfer full) */
char *troupe_job_quote_yaml (const char *text, const char *doubles);
/* Texts, as a list of YAML on one line. (transfer full) */
char *troupe_job_quote_yaml_list (const char *const *texts, const char *doubles);

G_END_DECLS
