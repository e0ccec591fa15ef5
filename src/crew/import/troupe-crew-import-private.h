/* troupe-crew-import-private.h: a classic crew while it becomes a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-import.h"
#include "troupe-crew-python.h"

G_BEGIN_DECLS

/* One file that was read. @root: (nullable): of YAML */
typedef struct
{
  char *path;
  char *name; /* for the report */
  char *text;
  JsonNode *root;
  TroupeJsonText *source;
} TroupeImportFile;

/* Where something stood. */
typedef struct
{
  char *file;
  guint line;
  guint last_line;
  char *what;
} TroupeImportOrigin;

/**
 * TroupeImportThing:
 * @name: of the agent or task
 * @fields: what its map is to be
 * @origins: (element-type TroupeImportOrigin): of the whole under "", and of each key
 */
typedef struct
{
  char *name;
  JsonObject *fields;
  GHashTable *origins;
  gboolean is_used; /* crew.py makes one of it, or there is none */
} TroupeImportThing;

/**
 * TroupeImporter:
 * @python: (nullable)
 * @agents, @tasks: (element-type TroupeImportThing)
 * @crew: fields of the crew and where they stood
 * @manager: (nullable): the agent that leads, and stands in no list
 */
typedef struct
{
  char *folder;
  TroupeImportFile agents_file;
  TroupeImportFile tasks_file;
  TroupeImportFile python_file;
  TroupeCrewPython *python;
  GPtrArray *agents;
  GPtrArray *tasks;
  TroupeImportThing *crew;
  char *manager;
  GPtrArray *items;
} TroupeImporter;

TroupeImportThing *troupe_import_thing_new (const char *name);
TroupeImportOrigin *
troupe_import_origin_new (const char *file, guint line, guint last_line, const char *what);
void troupe_import_origin_free (TroupeImportOrigin *origin);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeImportOrigin, troupe_import_origin_free)
void troupe_import_file_clear (TroupeImportFile *file);
/* The thing of that name; NULL where there is none. (transfer none) (nullable) */
TroupeImportThing *troupe_import_find (GPtrArray *things, const char *name);
/* @value: (transfer full); @origin: (transfer full) */
void troupe_import_thing_set (TroupeImportThing *self,
                              const char *key,
                              JsonNode *value,
                              TroupeImportOrigin *origin);

/* One line of the report. @origin: (nullable); @path: (nullable) */
TroupeCrewImportItem *troupe_importer_report (TroupeImporter *self,
                                              TroupeCrewImportKind kind,
                                              const TroupeImportOrigin *origin,
                                              const char *path,
                                              const char *format,
                                              ...) G_GNUC_PRINTF (5, 6);

/* Sets %TROUPE_DOCUMENT_ERROR_INVALID; FALSE. */
gboolean troupe_importer_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The folder that holds both files; NULL where there is none. (transfer full) (nullable) */
char *troupe_importer_find_pair (const char *path);
/* What the two files in @config say, and the text of crew.py. */
gboolean troupe_importer_read_files (TroupeImporter *self, const char *config, GError **error);
/* What crew.py says goes over what the two files say. */
void troupe_importer_read_python (TroupeImporter *self);
/* The project that all of it makes, with a report of what CrewAI does not take. (transfer full) (nullable) */
TroupeCrewDocument *troupe_importer_build (TroupeImporter *self, GError **error);

G_END_DECLS
