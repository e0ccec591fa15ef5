/* troupe-crew-field.h: the one table of what can stand in a crew, its tasks, agents, models and servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Whose field it is. */
typedef enum
{
  TROUPE_CREW_OWNER_CREW,
  TROUPE_CREW_OWNER_TASK,
  TROUPE_CREW_OWNER_CONDITIONAL, /* a task with `condition`: the same rows as a task */
  TROUPE_CREW_OWNER_AGENT,
  TROUPE_CREW_OWNER_MODEL,     /* a model given as a map */
  TROUPE_CREW_OWNER_SERVER,    /* an entry of `mcps` that is a map */
  TROUPE_CREW_OWNER_FILTER,    /* `tool_filter` of such an entry */
  TROUPE_CREW_OWNER_PLANNING,  /* `planning_config` */
  TROUPE_CREW_OWNER_KNOWLEDGE, /* `knowledge_config` */
  TROUPE_CREW_OWNER_EMBEDDER,  /* `embedder` */
  TROUPE_CREW_OWNER_N,
} TroupeCrewOwner;

/* What stands under a key. A reference to Python, `{"python": "module.name"}`, passes where objects do. */
typedef enum
{
  TROUPE_CREW_KIND_ANY,
  TROUPE_CREW_KIND_TEXT,
  TROUPE_CREW_KIND_LINE,     /* a short text with placeholders */
  TROUPE_CREW_KIND_PROMPT,   /* a text of several lines with placeholders */
  TROUPE_CREW_KIND_TEMPLATE, /* a text of several lines without */
  TROUPE_CREW_KIND_BOOLEAN,
  TROUPE_CREW_KIND_INTEGER,
  TROUPE_CREW_KIND_NUMBER,
  TROUPE_CREW_KIND_CHOICE, /* one of the row's words */
  TROUPE_CREW_KIND_LIST,   /* or a reference that gives one */
  TROUPE_CREW_KIND_TEXTS,  /* a list of texts */
  TROUPE_CREW_KIND_MAP,    /* or a reference that gives one */
  TROUPE_CREW_KIND_PAIRS,  /* a map of texts */
  TROUPE_CREW_KIND_OBJECT, /* a map whose keys are rows of the owner `of` */
  TROUPE_CREW_KIND_AGENTS,
  TROUPE_CREW_KIND_TASKS,
  TROUPE_CREW_KIND_AGENT,   /* the name of one */
  TROUPE_CREW_KIND_CONTEXT, /* a list of names of tasks */
  TROUPE_CREW_KIND_TOOLS,
  TROUPE_CREW_KIND_FILES, /* a map of names and paths */
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
  TROUPE_CREW_KIND_A2A, /* an agent elsewhere, or a list of them */
} TroupeCrewFieldKind;

typedef enum
{
  TROUPE_CREW_FIELD_NULLABLE = 1 << 0,
  /* CrewAI takes null and acts as if it were false, not as if nothing stood there. */
  TROUPE_CREW_FIELD_NULL_IS_FALSE = 1 << 1,
  TROUPE_CREW_FIELD_NEEDED = 1 << 2,
  TROUPE_CREW_FIELD_IDLE = 1 << 3,      /* does nothing any more */
  TROUPE_CREW_FIELD_LOADER = 1 << 4,    /* of the file, read before the fields of the object */
  TROUPE_CREW_FIELD_ELSEWHERE = 1 << 5, /* shown and edited on the canvas, or with another row */
} TroupeCrewFieldFlags;

/* Where a form has it. */
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

/* @json: (nullable): the value; %NULL is that nothing stands there; @title: N_() */
typedef struct
{
  const char *json;
  const char *title;
} TroupeCrewChoice;

/**
 * TroupeCrewField:
 * @key: in the document
 * @title: the term of CrewAI's documentation, N_()
 * @help: in plain words, N_()
 * @initial: (nullable): as JSON: what CrewAI takes where nothing stands there
 * @choices: (nullable): ended by a row without title; nothing is one of them where there is no @initial
 * @when: (nullable): when a form asks for it: `KEY`, where that is true or has something in it, `!KEY` where it is not, or
 *   `KEY=WORD`; several with `|` between, of which one is enough, or with `&`, which binds closer, of which all must hold.
 *   What stands in a document is always shown
 * @of: of an object: whose rows its keys are
 *
 * One row of the table. The reader of crews checks what stands in documents by it, forms are made from it, and
 * doc/fields.md is what troupe_crew_fields_to_markdown() writes.
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
} TroupeCrewField;

/* The rows of @owner in the order in which a form has them, ended by one without key. */
const TroupeCrewField *troupe_crew_field_list (TroupeCrewOwner owner);
/* (nullable) */
const TroupeCrewField *troupe_crew_field_find (TroupeCrewOwner owner, const char *key);
/* Untranslated, N_(); NULL for the first one, which has none. */
const char *troupe_crew_fold_get_title (TroupeCrewFold fold);
const char *troupe_crew_owner_get_title (TroupeCrewOwner owner);

/* Whether a form of @map (nullable), in which the field would stand, shows it. */
gboolean troupe_crew_field_is_shown (const TroupeCrewField *self, JsonNode *map);
/* Whether @node (nullable) is other than what CrewAI takes where nothing stands there. */
gboolean troupe_crew_field_is_changed (const TroupeCrewField *self, JsonNode *node);

/* All rows as doc/fields.md has them. (transfer full) */
char *troupe_crew_fields_to_markdown (void);

G_END_DECLS
