/* troupe-rights-python.c: what Python a flow would run, and whether a person agreed to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rights-python"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-rights-private.h"

/* How much of a script is shown to a person who is asked. */
#define SHOWN_LINES 4
#define SHOWN_LETTERS 100

static const struct
{
  TroupePythonPermissions permission;
  const char *word;
} words[] = {
  { TROUPE_PYTHON_PERMIT_SCRIPT, "script" }, { TROUPE_PYTHON_PERMIT_CODE, "code" },
  { TROUPE_PYTHON_PERMIT_TOOL, "tool" },     { TROUPE_PYTHON_PERMIT_NETWORK, "network" },
  { TROUPE_PYTHON_PERMIT_WRITE, "write" },   { TROUPE_PYTHON_PERMIT_UNCONFINED, "unconfined" },
};

/**
 * troupe_rights_get_python_kind:
 *
 * Returns: the permission that @action itself needs, without its steps;
 *   %TROUPE_PYTHON_PERMIT_NOTHING where it is no Python. A tool without a class is one of CrewAI's
 *   application actions
 */
TroupePythonPermissions
troupe_rights_get_python_kind (const TroupeFlowAction *action)
{
  g_return_val_if_fail (action != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  switch ((int) action->type)
    {
    case TROUPE_ACTION_SCRIPT:
      return TROUPE_PYTHON_PERMIT_SCRIPT;

    case TROUPE_ACTION_CODE:
      return TROUPE_PYTHON_PERMIT_CODE;

    case TROUPE_ACTION_TOOL:
      return action->reference != NULL && strchr (action->reference, ':') != NULL
                 ? TROUPE_PYTHON_PERMIT_TOOL
                 : TROUPE_PYTHON_PERMIT_NOTHING;

    default:
      return TROUPE_PYTHON_PERMIT_NOTHING;
    }
}

/* Whether the flow has any action that is Python. */
gboolean
troupe_rights_have_python (TroupeFlow *flow)
{
  g_return_val_if_fail (flow != NULL, FALSE);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowAction *action = troupe_flow_get_method (flow, i)->action;

      if (troupe_rights_get_python_kind (action) != TROUPE_PYTHON_PERMIT_NOTHING)
        return TRUE;
      for (guint k = 0; k < action->n_steps; k++)
        if (troupe_rights_get_python_kind (action->steps[k].action) != TROUPE_PYTHON_PERMIT_NOTHING)
          return TRUE;
    }
  return FALSE;
}

const char *
troupe_rights_get_python_word (TroupePythonPermissions permission)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].permission == permission)
      return words[i].word;
  return NULL;
}

/* --- What a flow would run ------------------------------------------------------------------- */

static void
add_entry (GPtrArray *entries,
           const TroupeFlowAction *action,
           const char *method,
           const TroupeFlowStep *step,
           guint step_index)
{
  TroupePythonPermissions kind = troupe_rights_get_python_kind (action);
  g_autofree char *path = NULL;
  TroupeMapBuilder builder;

  if (kind == TROUPE_PYTHON_PERMIT_NOTHING)
    return;
  path = step != NULL ? g_strdup_printf ("methods.%s.do.do[%u].action", method, step_index)
                      : g_strdup_printf ("methods.%s.do", method);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind",
                          troupe_value_new_string (troupe_rights_get_python_word (kind), -1));
  troupe_map_builder_add (&builder, "method", troupe_value_new_string (method, -1));
  troupe_map_builder_add (&builder, "step",
                          step != NULL ? troupe_value_new_string (step->name, -1)
                                       : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "path", troupe_value_new_string (path, -1));
  troupe_map_builder_add (
      &builder, "text",
      troupe_value_new_string (action->code != NULL ? action->code : action->reference, -1));
  g_ptr_array_add (entries, troupe_map_builder_end (&builder));
}

