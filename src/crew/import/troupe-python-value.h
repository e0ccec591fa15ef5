/* troupe-python-value.h: values that Python source evaluates to without being executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-syntax.h"

G_BEGIN_DECLS

typedef struct _TroupePythonValue TroupePythonValue;
typedef struct _TroupePythonScope TroupePythonScope;
typedef struct _TroupePythonModule TroupePythonModule;
typedef struct _TroupePythonProgram TroupePythonProgram;

typedef enum
{
  TROUPE_PYTHON_VALUE_UNKNOWN,  /* only Python can compute it; @why says why */
  TROUPE_PYTHON_VALUE_CONSTANT, /* None, a boolean, number or string */
  TROUPE_PYTHON_VALUE_LIST,     /* a list, tuple or set */
  TROUPE_PYTHON_VALUE_MAP,      /* a dict whose keys are strings */
  TROUPE_PYTHON_VALUE_OBJECT,   /* the result of calling a class or an unknown function */
  TROUPE_PYTHON_VALUE_SYMBOL,   /* a name of a module outside the project */
  TROUPE_PYTHON_VALUE_FUNCTION,
  TROUPE_PYTHON_VALUE_METHOD, /* a function with its object */
  TROUPE_PYTHON_VALUE_CLASS,
  TROUPE_PYTHON_VALUE_MODULE,
} TroupePythonValueType;

/**
 * TroupePythonPlace:
 * @file: as shown in the report
 * @line, @last_line: starting at 1; 0 if unknown
 * @text: the source text
 */
typedef struct
{
  const char *file;
  guint line;
  guint last_line;
  char *text;
} TroupePythonPlace;

/**
 * TroupePythonValue:
 * @constant: (nullable): of a constant
 * @items: (element-type TroupePythonValue): of a list; positional arguments of an object
 * @keys: (element-type utf8): of a map; keyword arguments and attributes of an object
 * @values: (element-type TroupePythonValue): the values of @keys
 * @given: (nullable): the arguments of an object whose class has an initializer, which may have changed
 *   the attributes in @keys
 * @callee: (nullable): the class of an object, or the function of a method
 * @owner: (nullable): the object of a method
 * @name: (nullable): dotted name of a symbol; the first variable that an object was assigned to
 * @why: (nullable): why the value is unknown, or what a constant depends on (translated)
 * @is_environment: whether it is an environment variable without a default
 * @statement, @module, @scope: (nullable): of functions, classes and modules; for a function,
 *   @scope is where it is defined, for a class it contains its attributes
 *
 * All values belong to their program and live as long.
 */
struct _TroupePythonValue
{
  TroupePythonValueType type;
  JsonNode *constant;
  GPtrArray *items;
  GPtrArray *keys;
  GPtrArray *values;
  TroupePythonValue *given;
  TroupePythonValue *callee;
  TroupePythonValue *owner;
  char *name;
  char *why;
  gboolean is_environment;
  const TroupePythonStatement *statement;
  TroupePythonModule *module;
  TroupePythonScope *scope;
  TroupePythonPlace place;
};

TroupePythonValue *troupe_python_value_new (TroupePythonProgram *program,
                                            TroupePythonValueType type);
/* @why: a sentence for the user (translated) */
TroupePythonValue *troupe_python_value_new_unknown (TroupePythonProgram *program, const char *why);
/* @constant: (transfer full) */
TroupePythonValue *troupe_python_value_new_constant (TroupePythonProgram *program,
                                                     JsonNode *constant);
TroupePythonValue *troupe_python_value_new_text (TroupePythonProgram *program, const char *text);
TroupePythonValue *troupe_python_value_new_symbol (TroupePythonProgram *program, const char *name);
/* Converts a tree whose values are in @file. @place: (nullable): the place of all values without
 * their own; copied */
TroupePythonValue *troupe_python_value_new_from_json (TroupePythonProgram *program,
                                                      JsonNode *node,
                                                      const TroupePythonPlace *place);
/* Returns a shallow copy. */
TroupePythonValue *troupe_python_value_copy (TroupePythonProgram *program,
                                             const TroupePythonValue *self);
void troupe_python_value_free (TroupePythonValue *self);
void troupe_python_value_set_place (TroupePythonValue *self,
                                    const char *file,
                                    guint line,
                                    guint last_line,
                                    const char *text);

/* Appends the entries of a list to another one, which may be the same. Returns FALSE if the list
 * would become too long; then nothing is appended. */
gboolean troupe_python_value_append_all (TroupePythonProgram *program, TroupePythonValue *self,
                                         const TroupePythonValue *other);
/* Returns the value of a key of a map, or of a keyword argument or attribute of an object. */
TroupePythonValue *troupe_python_value_get (const TroupePythonValue *self, const char *key);
void troupe_python_value_set (TroupePythonValue *self, const char *key, TroupePythonValue *value);
/* Returns the string of a constant. (transfer none) (nullable) */
const char *troupe_python_value_get_text (const TroupePythonValue *self);
gboolean troupe_python_value_is_none (const TroupePythonValue *self);
/* Returns the last component of the name of a symbol, class, function, or of an object's class. */
const char *troupe_python_value_get_last_name (const TroupePythonValue *self);
/* Returns the value with the arguments with which an object was created, instead of its attributes. */
TroupePythonValue *troupe_python_value_get_given (TroupePythonValue *self);
/* Returns TRUE for an object of the class or function with this last name. */
gboolean troupe_python_value_is_made_by (const TroupePythonValue *self, const char *name);
/* Returns 1 for true, 0 for false, -1 if it is unknown. */
int troupe_python_value_get_truth (const TroupePythonValue *self);
/* Converts constants, lists and maps of constants to JSON. @culprit: (out) (optional): the value
 * that cannot be converted. (transfer full) (nullable) */
JsonNode *troupe_python_value_to_json (TroupePythonValue *self, TroupePythonValue **culprit);
/* Returns what the value or one of its members depends on, or NULL. (transfer none) */
const char *troupe_python_value_find_note (const TroupePythonValue *self);

G_END_DECLS
