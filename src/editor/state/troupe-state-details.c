/* troupe-state-details.c: form for the description and the limits of a state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-details"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-form-focus.h"
#include "troupe-form.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"
#include "troupe-state-choices.h"
#include "troupe-state-details.h"
#include "troupe-text-list.h"

/* Maximum height of the rows in pixels, so that the table above remains visible. */
#define HIGHEST 190

struct _TroupeStateDetails
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  GtkWidget *box;
  GtkWidget *title;
  GtkWidget *users;
  GtkWidget *remove;
  GtkWidget *scroller;
  GtkWidget *rows; /* parent of the form */
  TroupeForm *form;
  TroupeStateField *field; /* (nullable) */
  TroupeFieldType type;
  gboolean is_filled;
};

enum
{
  REMOVE_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStateDetails, troupe_state_details, GTK_TYPE_WIDGET)

/* --- Building the rows ------------------------------------------------------------------------ */

static void
add_amount (TroupeStateDetails *self,
            GtkWidget *group,
            const char *title,
            const char *member,
            gboolean whole)
{
  g_auto (GStrv) path = troupe_state_field_make_path (self->field, member);

  g_assert (TROUPE_IS_STATE_DETAILS (self));

  troupe_form_add_amount (self->form, group, title, _ ("Change Limit"), (const char *const *) path,
                          whole, _ ("none"));
}

static void
add_text (TroupeStateDetails *self, GtkWidget *group, const char *title, const char *member)
{
  g_auto (GStrv) path = troupe_state_field_make_path (self->field, member);

  g_assert (TROUPE_IS_STATE_DETAILS (self));

  troupe_form_add_text (self->form, group, title, _ ("Change Field"), (const char *const *) path,
                        TROUPE_FORM_DEFAULT);
}

/* Adds the limits of the type that CrewAI enforces (doc/flow-semantics.md §5). */
static void
add_limits (TroupeStateDetails *self, GtkWidget *group)
{
  gboolean whole = self->type == TROUPE_STATE_TYPE_INTEGER;

  g_assert (TROUPE_IS_STATE_DETAILS (self));

  switch (self->type)
    {
    case TROUPE_STATE_TYPE_TEXT:
      {
        static const char *const values[] = { "",          "\"date\"", "\"date-time\"", "\"time\"",
                                              "\"email\"", "\"uri\"",  "\"uuid\"",      NULL };
        const char *const titles[] = { _ ("Any Text"),       _ ("Date"),
                                       _ ("Date and Time"),  _ ("Time"),
                                       _ ("E-mail Address"), _ ("URI"),
                                       _ ("UUID"),           NULL };
        g_auto (GStrv) path = troupe_state_field_make_path (self->field, "format");

        troupe_form_add_choice (self->form, group, _ ("Format"), _ ("Change Limit"),
                                (const char *const *) path, titles, values, NULL);
      }
      add_text (self, group, _ ("Pattern"), "pattern");
      add_amount (self, group, _ ("Minimum Length"), "minLength", TRUE);
      add_amount (self, group, _ ("Maximum Length"), "maxLength", TRUE);
      break;
    case TROUPE_STATE_TYPE_INTEGER:
    case TROUPE_STATE_TYPE_NUMBER:
      add_amount (self, group, _ ("Minimum"), "minimum", whole);
      add_amount (self, group, _ ("Maximum"), "maximum", whole);
      break;
    case TROUPE_STATE_TYPE_CHOICE:
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group),
                                 troupe_state_choices_new (self->context, self->field));
      break;
    case TROUPE_STATE_TYPE_BOOLEAN:
    case TROUPE_STATE_TYPE_LIST:
    case TROUPE_STATE_TYPE_TEXTS:
    case TROUPE_STATE_TYPE_OBJECTS:
    case TROUPE_STATE_TYPE_OBJECT:
    case TROUPE_STATE_TYPE_ANY:
    case TROUPE_STATE_TYPE_OTHER:
    default:
      break;
    }
}

/* --- Displaying a field ----------------------------------------------------------------------- */

static JsonNode *
get_root (TroupeStateDetails *self)
{
  return troupe_editor_context_get_root (self->context);
}

/* Returns TRUE if the field has a schema that can be edited, unlike a field of a plain value or
 * of a Python class. */
static gboolean
has_rows (TroupeStateDetails *self)
{
  return self->field != NULL && troupe_state_get_kind (get_root (self)) == TROUPE_STATE_KIND_SCHEMA;
}

