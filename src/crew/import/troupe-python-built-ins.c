/* troupe-python-built-ins.c: functions of Python's library whose result can be known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-built-ins"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-json.h"
#include "troupe-python-program.h"

/* Maximum number of bytes of a text that is put together. */
#define LONGEST_TEXT (1024 * 1024)

typedef TroupePythonValue *(*BuiltIn) (TroupePythonProgram *self, TroupePythonValue *arguments);

static TroupePythonValue *
get_first (const TroupePythonValue *arguments)
{
  return arguments->items->len > 0 ? arguments->items->pdata[0] : NULL;
}

static const char *
get_first_text (const TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments);

  return first != NULL ? troupe_python_value_get_text (first) : NULL;
}

/* --- Environment ------------------------------------------------------------------------------ */

/* The environment is not read: a crew that is imported must not depend on it. */
static TroupePythonValue *
get_environment (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  const char *name = get_first_text (arguments);
  TroupePythonValue *initial = arguments->items->len > 1
                                   ? arguments->items->pdata[1]
                                   : troupe_python_value_get (arguments, "default");
  TroupePythonValue *value;

  if (name == NULL)
    return NULL;
  if (initial == NULL || initial->type != TROUPE_PYTHON_VALUE_CONSTANT ||
      troupe_python_value_is_none (initial))
    {
      value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_UNKNOWN);
      value->why = g_strdup_printf (
          _ ("The value is in the environment variable “%s”, which is not imported."), name);
      value->is_environment = TRUE;
      return value;
    }
  value = troupe_python_value_copy (self, initial);
  g_free (value->why);
  value->why =
      g_strdup_printf (_ ("The value comes from the environment variable “%s”. Its default "
                          "was imported."),
                       name);
  return value;
}

/* --- Paths ------------------------------------------------------------------------------------ */

static TroupePythonValue *
join_path (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  g_autofree char *path = NULL;

  for (guint i = 0; i < arguments->items->len; i++)
    {
      const char *part = troupe_python_value_get_text (arguments->items->pdata[i]);
      char *longer;

      if (part == NULL)
        return NULL;
      longer = path == NULL || g_path_is_absolute (part) ? g_strdup (part)
                                                         : g_build_filename (path, part, NULL);
      g_free (path);
      path = longer;
    }
  return troupe_python_value_new_text (self, path != NULL ? path : ".");
}

static TroupePythonValue *
get_folder (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  const char *path = get_first_text (arguments);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  return folder != NULL ? troupe_python_value_new_text (self, folder) : NULL;
}

static TroupePythonValue *
get_same (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  return get_first (arguments);
}

static TroupePythonValue *
load_yaml (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *file = get_first (arguments);
  const char *path = NULL;

  if (file != NULL && troupe_python_value_is_made_by (file, "open"))
    path = get_first_text (file);
  return path != NULL ? troupe_python_program_read_yaml (self, path) : NULL;
}

/* --- Conversions ------------------------------------------------------------------------------ */

static TroupePythonValue *
make_text (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments);

  if (first == NULL || first->type == TROUPE_PYTHON_VALUE_UNKNOWN)
    return first;
  return troupe_python_value_get_text (first) != NULL ? first : NULL;
}

static TroupePythonValue *
make_number (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments), *number;
  const char *text = get_first_text (arguments);
  JsonNode *node;

  if (first == NULL || first->type == TROUPE_PYTHON_VALUE_UNKNOWN)
    return first;
  if (first->type == TROUPE_PYTHON_VALUE_CONSTANT && text == NULL)
    return first;
  if (text == NULL)
    return NULL;
  node = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) == G_TYPE_STRING)
    {
      g_clear_pointer (&node, json_node_unref);
      return NULL;
    }
  number = troupe_python_value_new_constant (self, node);
  number->why = g_strdup (first->why);
  return number;
}

static TroupePythonValue *
make_boolean (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments);
  int truth = first != NULL ? troupe_python_value_get_truth (first) : 0;

  return truth >= 0 ? troupe_python_value_new_constant (self, troupe_json_node_new_boolean (truth))
                    : first;
}