/* A class for the state is imported where code is permitted, and is not needed else. */
static void
add_state (GPtrArray *entries, TroupeFlow *flow)
{
  const char *reference = troupe_flow_get_state_reference (flow);
  TroupeMapBuilder builder;

  if (reference == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string ("class", -1));
  troupe_map_builder_add (&builder, "method", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "step", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "path", troupe_value_new_string ("state.ref", -1));
  troupe_map_builder_add (&builder, "text", troupe_value_new_string (reference, -1));
  g_ptr_array_add (entries, troupe_map_builder_end (&builder));
}

/* The list under `python` of what troupe_rights_explain() gives. (transfer full) */
TroupeValue *
_troupe_rights_list_python (TroupeFlow *flow)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();

  add_state (entries, flow);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      add_entry (entries, method->action, method->name, NULL, 0);
      for (guint k = 0; k < method->action->n_steps; k++)
        add_entry (entries, method->action->steps[k].action, method->name,
                   &method->action->steps[k], k);
    }
  return troupe_value_new_list ((TroupeValue **) entries->pdata, entries->len);
}

static TroupeValue *
get_entries (TroupeValue *explained)
{
  TroupeValue *list = troupe_value_map_lookup_string (explained, "python", -1);

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) ? list : NULL;
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

static TroupePythonPermissions
read_word (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (words[i].word, word) == 0)
      return words[i].permission;
  return TROUPE_PYTHON_PERMIT_NOTHING;
}

/**
 * troupe_rights_get_python:
 * @explained: of troupe_rights_explain()
 *
 * Returns: the permissions without which the flow's Python does not run. Where there is any, the network
 *   and writing in the document's folder are among them: what code does with either cannot be read from a
 *   document, so a person agrees to both with the code
 */
TroupePythonPermissions
troupe_rights_get_python (TroupeValue *explained)
{
  TroupePythonPermissions needed = TROUPE_PYTHON_PERMIT_NOTHING;
  TroupeValue *entries = NULL;

  g_return_val_if_fail (explained != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  entries = get_entries (explained);
  for (gsize i = 0; entries != NULL && i < troupe_value_list_get_length (entries); i++)
    needed |= read_word (get_text (troupe_value_list_get (entries, i), "kind"));
  if (needed != TROUPE_PYTHON_PERMIT_NOTHING)
    needed |= TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_WRITE;
  /* To run without a sandbox is agreed to by itself: who agreed to one has not agreed to none. */
  if (needed != TROUPE_PYTHON_PERMIT_NOTHING && !troupe_python_has_sandbox ())
    needed |= TROUPE_PYTHON_PERMIT_UNCONFINED;
  return needed;
}

/* --- For a person ---------------------------------------------------------------------------- */

/* One line of it, cut where it is long. */
static void
append_line (GString *out, const char *line)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) <= SHOWN_LETTERS)
    {
      g_string_append_printf (out, "    %s\n", line);
      return;
    }
  start = g_utf8_substring (line, 0, SHOWN_LETTERS);
  g_string_append_printf (out, "    %s…\n", start);
}

/* The first lines that say something. */
static void
append_source (GString *out, const char *source)
{
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  guint n_shown = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_strchomp (lines[i]);
      if (*lines[i] == '\0')
        continue;
      if (n_shown++ == SHOWN_LINES)
        {
          g_string_append (out, "    …\n");
          return;
        }
      append_line (out, lines[i]);
    }
}

static guint
count_lines (const char *source)
{
  guint n_lines = *source != '\0' ? 1 : 0;

  for (; *source != '\0'; source++)
    n_lines += source[0] == '\n' && source[1] != '\0' ? 1 : 0;
  return n_lines;
}

