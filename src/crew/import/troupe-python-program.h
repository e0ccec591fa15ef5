/* troupe-python-program.h: evaluation of a Python project without executing it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-value.h"

G_BEGIN_DECLS

/* Maximum number of bytes of the source text of a value. */
#define TROUPE_IMPORT_LONGEST_TEXT 500

/**
 * TroupePythonScope:
 * @names: (element-type utf8 TroupePythonValue)
 * @outer: (nullable)
 * @is_class: functions inside do not see the names
 * @class_name: (nullable): of the scope of a class
 */
struct _TroupePythonScope
{
  GHashTable *names;
  TroupePythonScope *outer;
  TroupePythonModule *module;
  gboolean is_class;
  const char *class_name;
};

/**
 * TroupePythonModule:
 * @path: absolute
 * @name: the path as shown in the report
 * @dotted: the name under which other modules import it
 * @base: the folder that contains the first component of @dotted
 * @text: the source
 * @scope: (nullable): its names
 */
struct _TroupePythonModule
{
  char *path;
  char *name;
  char *dotted;
  char *base;
  char *text;
  GPtrArray *statements;
  TroupePythonScope *scope;
};

/**
 * TroupePythonRemark:
 * @why: what the reader of the report has to know (translated)
 */
typedef struct
{
  TroupePythonPlace place;
  char *why;
} TroupePythonRemark;

/**
 * TroupePythonProgram:
 * @folder: the project; modules above it are not read
 * @shown: the folder that names in the report are relative to
 * @remarks: (element-type TroupePythonRemark): decisions that only Python can make
 *
 * Evaluates assignments, calls, conditions and imports of a project as far as they can be known
 * without executing anything. The number of steps, modules and nested calls is limited; whatever
 * exceeds a limit is unknown. To be used by one thread at a time.
 */
struct _TroupePythonProgram
{
  char *folder;
  char *shown;
  GPtrArray *remarks;
  GPtrArray *values;
  GPtrArray *scopes;
  GHashTable *modules;
  GHashTable *results; /* results of memoized functions */
  GHashTable *yaml;    /* path to value */
  guint n_steps;
  guint n_modules;
  guint depth;
};

/* @folder, @shown: absolute paths */
TroupePythonProgram *troupe_python_program_new (const char *folder, const char *shown);
void troupe_python_program_free (TroupePythonProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonProgram, troupe_python_program_free)

/* Reads a Python file as UTF-8; a file in another encoding is read as Latin-1. @folder: (nullable): the
 * folder that contains the file; links that lead out of it are not followed. %NULL for a file that the user has
 * chosen. Blocks. (transfer full) (nullable): NULL if it cannot be read, leads outside, is too large or contains
 * U+0000 */
char *troupe_python_read_source (const char *folder, const char *path);
/* Returns the folder from which the module in the file @path is imported: the one above its packages. A folder is
 * a package if it has an `__init__.py`; a folder inside `src` is one as well. @top: (nullable): a
 * folder that is never left. (transfer full) */
char *troupe_python_find_import_folder (const char *path, const char *top);
/* Returns the project around a package that contains @path: the folder whose settings (`pyproject.toml`) name this
 * package, which is in it or in its folder `src`. (transfer full) (nullable) */
char *troupe_python_find_named_project (const char *path);
/* Returns TRUE if the folder is a project whose packages are in its folder `src`. CrewAI installs them for
 * its commands, so code in @folder can import them. */
gboolean troupe_python_has_source_folder (const char *folder);
/* Takes ownership of a value. For troupe-python-value.c. */
void troupe_python_program_keep (TroupePythonProgram *self, TroupePythonValue *value);
TroupePythonScope *troupe_python_program_new_scope (TroupePythonProgram *self,
                                                    TroupePythonScope *outer,
                                                    TroupePythonModule *module);
void troupe_python_program_remark (TroupePythonProgram *self,
                                   TroupePythonModule *module,
                                   guint line,
                                   const char *text,
                                   const char *why);

/* Reads and evaluates a file. Returns NULL if it is not readable or too large.
 * (transfer none) (nullable) */
TroupePythonModule *troupe_python_program_open (TroupePythonProgram *self, const char *path);
/* Evaluates @text as the file @path, which need not exist and was not opened before. @text:
 * (transfer full); valid UTF-8. (transfer none) */
TroupePythonModule *
troupe_python_program_add (TroupePythonProgram *self, const char *path, char *text);
/* Finds a module that a statement of @from imports. @level: number of leading dots. Returns NULL
 * if it is not part of the project. (transfer none) (nullable) */
TroupePythonModule *troupe_python_program_find_module (TroupePythonProgram *self,
                                                       TroupePythonModule *from,
                                                       guint level,
                                                       const char *dotted);
/* Returns the name as a value, or NULL if the module does not define it. */
TroupePythonValue *
troupe_python_module_get (TroupePythonProgram *self, TroupePythonModule *module, const char *name);
/* Reads a YAML file below the project as a map, or returns NULL. */
TroupePythonValue *troupe_python_program_read_yaml (TroupePythonProgram *self, const char *path);

/* Evaluates an expression; never NULL. */
TroupePythonValue *troupe_python_evaluate (TroupePythonProgram *self,
                                           TroupePythonScope *scope,
                                           const TroupePythonNode *node);
/* Evaluates statements. Returns the returned value, or NULL if they do not return. */
TroupePythonValue *
troupe_python_execute (TroupePythonProgram *self, TroupePythonScope *scope, GPtrArray *statements);
/* Calls a function, method or class. @arguments: an object with the arguments, whose callee is
 * set. Never NULL. */
TroupePythonValue *troupe_python_call (TroupePythonProgram *self, TroupePythonValue *arguments);
/* Calls a function or method without arguments. */
TroupePythonValue *troupe_python_call_plainly (TroupePythonProgram *self,
                                               TroupePythonValue *callee);
/* Returns an attribute of any value; never NULL. */
TroupePythonValue *
troupe_python_get_attribute (TroupePythonProgram *self, TroupePythonValue *owner, const char *name);
/* Returns an attribute of a class or of one of its bases, or NULL. */
TroupePythonValue *troupe_python_find_in_class (TroupePythonValue *class, const char *name);
/* Evaluates a call of a function of Python's library. Returns NULL if it is not known. */
TroupePythonValue *troupe_python_call_built_in (TroupePythonProgram *self,
                                                const char *name,
                                                TroupePythonValue *arguments);
/* Evaluates a method call of a string, list or dict. Returns NULL if it is not known. */
TroupePythonValue *troupe_python_call_on_value (TroupePythonProgram *self,
                                                TroupePythonValue *owner,
                                                const char *name,
                                                TroupePythonValue *arguments);

G_END_DECLS
