/* troupe-crew-inspector.c: what is selected on a crew's canvas, to be read and changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-inspector"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-facts.h"
#include "troupe-crew-id.h"
#include "troupe-crew-inspector.h"
#include "troupe-json-check.h"
#include "troupe-text-field.h"

struct _TroupeCrewInspector
{
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkLabel *subtitle;
  AdwEntryRow *name;
  TroupeTextField *json;

  TroupeCrewSubject *subject;
  char *id; /* (nullable): NULL is the crew */
  gboolean is_writing;
};

enum
{
  MESSAGE,
  SELECT_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewInspector, troupe_crew_inspector, GTK_TYPE_WIDGET)

/* Tasks and agents have cards of their own. */
static gboolean
is_left_out (const char *key)
{
  return g_str_equal (key, "tasks") || g_str_equal (key, "agents");
}

/* (transfer full) (nullable) */
static JsonNode *
get_node (TroupeCrewInspector *self)
{
  g_auto (GStrv) path = troupe_crew_id_make_path (self->id);
  JsonNode *root = troupe_crew_subject_get_root (self->subject);
  JsonNode *node;
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (path[0] != NULL)
    {
      node = troupe_crew_subject_get_value (self->subject, (const char *const *) path);
      return node != NULL ? json_node_ref (node) : NULL;
    }
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, json_object_new ());
  json_object_iter_init_ordered (&iter, json_node_get_object (root));
  while (json_object_iter_next_ordered (&iter, &key, &value))
    if (!is_left_out (key))
      json_object_set_member (json_node_get_object (node), key, json_node_ref (value));
  json_node_seal (node);
  return node;
}

static void
report (TroupeCrewInspector *self, const GError *error)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (error != NULL)
    g_signal_emit (self, signals[MESSAGE], 0, error->message);
}

/* --- JSON --------------------------------------------------------------------------------------- */

/* Each member that differs; those that are gone go away. */
static void
write_crew (TroupeCrewInspector *self, JsonNode *node, JsonNode *old)
{
  JsonObject *now = json_node_get_object (node);
  JsonObject *was = json_node_get_object (old);
  g_autoptr (GList) names = json_object_get_members (now);
  g_autoptr (GList) old_names = json_object_get_members (was);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  troupe_crew_subject_begin_edit (self->subject, _ ("Edit JSON"));
  for (GList *l = old_names; l != NULL && error == NULL; l = l->next)
    if (!json_object_has_member (now, l->data))
      troupe_crew_subject_set (self->subject, (const char *const[]){ l->data, NULL }, NULL,
                               _ ("Edit JSON"), "json.crew", &error);
  for (GList *l = names; l != NULL && error == NULL; l = l->next)
    {
      JsonNode *value = json_object_get_member (now, l->data);
      JsonNode *present = json_object_get_member (was, l->data);

      if (!is_left_out (l->data) && (present == NULL || !troupe_json_node_equal (present, value)))
        troupe_crew_subject_set (self->subject, (const char *const[]){ l->data, NULL }, value,
                                 _ ("Edit JSON"), "json.crew", &error);
    }
  troupe_crew_subject_end_edit (self->subject);
  report (self, error);
}

static void
json_edited_cb (TroupeCrewInspector *self)
{
  g_auto (GStrv) path = troupe_crew_id_make_path (self->id);
  g_autofree char *text = troupe_text_field_get_text (self->json);
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) node = troupe_json_check (text, &message);
  g_autoptr (JsonNode) present = get_node (self);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    message = g_strdup (_ ("Expected an object in braces."));
  troupe_text_field_set_message (self->json, message, TRUE);
  if (message != NULL || node == NULL || present == NULL || troupe_json_node_equal (node, present))
    return;

  self->is_writing = TRUE;
  if (path[0] == NULL)
    {
      write_crew (self, node, present);
    }
  else
    {
      g_autofree char *key = g_strconcat ("json.", self->id, NULL);

      if (!troupe_crew_subject_set (self->subject, (const char *const *) path, node,
                                    _ ("Edit JSON"), key, &error))
        report (self, error);
    }
  self->is_writing = FALSE;
}

/* --- The name ------------------------------------------------------------------------------------ */

static const char *
get_name (TroupeCrewInspector *self)
{
  const char *agent = troupe_crew_id_get_agent (self->id);
  guint task = 0;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (agent != NULL)
    return agent;
  if (troupe_crew_id_is_task (self->id, &task))
    return troupe_crew_fact_get_text (troupe_crew_subject_get_task (self->subject, task), "name");
  return troupe_crew_fact_get_text (troupe_crew_subject_get_root (self->subject), "name");
}

static void
rename_crew (TroupeCrewInspector *self, const char *name, GError **error)
{
  static const char *const path[] = { "name", NULL };
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_VALUE);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  json_node_set_string (node, name);
  json_node_seal (node);
  troupe_crew_subject_set (self->subject, path, node, _ ("Rename"), NULL, error);
}

void
troupe_crew_inspector_commit (TroupeCrewInspector *self)
{
  g_autofree char *agent = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  guint task = 0;

  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name)));
  if (g_strcmp0 (text, get_name (self)) == 0 || (*text == '\0' && get_name (self) == NULL) ||
      !gtk_widget_get_visible (GTK_WIDGET (self->name)))
    return;
  agent = g_strdup (troupe_crew_id_get_agent (self->id));
  if (agent != NULL)
    {
      if (troupe_crew_edit_rename_agent (self->subject, agent, text, &error))
        {
          g_autofree char *id = troupe_crew_id_make_agent (text);

          g_signal_emit (self, signals[SELECT_REQUESTED], 0, id);
        }
    }
  else if (troupe_crew_id_is_task (self->id, &task))
    troupe_crew_edit_rename_task (self->subject, task, text, &error);
  else
    rename_crew (self, text, &error);
  if (error == NULL)
    return;
  report (self, error);
  gtk_editable_set_text (GTK_EDITABLE (self->name), get_name (self) != NULL ? get_name (self) : "");
}