/* Returns 1 if the value has the built-in type, 0 if it has another one, -1 if that is not known. */
static int
has_type (const TroupePythonValue *value, const char *type)
{
  static const char *const known[] = { "str", "int", "float", "bool", "dict", "list", NULL };
  const char *found = NULL;
  GType constant = G_TYPE_INVALID;

  if (type == NULL || !g_strv_contains (known, type))
    return -1;
  if (value->type == TROUPE_PYTHON_VALUE_MAP)
    found = "dict";
  else if (value->type == TROUPE_PYTHON_VALUE_LIST)
    found = g_str_equal (type, "list") ? NULL : "list"; /* a tuple is a list, too */
  else if (value->type == TROUPE_PYTHON_VALUE_CONSTANT && !troupe_python_value_is_none (value))
    constant = json_node_get_value_type (value->constant);
  if (constant == G_TYPE_STRING)
    found = "str";
  else if (constant == G_TYPE_BOOLEAN)
    found = g_str_equal (type, "int") ? "int" : "bool";
  else if (constant == G_TYPE_INT64)
    found = "int";
  else if (constant == G_TYPE_DOUBLE)
    found = "float";
  else if (troupe_python_value_is_none (value))
    found = "None";
  return found != NULL ? g_str_equal (found, type) : -1;
}

static TroupePythonValue *
is_instance (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  const TroupePythonValue *type = arguments->items->len == 2 ? arguments->items->pdata[1] : NULL;
  int answer = -1;

  if (type != NULL && type->type == TROUPE_PYTHON_VALUE_SYMBOL)
    answer = has_type (arguments->items->pdata[0], type->name);
  return answer >= 0
             ? troupe_python_value_new_constant (self, troupe_json_node_new_boolean (answer))
             : NULL;
}

static TroupePythonValue *
make_list (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments);

  if (first == NULL)
    return troupe_python_value_new (self, TROUPE_PYTHON_VALUE_LIST);
  return first->type == TROUPE_PYTHON_VALUE_LIST ? troupe_python_value_copy (self, first) : NULL;
}

static TroupePythonValue *
make_map (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments);
  TroupePythonValue *map;

  if (first != NULL && first->type != TROUPE_PYTHON_VALUE_MAP)
    return NULL;
  map = first != NULL ? troupe_python_value_copy (self, first)
                      : troupe_python_value_new (self, TROUPE_PYTHON_VALUE_MAP);
  for (guint i = 0; i < arguments->keys->len; i++)
    troupe_python_value_set (map, arguments->keys->pdata[i], arguments->values->pdata[i]);
  return map;
}

static TroupePythonValue *
make_copy (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments);

  return first != NULL ? troupe_python_value_copy (self, first) : NULL;
}

/* Returns the number of spaces and tabs that all lines with text begin with. */
static gsize
measure_margin (char **lines)
{
  gsize margin = G_MAXSIZE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize blank = strspn (lines[i], " \t");

      if (lines[i][blank] != '\0')
        margin = MIN (margin, blank);
    }
  return margin == G_MAXSIZE ? 0 : margin;
}

static TroupePythonValue *
dedent (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  const char *text = get_first_text (arguments);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  g_autofree char *joined = NULL;
  gsize margin;

  if (lines == NULL)
    return get_first (arguments);
  margin = measure_margin (lines);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize blank = strspn (lines[i], " \t");
      char *rest = g_strdup (lines[i][blank] == '\0' ? "" : lines[i] + margin);

      g_free (lines[i]);
      lines[i] = rest;
    }
  joined = g_strjoinv ("\n", lines);
  return troupe_python_value_new_text (self, joined);
}

static const struct
{
  const char *name;
  BuiltIn call;
} built_ins[] = {
  { "os.getenv", get_environment },
  { "os.environ.get", get_environment },
  { "dotenv.get_key", get_environment },
  { "os.path.join", join_path },
  { "os.path.dirname", get_folder },
  { "os.path.abspath", get_same },
  { "os.path.realpath", get_same },
  { "pathlib.Path", join_path },
  { "Path", join_path },
  { "yaml.safe_load", load_yaml },
  { "yaml.load", load_yaml },
  { "str", make_text },
  { "int", make_number },
  { "float", make_number },
  { "bool", make_boolean },
  { "isinstance", is_instance },
  { "list", make_list },
  { "tuple", make_list },
  { "dict", make_map },
  { "copy.copy", make_copy },
  { "copy.deepcopy", make_copy },
  { "textwrap.dedent", dedent },
};

TroupePythonValue *
troupe_python_call_built_in (TroupePythonProgram *self,
                             const char *name,
                             TroupePythonValue *arguments)
{
  if (g_str_equal (name, "typing.cast") && arguments->items->len == 2)
    return arguments->items->pdata[1];
  for (guint i = 0; i < G_N_ELEMENTS (built_ins); i++)
    if (g_str_equal (name, built_ins[i].name))
      return built_ins[i].call (self, arguments);
  return NULL;
}

