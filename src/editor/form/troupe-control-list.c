/* troupe-control-list.c: list of the breakpoints, pinned outputs and muted methods of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-control-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-control-list.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"
#include "troupe-form.h"
#include "troupe-sanitize-text.h"

/* Characters of a pinned output that its row shows. */
#define SHOWN_LENGTH 120

/* What a row shows. */
typedef enum
{
  THING_BREAKPOINT,
  THING_PIN,
  THING_MUTE,
} Thing;

struct _TroupeControlList
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  GtkWidget *box;
  GtkWidget *group; /* (nullable): if there is nothing to show */
  char *shown;      /* (nullable): what the rows show, as JSON */
};

G_DEFINE_FINAL_TYPE (TroupeControlList, troupe_control_list, GTK_TYPE_WIDGET)

/* The data of a row. */
typedef struct
{
  TroupeControlList *list; /* not owned: contains the row */
  Thing thing;
  const char *kind;
  char *name;
  char *target; /* (nullable): the method that listens to the event, or has the task */
} RowData;

static void
row_data_free (gpointer user_data, GClosure *closure)
{
  RowData *data = user_data;

  g_free (data->name);
  g_free (data->target);
  g_free (data);
}

static RowData *
row_data_new (TroupeControlList *list,
              Thing thing,
              const char *kind,
              const char *name,
              const char *target)
{
  RowData *data = g_new0 (RowData, 1);

  data->list = list;
  data->thing = thing;
  data->kind = g_intern_string (kind);
  data->name = g_strdup (name);
  data->target = g_strdup (target);
  return data;
}

/* --- Actions ---------------------------------------------------------------------------------- */

static void
activated_cb (RowData *data)
{
  const gboolean is_anywhere = data->target == NULL && g_strcmp0 (data->kind, "task") == 0;

  /* A task that is named without its method can be in several crews. */
  if (!is_anywhere)
    troupe_editor_context_request_method (data->list->context,
                                          data->target != NULL ? data->target : data->name);
}

static void
remove_cb (RowData *data)
{
  TroupeEditorContext *context = data->list->context;
  TroupeFlowDocument *document = troupe_editor_context_get_document (context);
  g_autofree char *name = g_strdup (data->name);
  const char *const names[] = { name, NULL };
  g_autoptr (GError) error = NULL;

  /* The change removes the row. */
  switch (data->thing)
    {
    case THING_PIN:
      troupe_flow_set_pin (document, name, NULL, &error);
      break;
    case THING_MUTE:
      troupe_flow_set_muted (document, names, FALSE, &error);
      break;
    case THING_BREAKPOINT:
    default:
      {
        g_autofree char *target = g_strdup (data->target);

        troupe_flow_set_breakpoint (document, data->kind, name, target, FALSE, NULL, &error);
      }
      break;
    }
  troupe_editor_context_report (context, error);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void
add_row (RowData *data, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *remove = troupe_icon_button_new ("user-trash-symbolic", _ ("Remove"));
  g_autofree char *name = troupe_text_to_line (data->name);
  g_autofree char *target = data->target != NULL ? troupe_text_to_line (data->target) : NULL;
  g_autofree char *title = target == NULL ? g_strdup (name)
                           : g_strcmp0 (data->kind, "task") == 0
                               ? g_strdup_printf ("%s / %s", target, name)
                               : g_strdup_printf ("%s → %s", name, target);
  g_autofree char *line = troupe_text_to_line (subtitle);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), line);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect_data (row, "activated", G_CALLBACK (activated_cb), data, row_data_free,
                         G_CONNECT_SWAPPED);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (remove_cb), data);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (data->list->group), row);
}

static void
ensure_group (TroupeControlList *self)
{
  g_assert (TROUPE_IS_CONTROL_LIST (self));

  if (self->group == NULL)
    self->group = GTK_WIDGET (troupe_form_add_group (self->box, _ ("Breakpoints, Pins and Mutes")));
}

/* Adds the row of a breakpoint, if the map is one. */
static void
add_breakpoint (TroupeControlList *self, TroupeValue *item)
{
  /* The kinds, and the members that name the methods of their places. */
  static const char *const kinds[][2] = { { "task", "method" },
                                          { "method", NULL },
                                          { "event", "target" } };
  const char *condition = troupe_value_get_member_text (item, "if");
  g_autofree char *text = condition != NULL ? g_strdup_printf (_ ("Breakpoint if %s"), condition)
                                            : g_strdup (_ ("Breakpoint"));

  g_assert (TROUPE_IS_CONTROL_LIST (self));

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *name = troupe_value_get_member_text (item, kinds[i][0]);
      const char *target =
          kinds[i][1] != NULL ? troupe_value_get_member_text (item, kinds[i][1]) : NULL;

      if (name == NULL)
        continue;
      ensure_group (self);
      add_row (row_data_new (self, THING_BREAKPOINT, kinds[i][0], name, target), text);
      return;
    }
}

/* Most changes of the document leave the rows as they are. */
static void
refresh (TroupeControlList *self)
{
  g_autoptr (TroupeValue) breakpoints =
      troupe_flow_get_breakpoints (troupe_editor_context_get_document (self->context));
  g_autoptr (TroupeValue) bypassed =
      troupe_flow_list_bypassed (troupe_editor_context_get_flow (self->context));
  g_autofree char *first =
      breakpoints != NULL ? troupe_value_to_json (breakpoints, TROUPE_JSON_COMPACT) : NULL;
  g_autofree char *second = troupe_value_to_json (bypassed, TROUPE_JSON_COMPACT);
  g_autofree char *shown = g_strconcat (second, first, NULL);

  g_assert (TROUPE_IS_CONTROL_LIST (self));

  if (g_strcmp0 (shown, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  if (self->group != NULL)
    gtk_box_remove (GTK_BOX (self->box), self->group);
  self->group = NULL;
  for (gsize i = 0; breakpoints != NULL && i < troupe_value_list_get_length (breakpoints); i++)
    {
      TroupeValue *item = troupe_value_list_get (breakpoints, i);

      if (troupe_value_is (item, TROUPE_VALUE_MAP))
        add_breakpoint (self, item);
    }
  for (gsize i = 0; i < troupe_value_list_get_length (bypassed); i++)
    {
      TroupeValue *item = troupe_value_list_get (bypassed, i);
      TroupeValue *output = troupe_value_get_member (item, "output");
      g_autofree char *json =
          output != NULL ? troupe_value_to_json (output, TROUPE_JSON_COMPACT) : NULL;
      g_autofree char *bypassed_shown =
          json != NULL ? troupe_text_shorten (json, SHOWN_LENGTH) : NULL;
      g_autofree char *text = bypassed_shown != NULL
                                  ? g_strdup_printf (_ ("Pinned output: %s"), bypassed_shown)
                                  : g_strdup (_ ("Muted"));

      ensure_group (self);
      add_row (row_data_new (self, output != NULL ? THING_PIN : THING_MUTE, "method",
                             troupe_value_get_member_text (item, "name"), NULL),
               text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->group != NULL);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_control_list_dispose (GObject *object)
{
  TroupeControlList *self = TROUPE_CONTROL_LIST (object);

  self->group = NULL;
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->context);
  G_OBJECT_CLASS (troupe_control_list_parent_class)->dispose (object);
}

static void
troupe_control_list_class_init (TroupeControlListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_control_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_control_list_init (TroupeControlList *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_control_list_new (TroupeEditorContext *context)
{
  TroupeControlList *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_CONTROL_LIST, NULL);
  self->context = g_object_ref (context);
  g_signal_connect_object (troupe_editor_context_get_document (context), "changed",
                           G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
