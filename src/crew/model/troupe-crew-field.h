/* troupe-crew-field.h: schema table of all fields of crews, tasks, agents, models and servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-field-access.h"
#include "troupe-json.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* The object to which a field belongs. */
typedef enum
{
  TROUPE_CREW_OWNER_CREW,
  TROUPE_CREW_OWNER_TASK,
  TROUPE_CREW_OWNER_CONDITIONAL, /* task with `condition`: same fields as a task */
  TROUPE_CREW_OWNER_AGENT,
  TROUPE_CREW_OWNER_MODEL,     /* a model declared as a map */
  TROUPE_CREW_OWNER_SERVER,    /* an `mcps` entry that is a map */
  TROUPE_CREW_OWNER_FILTER,    /* `tool_filter` of an `mcps` entry */
  TROUPE_CREW_OWNER_PLANNING,  /* `planning_config` */
  TROUPE_CREW_OWNER_KNOWLEDGE, /* `knowledge_config` */
  TROUPE_CREW_OWNER_EMBEDDER,  /* `embedder` */
  TROUPE_CREW_OWNER_SOURCE,    /* a `knowledge_sources` entry that is a map */
  TROUPE_CREW_OWNER_N,
} TroupeCrewOwner;

/* Type of a field's value. A Python reference, `{"python": "module.name"}`, is accepted for
 * objects. */
typedef enum
{
  TROUPE_CREW_KIND_ANY,
  TROUPE_CREW_KIND_TEXT,
  TROUPE_CREW_KIND_LINE,     /* short string with placeholders */
  TROUPE_CREW_KIND_PROMPT,   /* multi-line string with placeholders */
  TROUPE_CREW_KIND_TEMPLATE, /* multi-line string without placeholders */
  TROUPE_CREW_KIND_BOOLEAN,
  TROUPE_CREW_KIND_INTEGER,
  TROUPE_CREW_KIND_NUMBER,
  TROUPE_CREW_KIND_CHOICE, /* one of the field's choices */
  TROUPE_CREW_KIND_LIST,   /* or a reference that returns one */
  TROUPE_CREW_KIND_TEXTS,  /* a list of strings */
  TROUPE_CREW_KIND_MAP,    /* or a reference that returns one */
  TROUPE_CREW_KIND_PAIRS,  /* a map of strings */
  TROUPE_CREW_KIND_OBJECT, /* a map whose keys are fields of the owner `of` */
  TROUPE_CREW_KIND_AGENTS,
  TROUPE_CREW_KIND_TASKS,
  TROUPE_CREW_KIND_AGENT,   /* name of an agent */
  TROUPE_CREW_KIND_CONTEXT, /* a list of task names */
  TROUPE_CREW_KIND_TOOLS,
  TROUPE_CREW_KIND_FILES, /* a map of names to paths */
  TROUPE_CREW_KIND_LLM,
  TROUPE_CREW_KIND_CALLBACK,
  TROUPE_CREW_KIND_CALLBACKS,
  TROUPE_CREW_KIND_GUARDRAIL,
  TROUPE_CREW_KIND_GUARDRAILS,
  TROUPE_CREW_KIND_CONDITION,
  TROUPE_CREW_KIND_EXECUTOR,
  TROUPE_CREW_KIND_CONVERTER,
  TROUPE_CREW_KIND_SCHEMA,
  TROUPE_CREW_KIND_SWITCH_OR_MAP,
  TROUPE_CREW_KIND_SWITCH_OR_TEXT,
  TROUPE_CREW_KIND_SKILLS, /* a list that is not empty */
  TROUPE_CREW_KIND_APPS,
  TROUPE_CREW_KIND_MCPS,
  TROUPE_CREW_KIND_SOURCES, /* knowledge sources */
  TROUPE_CREW_KIND_A2A,     /* a remote agent, or a list of them */
} TroupeCrewFieldKind;

/* Properties of a field. */
typedef enum
{
  TROUPE_CREW_FIELD_NULLABLE = 1 << 0,
  /* CrewAI accepts null and treats it as false, not as a missing value. */
  TROUPE_CREW_FIELD_NULL_IS_FALSE = 1 << 1,
  TROUPE_CREW_FIELD_NEEDED = 1 << 2,
  TROUPE_CREW_FIELD_IDLE = 1 << 3,      /* has no effect any more */
  TROUPE_CREW_FIELD_LOADER = 1 << 4,    /* belongs to the file; read before the object's fields */
  TROUPE_CREW_FIELD_ELSEWHERE = 1 << 5, /* edited on the canvas or with another field */
} TroupeCrewFieldFlags;

