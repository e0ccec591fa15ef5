/* troupe-crew-private.h: what the files that read a crew share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewSource:
 * @crew: the map of the crew; what stands under `agents` is not looked at beyond what @agents says of it
 * @agents: (element-type TroupeCrewAgentSource): those that `agents` lists, in its order, and the manager
 * @folder: (nullable): of the project, where the files that it names are looked for; %NULL looks for none
 * @is_inline: it stands in a flow, where null is the same as nothing
 *
 * A crew and its agents, wherever they were written.
 */
typedef struct
{
  TroupeValue *crew;
  GPtrArray *agents;
  const char *folder;
  gboolean is_inline;
} TroupeCrewSource;

/**
 * TroupeCrewAgentSource:
 * @value: (nullable): what it says; %NULL where there is none of that name, or its file cannot be read
 * @is_told: somebody else tells what is wrong with its file
 * @is_listed: it stands in `agents`, not under `manager_agent` alone
 * @path: of what it says
 * @listed_at: where it is named
 */
typedef struct
{
  char *name;
  TroupeValue *value;
  gboolean is_told;
  gboolean is_listed;
  char *path;
  char *listed_at;
} TroupeCrewAgentSource;

TroupeCrewAgentSource *
troupe_crew_agent_source_new (const char *name, TroupeValue *value, const char *path);
void troupe_crew_agent_source_free (TroupeCrewAgentSource *self);

/* Where inside a value a problem is. */
typedef struct
{
  gboolean at_key; /* the key is meant, not what stands under it */
  gsize offset;    /* bytes into the text that stands there */
} TroupeCrewSpot;

/**
 * TroupeCrewReader:
 * @problems: (element-type TroupeProblem): errors in the order in which CrewAI comes upon them
 * @spots: (element-type TroupeCrewSpot): one for each of @problems
 *
 * What is known while a crew is read.
 */
typedef struct
{
  GString *path;
  GPtrArray *problems;
  GArray *spots;
  const char *folder;
  gboolean is_inline;
} TroupeCrewReader;

void troupe_crew_reader_init (TroupeCrewReader *self, const char *folder, gboolean is_inline);
void troupe_crew_reader_clear (TroupeCrewReader *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeCrewReader, troupe_crew_reader_clear)

/* One step down; leave() goes back to where the mark was taken. */
gsize troupe_crew_reader_enter (TroupeCrewReader *self, const char *key);
gsize troupe_crew_reader_enter_index (TroupeCrewReader *self, gsize index);
void troupe_crew_reader_leave (TroupeCrewReader *self, gsize mark);

/* Reports at the present path. (transfer none) */
TroupeProblem *troupe_crew_reader_report (TroupeCrewReader *self,
                                          TroupeSeverity severity,
                                          const char *code,
                                          const char *format,
                                          ...) G_GNUC_PRINTF (4, 5);
/* The problem that was reported last is at its key, or so many bytes into its text. */
void troupe_crew_reader_set_spot (TroupeCrewReader *self, gboolean at_key, gsize offset);
/* @expected: what should stand there (translated). */
void
troupe_crew_reader_wrong_type (TroupeCrewReader *self, TroupeValue *found, const char *expected);
gboolean troupe_crew_reader_has_errors (TroupeCrewReader *self);
/* Warnings behind errors, each kind in its order. */
void troupe_crew_reader_sort (TroupeCrewReader *self);

/* Whether anything stands there, be it null. */
gboolean troupe_crew_has (TroupeValue *map, const char *key);

/* --- The parts of the reading ----------------------------------------------------------------- */

/* The crew, or NULL where there are errors; all problems are in @reader. (transfer full) (nullable) */
TroupeCrew *troupe_crew_read (TroupeCrewReader *reader, const TroupeCrewSource *source);

/* The same of a crew with its agents in it; @reader is one of an inline crew. */
TroupeCrew *troupe_crew_read_definition (TroupeCrewReader *reader, TroupeValue *definition);

/* What CrewAI looks at before it makes any object: keys, references, tools. @value: the whole agent. */
void troupe_crew_check_agent (TroupeCrewReader *reader, TroupeValue *value);
/* Its values. Fills @agent. */
void troupe_crew_read_agent (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewAgent *agent);

/* The same of a task: @known: (element-type utf8): names of all tasks before it.
 * @has_agent: whether there is an agent of that name */
void troupe_crew_check_task (TroupeCrewReader *reader,
                             TroupeValue *value,
                             GHashTable *known,
                             gboolean (*has_agent) (const char *name, gpointer user_data),
                             gpointer user_data);
void troupe_crew_read_task (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewTask *task);

/* What no task can know alone (doc/crew-semantics.md §4). */
void troupe_crew_check_rules (TroupeCrewReader *reader,
                              const TroupeCrew *crew,
                              const TroupeCrewSource *source);

/* A new crew with nothing in it. */
TroupeCrew *troupe_crew_new_empty (void);
void troupe_crew_hook_free (TroupeCrewHook *self);
void troupe_crew_agent_clear (TroupeCrewAgent *self);

/* What is wrong with the path of an output file, as CrewAI sees it before inputs are in it (§9); NULL where
 * nothing is. (transfer full) (nullable) */
char *troupe_crew_describe_bad_path (const char *path);

G_END_DECLS