/* --- Showing ------------------------------------------------------------------------------------- */

static void
show_head (TroupeCrewInspector *self)
{
  const char *agent = troupe_crew_id_get_agent (self->id);
  guint task = 0;
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (agent != NULL)
    {
      g_autofree char *manager = troupe_crew_subject_dup_manager (self->subject);

      title = troupe_crew_facts_dup_role (self->subject, agent);
      subtitle = g_strdup (g_strcmp0 (agent, manager) == 0 ? _ ("Manager") : _ ("Agent"));
    }
  else if (troupe_crew_id_is_task (self->id, &task))
    {
      title = troupe_crew_subject_dup_task_title (self->subject, task);
      subtitle = g_strdup_printf (_ ("Task %u of %u"), task + 1,
                                  troupe_crew_subject_get_n_tasks (self->subject));
    }
  else
    {
      title = troupe_crew_fact_dup_line (troupe_crew_subject_get_root (self->subject), "name");
      subtitle = g_strdup (_ ("Crew"));
    }
  gtk_label_set_label (self->title, title != NULL ? title : _ ("Crew"));
  gtk_label_set_label (self->subtitle, subtitle);
}

void
troupe_crew_inspector_refresh (TroupeCrewInspector *self)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;
  const char *name;

  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  show_head (self);
  name = get_name (self);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name != NULL ? name : "");
  gtk_widget_set_visible (GTK_WIDGET (self->name),
                          g_strcmp0 (self->id, TROUPE_CREW_ID_MANAGER) != 0);
  if (self->is_writing)
    return;
  node = get_node (self);
  text = node != NULL ? troupe_json_write (node, NULL, NULL) : g_strdup ("");
  troupe_text_field_set_text (self->json, g_strchomp (text));
  troupe_text_field_set_message (self->json, NULL, FALSE);
}

void
troupe_crew_inspector_show (TroupeCrewInspector *self, const char *id)
{
  g_autofree char *copy = g_strdup (id);

  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  if (g_strcmp0 (self->id, copy) != 0)
    troupe_crew_inspector_commit (self);
  g_free (self->id);
  self->id = g_steal_pointer (&copy);
  troupe_crew_inspector_refresh (self);
}

void
troupe_crew_inspector_go_to (TroupeCrewInspector *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));
  g_return_if_fail (path != NULL);

  if (g_str_has_suffix (path, ".name"))
    gtk_widget_grab_focus (GTK_WIDGET (self->name));
  else
    gtk_widget_grab_focus (GTK_WIDGET (troupe_text_field_get_view (self->json)));
}

void
troupe_crew_inspector_set_json (TroupeCrewInspector *self, gboolean json)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  /* Both sides are seen at once. */
  if (json)
    gtk_widget_grab_focus (GTK_WIDGET (troupe_text_field_get_view (self->json)));
}

/* --- The widget ---------------------------------------------------------------------------------- */

static gboolean
troupe_crew_inspector_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CREW_INSPECTOR (widget)->name));
}

static void
troupe_crew_inspector_dispose (GObject *object)
{
  TroupeCrewInspector *self = TROUPE_CREW_INSPECTOR (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->subject);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (troupe_crew_inspector_parent_class)->dispose (object);
}

static void
troupe_crew_inspector_class_init (TroupeCrewInspectorClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_crew_inspector_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = troupe_crew_inspector_grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SELECT_REQUESTED] = g_signal_new ("select-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static GtkWidget *
make_line (GtkLabel **label, const char *css_class)
{
  *label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (*label, 0);
  gtk_label_set_ellipsize (*label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (*label), css_class);
  return GTK_WIDGET (*label);
}

static void
troupe_crew_inspector_init (TroupeCrewInspector *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *widgets[3];

  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "inspector");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Inspector"), -1);
  gtk_box_append (GTK_BOX (head), make_line (&self->title, "heading"));
  gtk_box_append (GTK_BOX (head), make_line (&self->subtitle, "caption"));
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "dim-label");
  self->name = ADW_ENTRY_ROW (adw_entry_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->name), _ ("Name"));
  adw_entry_row_set_show_apply_button (self->name, TRUE);
  g_signal_connect_object (self->name, "apply", G_CALLBACK (troupe_crew_inspector_commit), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (self->name));
  self->json = TROUPE_TEXT_FIELD (troupe_text_field_new ("JSON", NULL, "json"));
  troupe_text_field_set_fills (self->json, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->json), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (troupe_text_field_get_view (self->json)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, "JSON", -1);
  g_signal_connect_object (self->json, "edited", G_CALLBACK (json_edited_cb), self,
                           G_CONNECT_SWAPPED);
  widgets[0] = head;
  widgets[1] = list;
  widgets[2] = GTK_WIDGET (self->json);
  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      gtk_widget_set_margin_start (widgets[i], 12);
      gtk_widget_set_margin_end (widgets[i], 12);
      gtk_widget_set_margin_top (widgets[i], i == 0 ? 10 : 6);
      gtk_widget_set_margin_bottom (widgets[i], 6);
      gtk_widget_set_parent (widgets[i], GTK_WIDGET (self));
    }
}

GtkWidget *
troupe_crew_inspector_new (TroupeCrewSubject *subject)
{
  TroupeCrewInspector *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_INSPECTOR, NULL);
  self->subject = g_object_ref (subject);
  troupe_crew_inspector_refresh (self);

  return GTK_WIDGET (self);
}
