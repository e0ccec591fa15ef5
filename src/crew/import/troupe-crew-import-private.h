/* troupe-crew-import-private.h: state of the import of a classic crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-import.h"
#include "troupe-crew-python.h"

G_BEGIN_DECLS

/* A source file. @root: (nullable): tree of a YAML file */
typedef struct
{
  char *path;
  char *name; /* as shown in the report */
  char *text;
  JsonNode *root;
  TroupeJsonText *source;
} TroupeImportFile;

/* Location in a source file. */
typedef struct
{
  char *file;
  guint line;
  guint last_line;
  char *what;
} TroupeImportOrigin;

/**
 * TroupeImportThing:
 * @name: name of the agent or task
 * @fields: the contents of its map
 * @origins: (element-type TroupeImportOrigin): source locations of the fields by key, and of the
 *   complete item under ""
 */
typedef struct
{
  char *name;
  JsonObject *fields;
  GHashTable *origins;
  gboolean is_used; /* crew.py creates it, or there is no crew.py */
} TroupeImportThing;

/**
 * TroupeImporter:
 * @python: (nullable)
 * @agents, @tasks: (element-type TroupeImportThing)
 * @crew: fields of the crew and their source locations
 * @manager: (nullable): the manager agent, which is not listed
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
/* Returns the agent or task of that name, or NULL. (transfer none) (nullable) */
TroupeImportThing *troupe_import_find (GPtrArray *things, const char *name);
/* Sets a field and its source location. @value: (transfer full); @origin: (transfer full) */
void troupe_import_thing_set (TroupeImportThing *self,
                              const char *key,
                              JsonNode *value,
                              TroupeImportOrigin *origin);

/* Adds an item to the report. @origin: (nullable); @path: (nullable) */
TroupeCrewImportItem *troupe_importer_report (TroupeImporter *self,
                                              TroupeCrewImportKind kind,
                                              const TroupeImportOrigin *origin,
                                              const char *path,
                                              const char *format,
                                              ...) G_GNUC_PRINTF (5, 6);

/* Sets %TROUPE_DOCUMENT_ERROR_INVALID and returns FALSE. */
gboolean troupe_importer_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Returns the folder that contains both files, or NULL. (transfer full) (nullable) */
char *troupe_importer_find_pair (const char *path);
/* Reads the agents and tasks from the two files in @config, and the text of crew.py. */
gboolean troupe_importer_read_files (TroupeImporter *self, const char *config, GError **error);
/* Applies crew.py, whose settings override those of the two files. */
void troupe_importer_read_python (TroupeImporter *self);
/* Creates the project and reports what CrewAI does not accept. (transfer full) (nullable) */
TroupeCrewDocument *troupe_importer_build (TroupeImporter *self, GError **error);

G_END_DECLS