static void
append_entry (GString *out, TroupeValue *entry)
{
  const char *kind = get_text (entry, "kind");
  const char *text = get_text (entry, "text");
  const char *method = get_text (entry, "method");
  const char *step = get_text (entry, "step");
  g_autofree char *owner = step != NULL ? g_strdup_printf (_ ("“%s”, step “%s”"), method, step)
                                        /* Translators: the name of a method */
                                        : g_strdup_printf (C_ ("a method", "“%s”"), method);

  if (g_strcmp0 (kind, "class") == 0)
    /* Translators: a Python class */
    g_string_append_printf (out, _ ("  the class %s, for the state, where code is permitted\n"),
                            text);
  else if (g_strcmp0 (kind, "script") == 0)
    {
      guint n_lines = count_lines (text);

      g_string_append_printf (out,
                              /* Translators: how long a script is, and the method that has it */
                              ngettext ("  %u line of Python in %s:\n",
                                        "  %u lines of Python in %s:\n", n_lines),
                              n_lines, owner);
      append_source (out, text);
    }
  else if (g_strcmp0 (kind, "tool") == 0)
    /* Translators: a Python class, and the method that uses it */
    g_string_append_printf (out, _ ("  the tool %s, for %s\n"), text, owner);
  else
    /* Translators: a Python function, and the method that calls it */
    g_string_append_printf (out, _ ("  the function %s, for %s\n"), text, owner);
}

/**
 * troupe_rights_describe_python:
 * @explained: of troupe_rights_explain()
 *
 * Returns: (transfer full) (nullable): what Python would be run, and what it can reach, in lines for
 *   a person; %NULL where there is none
 */
char *
troupe_rights_describe_python (TroupeValue *explained)
{
  TroupeValue *entries = NULL;
  GString *out = NULL;

  g_return_val_if_fail (explained != NULL, NULL);

  entries = get_entries (explained);
  if (entries == NULL || troupe_value_list_get_length (entries) == 0)
    return NULL;
  out = g_string_new (_ ("Runs Python code:\n"));
  for (gsize i = 0; i < troupe_value_list_get_length (entries); i++)
    append_entry (out, troupe_value_list_get (entries, i));
  g_string_append (
      out,
      troupe_python_has_sandbox ()
          ? _ ("It runs in a sandbox without your home folder. It can use the network, and "
               "read and write in the folder of the document.\n")
          : _ ("There is no sandbox, as bubblewrap is not installed or does not work here: it "
               "can do all that you can do.\n"));
  return g_string_free (out, FALSE);
}

/* --- Consent --------------------------------------------------------------------------------- */

/* What a line of the file grants to @digest: `DIGEST WORD WORD …`. */
static TroupePythonPermissions
read_grant (const char *line, const char *digest)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", -1);
  TroupePythonPermissions granted = TROUPE_PYTHON_PERMIT_NOTHING;

  if (parts[0] == NULL || !g_str_equal (parts[0], digest))
    return granted;
  for (guint i = 1; parts[i] != NULL; i++)
    granted |= read_word (parts[i]);
  return granted;
}

/**
 * troupe_rights_get_granted_python:
 * @folder: the data folder
 * @digest: of troupe_flow_get_digest()
 *
 * Returns: what Python a person agreed to for this very content
 */
TroupePythonPermissions
troupe_rights_get_granted_python (const char *folder, const char *digest)
{
  TroupePythonPermissions granted = TROUPE_PYTHON_PERMIT_NOTHING;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (folder != NULL && digest != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  text = _troupe_rights_read_consents (folder);
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    granted |= read_grant (lines[i], digest);
  return granted;
}

/**
 * troupe_rights_grant_python:
 *
 * Keeps that a person agreed to @permissions for this content, besides what was granted before.
 *
 * Returns: %FALSE with %G_IO_ERROR where it cannot be kept
 */
gboolean
troupe_rights_grant_python (const char *folder,
                            const char *digest,
                            TroupePythonPermissions permissions,
                            GError **error)
{
  g_autoptr (GString) line = NULL;

  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  if ((permissions & ~troupe_rights_get_granted_python (folder, digest)) == 0)
    return TRUE;
  line = g_string_new (digest);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((permissions & words[i].permission) != 0)
      g_string_append_printf (line, " %s", words[i].word);
  return _troupe_rights_add_consent (folder, line->str, error);
}