void
troupe_state_details_refresh (TroupeStateDetails *self)
{
  TroupeStateKind kind;
  TroupeFieldType type;
  g_auto (GStrv) users = NULL;
  g_autoptr (GString) names = NULL;
  g_autofree char *title = NULL;
  g_autofree char *words = NULL;

  g_return_if_fail (TROUPE_IS_STATE_DETAILS (self));

  gtk_widget_set_visible (self->box, self->field != NULL);
  if (self->field == NULL)
    return;
  kind = troupe_state_get_kind (get_root (self));
  type = troupe_state_get_type (get_root (self), self->field);
  users = troupe_state_list_users (get_root (self), self->field);
  names = g_string_new (NULL);
  title = troupe_text_to_line (self->field->name);
  for (guint i = 0; users[i] != NULL; i++)
    troupe_text_list_append (names, users[i]);
  words = users[0] != NULL ? g_strdup_printf (_ ("used by %s"), names->str)
                           : g_strdup (_ ("not used by any expression"));
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->users), words);
  gtk_widget_set_tooltip_text (self->users, words);
  gtk_widget_set_visible (self->scroller, has_rows (self));
  gtk_widget_set_visible (self->remove,
                          kind == TROUPE_STATE_KIND_SCHEMA || kind == TROUPE_STATE_KIND_DICT);
  if (has_rows (self) && (!self->is_filled || type != self->type))
    {
      GtkWidget *child;
      GtkWidget *group;

      self->type = type;
      self->is_filled = TRUE;
      g_clear_object (&self->form);
      while ((child = gtk_widget_get_first_child (self->rows)) != NULL)
        gtk_box_remove (GTK_BOX (self->rows), child);
      if (self->field == NULL)
        return;
      self->form = troupe_form_new (TROUPE_FORM_TARGET (self->context));
      group = GTK_WIDGET (troupe_form_add_group (self->rows, NULL));
      add_text (self, group, _ ("Description"), "description");
      add_limits (self, group);
      troupe_form_refresh (self->form);
    }
  else if (self->form != NULL && has_rows (self))
    troupe_form_refresh (self->form);
}

void
troupe_state_details_show (TroupeStateDetails *self, const TroupeStateField *field)
{
  g_return_if_fail (TROUPE_IS_STATE_DETAILS (self));

  if (field != NULL && self->field != NULL && troupe_state_field_equal (field, self->field))
    return;
  troupe_state_details_commit (self);
  g_clear_pointer (&self->field, troupe_state_field_free);
  self->field = field != NULL ? troupe_state_field_copy (field) : NULL;
  self->is_filled = FALSE;
  troupe_state_details_refresh (self);
}

void
troupe_state_details_commit (TroupeStateDetails *self)
{
  g_return_if_fail (TROUPE_IS_STATE_DETAILS (self));

  if (self->form != NULL)
    troupe_form_commit (self->form);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
remove_cb (TroupeStateDetails *self)
{
  g_assert (TROUPE_IS_STATE_DETAILS (self));

  g_signal_emit (self, signals[REMOVE_REQUESTED], 0);
}

static gboolean
troupe_state_details_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (TROUPE_STATE_DETAILS (widget)->rows, GTK_DIR_TAB_FORWARD);
}

static void
troupe_state_details_dispose (GObject *object)
{
  TroupeStateDetails *self = TROUPE_STATE_DETAILS (object);

  g_clear_object (&self->form);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->field, troupe_state_field_free);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (troupe_state_details_parent_class)->dispose (object);
}

static void
troupe_state_details_class_init (TroupeStateDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_state_details_dispose;
  widget_class->grab_focus = troupe_state_details_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[REMOVE_REQUESTED] = g_signal_new ("remove-requested", TROUPE_TYPE_STATE_DETAILS,
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_state_details_init (TroupeStateDetails *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->title = gtk_label_new (NULL);
  self->users = gtk_label_new (NULL);
  self->remove = troupe_icon_button_new ("user-trash-symbolic", _ ("Remove Field"));
  gtk_widget_add_css_class (self->box, "state-details");
  gtk_widget_add_css_class (self->title, "heading");
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_set_hexpand (self->title, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->users), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->users, "dim-label");
  gtk_widget_add_css_class (self->users, "caption");
  g_signal_connect_object (self->remove, "clicked", G_CALLBACK (remove_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), self->title);
  gtk_box_append (GTK_BOX (head), self->users);
  gtk_box_append (GTK_BOX (head), self->remove);
  gtk_box_append (GTK_BOX (self->box), head);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), HIGHEST);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->rows);
  gtk_box_append (GTK_BOX (self->box), self->scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_hide (self->box);
}

GtkWidget *
troupe_state_details_new (TroupeEditorContext *context)
{
  TroupeStateDetails *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_STATE_DETAILS, NULL);
  self->context = g_object_ref (context);
  return GTK_WIDGET (self);
}