/* Group of a form that contains the field. */
typedef enum
{
  TROUPE_CREW_FOLD_FIRST,
  TROUPE_CREW_FOLD_CHECKS,
  TROUPE_CREW_FOLD_OUTPUT,
  TROUPE_CREW_FOLD_WHEN,
  TROUPE_CREW_FOLD_KNOWS,
  TROUPE_CREW_FOLD_REMEMBERS,
  TROUPE_CREW_FOLD_SERVERS,
  TROUPE_CREW_FOLD_THINKS,
  TROUPE_CREW_FOLD_LIMITS,
  TROUPE_CREW_FOLD_TEXTS,
  TROUPE_CREW_FOLD_CALLBACKS,
  TROUPE_CREW_FOLD_MORE,
  TROUPE_CREW_FOLD_N,
} TroupeCrewFold;

/* One of the values that a field offers.
 * @json: (nullable): the value as JSON; %NULL for a missing value
 * @title: untranslated, N_() */
typedef struct
{
  const char *json;
  const char *title;
} TroupeCrewChoice;

/**
 * TroupeCrewField:
 * @key: key in the document
 * @title: the term used in CrewAI's documentation, N_()
 * @help: a short explanation, N_()
 * @initial: (nullable): CrewAI's default value, as JSON
 * @choices: (nullable): terminated by a row without title; includes the missing value if there is
 *   no @initial
 * @when: (nullable): condition under which a form shows the field: `KEY` if that field is true or
 *   not empty, `!KEY` if it is false or empty, or `KEY=WORD`. Several conditions are combined with
 *   `|` (any) or with `&` (all), which binds tighter. A field that the document sets is always
 *   shown
 * @of: for an object: the owner whose fields are its keys
 * @access: what the value gives access to, for the consent of the user
 *
 * A row of the table. The crew reader validates documents with the table, forms are created from
 * it, and troupe_crew_fields_to_markdown() generates doc/fields.md from it.
 * Threads: any thread; functions that have a JsonNode parameter only on the thread of the document.
 */
typedef struct
{
  const char *key;
  TroupeCrewFieldKind kind;
  TroupeCrewFieldFlags flags;
  TroupeCrewFold fold;
  const char *title;
  const char *help;
  const char *initial;
  const TroupeCrewChoice *choices;
  const char *when;
  TroupeCrewOwner of;
  TroupeFieldAccess access;
} TroupeCrewField;

/* Returns the fields of @owner in the order of a form, terminated by a field without key.
 * (transfer none) */
const TroupeCrewField *troupe_crew_field_list (TroupeCrewOwner owner);
/* Returns the field with @key. (transfer none) (nullable) */
const TroupeCrewField *troupe_crew_field_find (TroupeCrewOwner owner, const char *key);
/* Returns the title (untranslated, N_()). Returns NULL for the first group, which has no title.
 * (transfer none) (nullable) */
const char *troupe_crew_fold_get_title (TroupeCrewFold fold);
/* Returns the title in doc/fields.md, untranslated. (transfer none) */
const char *troupe_crew_owner_get_title (TroupeCrewOwner owner);

/* Returns TRUE if the form for @map (nullable), to which the field belongs, shows the field. */
gboolean troupe_crew_field_is_shown (const TroupeCrewField *self, JsonNode *map);
/* Returns TRUE if @node (nullable) differs from CrewAI's default value. */
gboolean troupe_crew_field_is_changed (const TroupeCrewField *self, JsonNode *node);

/* Generates doc/fields.md. (transfer full) */
char *troupe_crew_fields_to_markdown (void);

/* Returns the `source_type` of a knowledge source with this file, or NULL if only a type that
 * accepts several kinds of files, “docling”, may read it. (transfer none) (nullable) */
const char *troupe_crew_field_find_source_type (const char *name);
/* Returns the endings of files that troupe_crew_field_find_source_type() knows. (transfer none) */
const char *const *troupe_crew_field_list_source_endings (void);
/* Makes the knowledge source that a string probably means: a map in JSON, a file or a web page, or a
 * text. (transfer full) */
TroupeValue *troupe_crew_field_make_source (const char *text);

G_END_DECLS
