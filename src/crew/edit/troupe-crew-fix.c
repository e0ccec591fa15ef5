/* troupe-crew-fix.c: applies the fix that a problem offers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-fix"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "troupe-crew-change.h"
#include "troupe-crew-document.h"
#include "troupe-crew-edit.h"
#include "troupe-tree.h"

typedef struct
{
  TroupeCrewChange *change;
  const TroupeProblem *problem;
  char **keys; /* (nullable): path of the problem */
} Fix;

/* Applies a fix to the change. Returns FALSE if the document no longer matches the problem.
 * @argument: the text after the colon */
typedef gboolean (*FixFunc) (const Fix *self, const char *argument);

static gboolean
has_place (const Fix *self)
{
  return self->keys != NULL && self->keys[0] != NULL &&
         troupe_crew_view_get (&self->change->view, (const char *const *) self->keys) != NULL;
}

static gboolean
remove_key (const Fix *self, const char *argument)
{
  if (!has_place (self))
    return FALSE;
  troupe_crew_change_set_at (self->change, (const char *const *) self->keys, NULL);
  return TRUE;
}

static gboolean
rename_key (const Fix *self, const char *argument)
{
  if (!has_place (self))
    return FALSE;
  troupe_crew_change_rename_key (self->change, (const char *const *) self->keys, argument);
  return TRUE;
}

static gboolean
set_value (const Fix *self, const char *argument)
{
  g_autoptr (JsonNode) value =
      troupe_json_read (argument, strlen (argument), TROUPE_JSON_STRICT, NULL, NULL);

  if (self->keys == NULL || self->keys[0] == NULL || value == NULL)
    return FALSE;
  troupe_crew_change_set_at (self->change, (const char *const *) self->keys, value);
  return TRUE;
}

/* Applies `START:END:TEXT`, which replaces the byte range of the string at the path. */
static gboolean
replace_text (const Fix *self, const char *argument)
{
  g_auto (GStrv) parts = g_strsplit (argument, ":", 3);
  const char *text = has_place (self) ? troupe_tree_get_text (troupe_crew_view_get (
                                            &self->change->view, (const char *const *) self->keys))
                                      : NULL;
  g_autofree char *whole = NULL, *head = NULL;
  g_autoptr (JsonNode) value = NULL;
  guint64 start, end;

  if (text == NULL || g_strv_length (parts) != 3 ||
      !g_ascii_string_to_unsigned (parts[1], 10, 0, strlen (text), &end, NULL) ||
      !g_ascii_string_to_unsigned (parts[0], 10, 0, end, &start, NULL))
    return FALSE;
  head = g_strndup (text, start);
  whole = g_strconcat (head, parts[2], text + end, NULL);
  if (!g_utf8_validate (whole, -1, NULL))
    return FALSE;
  value = troupe_json_node_new_string (whole);
  troupe_crew_change_set_at (self->change, (const char *const *) self->keys, value);
  return TRUE;
}

/* Adds the file of a listed agent, or a new agent with a name that a task refers to. */
static gboolean
add_agent (const Fix *self, const char *argument)
{
  gboolean is_listed = troupe_crew_view_has_agent (&self->change->view, argument);
  g_autofree char *mistake =
      is_listed ? NULL : troupe_crew_change_describe_bad_name (self->change, argument);

  if (mistake != NULL || troupe_crew_view_get_agent (&self->change->view, argument) != NULL ||
      !troupe_crew_is_file_name (argument))
    return FALSE;
  troupe_crew_change_add_new_agent (self->change, argument);
  return TRUE;
}

/* `INDEX:NAME` */
static gboolean
assign_agent (const Fix *self, const char *argument)
{
  const char *name = strchr (argument, ':');
  g_autoptr (JsonNode) text = NULL;
  guint index;

  if (name == NULL || sscanf (argument, "%u", &index) != 1 ||
      troupe_crew_view_get_task (&self->change->view, index) == NULL ||
      !troupe_crew_view_has_agent (&self->change->view, name + 1))
    return FALSE;
  text = troupe_json_node_new_string (name + 1);
  troupe_crew_change_set_in_task (self->change, index, "agent", text);
  return TRUE;
}

static gboolean
set_model (const Fix *self, const char *argument)
{
  troupe_crew_change_set_text (self->change, argument, "manager_llm", NULL);
  return TRUE;
}

static gboolean
unlist_agent (const Fix *self, const char *argument)
{
  if (!troupe_crew_view_is_listed (&self->change->view, argument))
    return FALSE;
  troupe_crew_change_set_listed (self->change, argument, FALSE);
  return TRUE;
}

/* Gets the index of the task that the problem is about. */
static gboolean
get_task (const Fix *self, guint *index)
{
  guint64 number;

  if (self->keys == NULL || g_strcmp0 (self->keys[0], "tasks") != 0 || self->keys[1] == NULL ||
      !g_ascii_string_to_unsigned (self->keys[1], 10, 0, G_MAXUINT, &number, NULL))
    return FALSE;
  *index = (guint) number;
  return troupe_crew_view_get_task (&self->change->view, *index) != NULL;
}

static gboolean
make_conditional (const Fix *self, const char *argument)
{
  g_autoptr (JsonNode) type = troupe_json_node_new_string ("ConditionalTask");
  guint index;

  if (!get_task (self, &index))
    return FALSE;
  troupe_crew_change_set_in_task (self->change, index, "type", type);
  return TRUE;
}

static gboolean
make_unconditional (const Fix *self, const char *argument)
{
  static const char *const keys[] = { "type", "condition" };
  guint index;

  if (!get_task (self, &index))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (troupe_tree_get_member (troupe_crew_view_get_task (&self->change->view, index), keys[i]) !=
        NULL)
      troupe_crew_change_set_in_task (self->change, index, keys[i], NULL);
  return TRUE;
}

/* Names that end with a colon take an argument. */
static const struct
{
  const char *word;
  FixFunc func;
} fixes[] = {
  { "remove-key", remove_key },
  { "rename-key:", rename_key },
  { "set-value:", set_value },
  { "replace:", replace_text },
  { "add-agent:", add_agent },
  { "assign-agent:", assign_agent },
  { "manager-model:", set_model },
  { "unlist-agent:", unlist_agent },
  { "make-conditional", make_conditional },
  { "make-unconditional", make_unconditional },
};

static gboolean
fix (const Fix *self)
{
  const char *action = self->problem->fix_action != NULL ? self->problem->fix_action : "";

  for (guint i = 0; i < G_N_ELEMENTS (fixes); i++)
    {
      const gsize length = strlen (fixes[i].word);
      gboolean has_argument = fixes[i].word[length - 1] == ':';

      if (has_argument ? g_str_has_prefix (action, fixes[i].word)
                       : g_str_equal (action, fixes[i].word))
        return fixes[i].func (self, action + length);
    }
  return FALSE;
}

gboolean
troupe_crew_edit_apply_fix (TroupeCrewSubject *subject,
                            const TroupeProblem *problem,
                            GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_auto (GStrv) keys = NULL;
  Fix self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  troupe_crew_change_init (&change, subject);
  keys = troupe_crew_subject_split_path (subject, problem->path);
  self = (Fix){ &change, problem, keys };
  if (change.has_failed || !fix (&self))
    return troupe_crew_refuse (error, _ ("The document has changed: this fix no longer applies."));
  return troupe_crew_change_commit (
      &change, problem->fix_label != NULL ? problem->fix_label : _ ("Fix"), error);
}