/* --- Methods of strings, lists and dicts ------------------------------------------------------ */

/* Returns the texts of a list with @separator between them, or NULL if one is not known. (transfer
 * full) (nullable) */
static char *
join_texts (const char *separator, const TroupePythonValue *list)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (list->type != TROUPE_PYTHON_VALUE_LIST)
    return NULL;
  for (guint i = 0; i < list->items->len; i++)
    {
      const char *text = troupe_python_value_get_text (list->items->pdata[i]);

      if (text == NULL || out->len > LONGEST_TEXT)
        return NULL;
      g_string_append (out, i > 0 ? separator : "");
      g_string_append (out, text);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Appends an argument as `str()` would write it. Returns FALSE if it is not known. */
static gboolean
append_argument (GString *out, const TroupePythonValue *argument)
{
  const char *text = argument != NULL ? troupe_python_value_get_text (argument) : NULL;
  g_autofree char *json = NULL;

  if (text != NULL)
    {
      g_string_append (out, text);
      return TRUE;
    }
  if (argument == NULL || argument->type != TROUPE_PYTHON_VALUE_CONSTANT ||
      (json_node_get_value_type (argument->constant) != G_TYPE_INT64))
    return FALSE;
  json = json_to_string (argument->constant, FALSE);
  g_string_append (out, json);
  return TRUE;
}

/* Fills a placeholder of `format()`. A named one whose value is not known stays, because the inputs of
 * a crew fill it. Returns FALSE if the result cannot be known. */
static gboolean
fill_placeholder (GString *out,
                  const char *name,
                  const TroupePythonValue *arguments,
                  guint *n_used,
                  gboolean *is_kept)
{
  guint64 index = *n_used;

  if (*name != '\0' && !g_ascii_isdigit (*name))
    {
      if (strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_") < strlen (name))
        return FALSE;
      if (append_argument (out, troupe_python_value_get (arguments, name)))
        return TRUE;
      g_string_append_printf (out, "{%s}", name);
      *is_kept = TRUE;
      return TRUE;
    }
  if (*name == '\0')
    (*n_used)++;
  else if (!g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT, &index, NULL))
    return FALSE;
  return index < arguments->items->len && append_argument (out, arguments->items->pdata[index]);
}

/* Returns the text with its placeholders filled, as by `format()`. @is_kept: (out): whether some
 * stay. (transfer full) (nullable): NULL if it cannot be known */
static char *
format_text (const char *text, const TroupePythonValue *arguments, gboolean *is_kept)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n_used = 0;

  *is_kept = FALSE;
  for (const char *at = text; *at != '\0'; at++)
    {
      const char *end = *at == '{' ? strchr (at, '}') : NULL;
      g_autofree char *name = NULL;

      if (out->len > LONGEST_TEXT)
        return NULL;
      if (*at != '{' && *at != '}')
        {
          g_string_append_c (out, *at);
          continue;
        }
      if (at[1] == *at)
        {
          g_string_append_c (out, *at++);
          continue;
        }
      if (end == NULL)
        return NULL;
      name = g_strndup (at + 1, (gsize) (end - at - 1));
      if (!fill_placeholder (out, name, arguments, &n_used, is_kept))
        return NULL;
      at = end;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
replace_text (const char *text, const TroupePythonValue *arguments)
{
  const char *before = get_first_text (arguments);
  const char *after =
      arguments->items->len == 2 ? troupe_python_value_get_text (arguments->items->pdata[1]) : NULL;
  g_autoptr (GString) out = g_string_new (text);

  if (before == NULL || after == NULL || *before == '\0' ||
      strlen (after) * strlen (text) > LONGEST_TEXT)
    return NULL;
  g_string_replace (out, before, after, 0);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static TroupePythonValue *
call_on_text (TroupePythonProgram *self,
              TroupePythonValue *owner,
              const char *name,
              TroupePythonValue *arguments)
{
  const char *text = troupe_python_value_get_text (owner);
  g_autofree char *result = NULL;
  gboolean is_kept = FALSE;
  TroupePythonValue *value;

  if (g_str_equal (name, "strip") && arguments->items->len == 0)
    result = g_strstrip (g_strdup (text));
  else if (g_str_equal (name, "lower"))
    result = g_utf8_strdown (text, -1);
  else if (g_str_equal (name, "upper"))
    result = g_utf8_strup (text, -1);
  else if (g_str_equal (name, "resolve") || g_str_equal (name, "absolute"))
    return owner;
  else if (g_str_equal (name, "join") && get_first (arguments) != NULL)
    result = join_texts (text, get_first (arguments));
  else if (g_str_equal (name, "format"))
    result = format_text (text, arguments, &is_kept);
  else if (g_str_equal (name, "replace"))
    result = replace_text (text, arguments);
  else if (g_str_equal (name, "joinpath"))
    {
      g_ptr_array_insert (arguments->items, 0, owner);
      return join_path (self, arguments);
    }
  if (result == NULL)
    return NULL;
  value = troupe_python_value_new_text (self, result);
  value->why = g_strdup (owner->why);
  if (is_kept && value->why == NULL)
    value->why = g_strdup (_ ("Python code fills the placeholders of this text. The import keeps "
                              "them: they are inputs of the crew."));
  return value;
}

/* Returns the entries of a dict as a list of pairs, or of its keys or values. */
static TroupePythonValue *
list_members (TroupePythonProgram *self, TroupePythonValue *owner, const char *name)
{
  TroupePythonValue *list = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_LIST);

  for (guint i = 0; i < owner->keys->len; i++)
    {
      TroupePythonValue *key = troupe_python_value_new_text (self, owner->keys->pdata[i]);
      TroupePythonValue *pair;

      if (g_str_equal (name, "keys"))
        g_ptr_array_add (list->items, key);
      else if (g_str_equal (name, "values"))
        g_ptr_array_add (list->items, owner->values->pdata[i]);
      else
        {
          pair = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_LIST);
          g_ptr_array_add (pair->items, key);
          g_ptr_array_add (pair->items, owner->values->pdata[i]);
          g_ptr_array_add (list->items, pair);
        }
    }
  return list;
}

static TroupePythonValue *
call_on_map (TroupePythonProgram *self,
             TroupePythonValue *owner,
             const char *name,
             TroupePythonValue *arguments)
{
  TroupePythonValue *first = get_first (arguments), *value = NULL;
  const char *key = get_first_text (arguments);

  if (g_str_equal (name, "copy"))
    return troupe_python_value_copy (self, owner);
  if (g_str_equal (name, "keys") || g_str_equal (name, "values") || g_str_equal (name, "items"))
    return list_members (self, owner, name);
  if (g_str_equal (name, "update") && first != NULL && first->type == TROUPE_PYTHON_VALUE_MAP)
    {
      for (guint i = 0; i < first->keys->len; i++)
        troupe_python_value_set (owner, first->keys->pdata[i], first->values->pdata[i]);
      return troupe_python_value_new_constant (self, troupe_json_node_new_null ());
    }
  if (!g_str_equal (name, "get") || key == NULL)
    return NULL;
  value = troupe_python_value_get (owner, key);
  if (value == NULL && arguments->items->len > 1)
    value = arguments->items->pdata[1];
  return value != NULL ? value
                       : troupe_python_value_new_constant (self, troupe_json_node_new_null ());
}

TroupePythonValue *
troupe_python_call_on_value (TroupePythonProgram *self,
                             TroupePythonValue *owner,
                             const char *name,
                             TroupePythonValue *arguments)
{
  if (owner->type == TROUPE_PYTHON_VALUE_LIST)
    {
      TroupePythonValue *first = get_first (arguments);

      if (g_str_equal (name, "copy"))
        return troupe_python_value_copy (self, owner);
      if (g_str_equal (name, "append") && first != NULL)
        g_ptr_array_add (owner->items, first);
      else if (g_str_equal (name, "insert") && arguments->items->len == 2)
        {
          TroupePythonValue *value = arguments->items->pdata[1];
          gint64 index =
              first->type == TROUPE_PYTHON_VALUE_CONSTANT && JSON_NODE_HOLDS_VALUE (first->constant)
                  ? json_node_get_int (first->constant)
                  : 0;

          index += index < 0 ? (gint64) owner->items->len : 0;
          g_ptr_array_insert (owner->items, (int) CLAMP (index, 0, (gint64) owner->items->len),
                              value);
        }
      else if (g_str_equal (name, "extend") && first != NULL)
        {
          /* What is unknown stays in the list, so that it is reported. */
          if (first->type != TROUPE_PYTHON_VALUE_LIST ||
              !troupe_python_value_append_all (self, owner, first))
            g_ptr_array_add (owner->items, first);
        }
      else
        return NULL;
      return troupe_python_value_new_constant (self, troupe_json_node_new_null ());
    }
  if (owner->type == TROUPE_PYTHON_VALUE_MAP)
    return call_on_map (self, owner, name, arguments);
  return troupe_python_value_get_text (owner) != NULL ? call_on_text (self, owner, name, arguments)
                                                      : NULL;
}
