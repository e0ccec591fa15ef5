/* troupe-crew-import-private.h: state of the import of a classic crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-import.h"
#include "troupe-key-finder.h"
#include "troupe-python-program.h"

G_BEGIN_DECLS

/* Maximum number of classes between a class of the project and the class of CrewAI. */
#define MOST_BASES 16

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
 * @folder: the folder that file names in the report are relative to
 * @program: (nullable): the Python files of the project
 * @class: (nullable): the class with `@CrewBase`
 * @self: (nullable): its instance
 * @agents, @tasks: (element-type TroupeImportThing): of the YAML files, then of the crew
 * @made_agents, @made_tasks: (nullable): those of the crew while it is created
 * @crew: fields of the crew and their source locations
 * @made: (element-type TroupePythonValue TroupeImportThing): what Python code creates
 * @names: (element-type TroupePythonValue utf8): names of the methods that create the objects
 * @files: (element-type TroupeCrewImportFile): files that the new crew needs
 * @bridged: (element-type utf8): methods for which a function was written
 * @hooks: (element-type TroupePythonStatement): those of them that the written module registers as hooks
 * @servers: (nullable): MCP servers that a list of tools names, until they are added to the agent
 * @keys: finds API keys, which neither the crew nor the report contains
 */
typedef struct
{
  char *folder;
  TroupeImportFile agents_file;
  TroupeImportFile tasks_file;
  char *python_name;
  TroupePythonProgram *program;
  TroupePythonModule *module;
  TroupePythonValue *class;
  TroupePythonValue *self;
  GPtrArray *agents;
  GPtrArray *tasks;
  GPtrArray *made_agents;
  GPtrArray *made_tasks;
  TroupeImportThing *crew;
  GHashTable *made;
  GHashTable *names;
  GPtrArray *files;
  GPtrArray *bridged;
  GPtrArray *hooks;
  guint n_wrong; /* see #TroupeCrewImport */
  JsonArray *servers;
  TroupeKeyFinder *keys;
  GPtrArray *items;
} TroupeImporter;

TroupeImportThing *troupe_import_thing_new (const char *name);
void troupe_import_thing_free (TroupeImportThing *self);
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

/* --- Files ------------------------------------------------------------------------------------ */

/**
 * TroupeImportChoice:
 * @agents, @tasks: (nullable): paths of the YAML files
 * @python: (nullable): path of the file that contains the class
 * @chosen: (nullable): the folder that the user imports
 * @class_name: (nullable)
 *
 * A crew that can be imported.
 */
typedef struct
{
  char *agents;
  char *tasks;
  char *python;
  char *chosen;
  char *class_name;
} TroupeImportChoice;

/* Finds the crews at @path. (transfer full) (element-type TroupeImportChoice) */
GPtrArray *troupe_import_find_choices (const char *path);
/* Returns the name by which each choice is selected. (transfer full) */
char **troupe_import_name_choices (GPtrArray *choices);
/* Returns the highest folder whose files belong to the project of @path: @chosen, or the outermost package, or a folder
 * above whose settings name this package. @chosen: (nullable): the folder that the user imports. (transfer full) */
char *troupe_import_find_project (const char *path, const char *chosen);

/* Reads the agents and tasks of the YAML files of @choice. */
gboolean
troupe_importer_read_files (TroupeImporter *self, const TroupeImportChoice *choice, GError **error);

/* --- Python ----------------------------------------------------------------------------------- */

/* Evaluates the class of @choice. Its settings override those of the YAML files. */
void troupe_importer_read_python (TroupeImporter *self, const TroupeImportChoice *choice);
/* Adds an agent or a task that Python code creates. Returns the same thing for the same object. */
TroupeImportThing *
troupe_importer_add_object (TroupeImporter *self, GPtrArray *things, TroupePythonValue *object);
/* Returns the name for an object: that of its method, its entry in YAML, its variable, or its role.
 * (transfer full) */
char *troupe_importer_name_object (TroupeImporter *self, const TroupePythonValue *object);
/* Returns the object that a method with this name and decorator creates, or NULL. */
TroupePythonValue *
troupe_importer_call_method (TroupeImporter *self, const char *name, const char *decorator);
/* Reports an argument that is not imported. @key: (nullable) */
void troupe_importer_leave_out (TroupeImporter *self,
                                const TroupePythonValue *value,
                                const char *key,
                                const char *path,
                                const char *why);
/* Returns the source location of the argument @key. (transfer full) */
TroupeImportOrigin *troupe_importer_make_origin (const TroupePythonValue *value, const char *key);
/* Converts the value of a field of an agent, task or crew. @path: of the field in the new crew.
 * (transfer full) (nullable): NULL if the value was left out, which is reported */
JsonNode *troupe_importer_convert (TroupeImporter *self,
                                   TroupePythonValue *value,
                                   const char *key,
                                   const char *path);
/* Converts a list of tools. (transfer full) (nullable) */
JsonNode *troupe_importer_convert_tools (TroupeImporter *self,
                                         TroupePythonValue *value,
                                         const char *key,
                                         const char *path);
/* Converts the members of a map or the keyword arguments of an object, and reports the others.
 * (transfer full) */
JsonObject *
troupe_importer_convert_members (TroupeImporter *self, TroupePythonValue *value, const char *path);

/* --- Code ------------------------------------------------------------------------------------- */

/* Returns a reference `{"python": …}` to a function of the project, whose files are added to the
 * crew. (transfer full) (nullable): NULL if it cannot be referenced, which is reported */
JsonNode *troupe_importer_refer (TroupeImporter *self,
                                 TroupePythonValue *value,
                                 const char *key,
                                 const char *path);
/* Refers to a model whose class the project derives from CrewAI's, in a module that is written. (transfer
 * full) (nullable): NULL if it is not such a model, or its arguments are not known */
JsonNode *
troupe_importer_refer_to_model (TroupeImporter *self, TroupePythonValue *model, const char *path);
/* Imports the methods with a decorator of `crewai.hooks`, in a module that registers them and that is
 * written, and reports the other hooks in the file of the crew. Returns a reference for the callbacks
 * before the kickoff, so that the module is imported. (transfer full) (nullable): NULL if that is not
 * necessary */
JsonNode *troupe_importer_take_hooks (TroupeImporter *self);
/* Adds the file of a module and of all modules of the project that it imports. */
void troupe_importer_add_module (TroupeImporter *self, TroupePythonModule *module);
/* Adds a file with text. @path: relative to the new crew. Returns FALSE if there is one with other
 * contents, or if tools execute files with this name. */
gboolean troupe_importer_add_text (TroupeImporter *self, const char *path, const char *text);
/* Adds a file of the project. @source: absolute; @path: relative to the new crew; @is_module: whether it is Python code; otherwise
 * it must be a document or data */
void troupe_importer_add_copy (TroupeImporter *self,
                               const char *source,
                               const char *path,
                               gboolean is_module);
/* Returns `read_file` for `ReadFile`. (transfer full) */
char *troupe_import_to_snake (const char *name);
/* Appends the arguments of a call in Python. */
void troupe_import_append_arguments (GString *out, JsonArray *items, JsonObject *members);
/* Appends a constant, list or map as a Python expression. */
void troupe_import_append_python (GString *out, JsonNode *node);

/* Creates the project and reports what CrewAI does not accept. (transfer full) (nullable) */
TroupeCrewDocument *troupe_importer_build (TroupeImporter *self, GError **error);

G_END_DECLS
