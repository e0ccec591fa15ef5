/* troupe-python-tools.c: lists the tool classes of a Python file by parsing its source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-tools"

#include "config.h"

#include <string.h>

#include "troupe-project-file.h"
#include "troupe-python-syntax.h"
#include "troupe-python-tools.h"

/* Maximum size of a file that is parsed after each change of a document. */
#define MOST_BYTES (64 * 1024)

void
troupe_python_tool_class_free (TroupePythonToolClass *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_strfreev (self->arguments);
  g_free (self);
}

/* Returns TRUE if a class with this base alone is no tool. @others: names of the module's own classes that are no
 * tools */
static gboolean
is_other_base (const TroupePythonNode *base, GPtrArray *others)
{
  static const char *const names[] = {
    "object",    "ABC",        "BaseModel",    "BaseSettings", "Enum",       "IntEnum",  "StrEnum",
    "Exception", "ValueError", "RuntimeError", "TypedDict",    "NamedTuple", "Protocol", "Generic",
    "str",       "int",        "dict",         "list",         NULL,
  };
  const char *name = troupe_python_node_get_last_name (base);

  return base->keyword != NULL || g_strv_contains (names, name) ||
         g_ptr_array_find_with_equal_func (others, name, g_str_equal, NULL);
}

static gboolean
may_be_tool (const TroupePythonStatement *class, GPtrArray *others)
{
  for (guint i = 0; i < class->nodes->len; i++)
    if (!is_other_base (class->nodes->pdata[i], others))
      return TRUE;
  return FALSE;
}

/* Returns the parameters of `_run` that a caller must provide. (transfer full) */
static char **
list_arguments (const TroupePythonStatement *class)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < class->body->len; i++)
    {
      const TroupePythonStatement *method = class->body->pdata[i];

      if (method->type != TROUPE_PYTHON_DEF || !g_str_equal (method->name, "_run"))
        continue;
      /* The first parameter is the object. */
      for (guint k = 1; k < method->parameters->len; k++)
        {
          const TroupePythonParameter *parameter = method->parameters->pdata[k];

          if (parameter->name != NULL && parameter->stars == 0 && parameter->initial == NULL)
            g_strv_builder_add (names, parameter->name);
        }
      break;
    }
  return g_strv_builder_end (names);
}

/* Adds the classes of @statements, also those that are defined conditionally. */
static void
collect (GPtrArray *statements, GPtrArray *classes, GPtrArray *others)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      if (statement->type == TROUPE_PYTHON_CLASS && may_be_tool (statement, others))
        {
          TroupePythonToolClass *class = g_new0 (TroupePythonToolClass, 1);

          class->name = g_strdup (statement->name);
          class->arguments = list_arguments (statement);
          g_ptr_array_add (classes, class);
        }
      else if (statement->type == TROUPE_PYTHON_CLASS)
        {
          g_ptr_array_add (others, statement->name);
        }
      else if (statement->type != TROUPE_PYTHON_DEF)
        {
          collect (statement->body, classes, others);
          collect (statement->otherwise, classes, others);
        }
    }
}

static int
compare_classes (gconstpointer a, gconstpointer b)
{
  const TroupePythonToolClass *one = *(TroupePythonToolClass *const *) a;
  const TroupePythonToolClass *other = *(TroupePythonToolClass *const *) b;

  return strcmp (one->name, other->name);
}

/* (transfer full) */
static GPtrArray *
list_classes (const char *source)
{
  GPtrArray *classes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_python_tool_class_free);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autoptr (GPtrArray) statements = troupe_python_parse (source);

  collect (statements, classes, others);
  g_ptr_array_sort (classes, compare_classes);
  return classes;
}

GPtrArray *
troupe_python_tools_read (const char *folder, const char *name)
{
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  gsize length;

  g_return_val_if_fail (folder != NULL && name != NULL, NULL);

  file = g_strdup_printf ("tools/%s.py", name);
  text = troupe_project_file_read (folder, file, MOST_BYTES, &length, NULL, NULL);
  if (text == NULL || !g_utf8_validate_len (text, length, NULL))
    return NULL;
  return list_classes (text);
}
