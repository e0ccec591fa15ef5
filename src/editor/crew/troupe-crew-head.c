/* troupe-crew-head.c: header of the crew inspector: title, subtitle and avatar of the selected item
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-head"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-avatar.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-head.h"
#include "troupe-crew-id.h"
#include "troupe-mark.h"
#include "troupe-sanitize-text.h"

/* Size of an avatar in pixels. */
#define FACE 36

struct _TroupeCrewHead
{
  GtkWidget parent_instance;

  TroupeCrewSubject *subject; /* (nullable): last shown subject */
  GtkWidget *face;
  GtkWidget *mark;
  GtkWidget *number;
  GtkWidget *avatar;
  GtkWidget *lines;
  GtkWidget *title;
  GtkWidget *subtitle;
};

G_DEFINE_FINAL_TYPE (TroupeCrewHead, troupe_crew_head, GTK_TYPE_WIDGET)

/* Returns the tasks of an agent on one line. (transfer full) */
static char *
describe_work (TroupeCrewHead *self, const char *agent)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    {
      JsonNode *task = troupe_crew_subject_get_task (self->subject, i);
      g_autofree char *own = troupe_crew_card_value_dup_line (task, "agent");

      if (g_strcmp0 (own, agent) == 0)
        g_ptr_array_add (names, troupe_crew_subject_dup_task_title (self->subject, i));
    }
  if (names->len == 0)
    return g_strdup (_ ("Agent · no tasks"));
  g_ptr_array_add (names, NULL);
  joined = g_strjoinv (", ", (char **) names->pdata);
  /* Translators: %s is a comma-separated list of names of tasks. */
  return g_strdup_printf (_ ("Agent · tasks: %s"), joined);
}

void
troupe_crew_face_show (GtkWidget *avatar, TroupeCrewSubject *subject, const char *agent)
{
  g_autofree char *role = NULL;
  g_autofree char *text = NULL;
  g_autofree char *manager = NULL;

  g_return_if_fail (ADW_IS_AVATAR (avatar));
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (subject) && agent != NULL);

  role = troupe_crew_card_data_dup_role (subject, agent);
  manager = troupe_crew_subject_dup_manager (subject);
  text = troupe_avatar_dup_text (role, agent);
  adw_avatar_set_text (ADW_AVATAR (avatar), text);
  if (g_strcmp0 (manager, agent) == 0)
    gtk_widget_add_css_class (avatar, "manager");
  else
    gtk_widget_remove_css_class (avatar, "manager");
}

void
troupe_crew_head_show (TroupeCrewHead *self, TroupeCrewSubject *subject, const char *id)
{
  guint index;

  g_return_if_fail (TROUPE_IS_CREW_HEAD (self));
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (subject));

  g_set_object (&self->subject, subject);
  if (troupe_crew_id_is_task (id, &index))
    {
      g_autofree char *name = troupe_crew_subject_dup_task_title (self->subject, index);
      g_autofree char *title = troupe_text_first_line (name);
      g_autofree char *number = g_strdup_printf ("%u", index + 1);
      g_autofree char *subtitle = g_strdup_printf (_ ("Task %u of %u"), index + 1,
                                                   troupe_crew_subject_get_n_tasks (self->subject));

      gtk_label_set_label (GTK_LABEL (self->number), number);
      gtk_stack_set_visible_child (GTK_STACK (self->face), self->number);
      gtk_label_set_label (GTK_LABEL (self->title), title);
      gtk_label_set_label (GTK_LABEL (self->subtitle), subtitle);
    }
  else if (troupe_crew_id_get_agent (id) != NULL)
    {
      const char *name = troupe_crew_id_get_agent (id);
      g_autofree char *role =
          troupe_crew_card_value_dup_line (troupe_crew_subject_get_agent (self->subject, name),
                                           "role");
      g_autofree char *title = role != NULL ? g_strdup (role) : troupe_text_first_line (name);
      g_autofree char *manager = troupe_crew_subject_dup_manager (self->subject);
      g_autofree char *work =
          g_strcmp0 (manager, name) == 0 ? g_strdup (_ ("Manager")) : describe_work (self, name);
      g_autofree char *shown = troupe_text_first_line (work);

      troupe_crew_face_show (self->avatar, self->subject, name);
      gtk_stack_set_visible_child (GTK_STACK (self->face), self->avatar);
      gtk_label_set_label (GTK_LABEL (self->title), title);
      gtk_label_set_label (GTK_LABEL (self->subtitle), shown);
      gtk_widget_set_tooltip_text (self->subtitle, shown);
    }
  else
    {
      TroupeCrewSubject *crew = self->subject;
      g_autofree char *name =
          troupe_crew_card_value_dup_line (troupe_crew_subject_get_root (crew), "name");
      g_autofree char *subtitle = troupe_crew_card_data_describe_size (crew);

      troupe_mark_set (TROUPE_MARK (self->mark), TROUPE_CANVAS_ROLE_NEUTRAL,
                       "troupe-crew-symbolic");
      gtk_stack_set_visible_child (GTK_STACK (self->face), self->mark);
      gtk_label_set_label (GTK_LABEL (self->title), name != NULL ? name : _ ("Crew"));
      gtk_label_set_label (GTK_LABEL (self->subtitle), subtitle);
    }
}

void
troupe_crew_head_show_several (TroupeCrewHead *self,
                               TroupeCrewSubject *subject,
                               const char *const *ids)
{
  guint n_tasks = 0;
  guint n_agents = 0;
  g_autofree char *title = NULL;

  g_return_if_fail (TROUPE_IS_CREW_HEAD (self));
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (subject));
  g_return_if_fail (ids != NULL);

  g_set_object (&self->subject, subject);
  for (guint i = 0; ids[i] != NULL; i++)
    if (troupe_crew_id_is_task (ids[i], NULL))
      n_tasks++;
    else
      n_agents++;
  if (n_tasks > 0 && n_agents > 0)
    title = g_strdup_printf (_ ("%u tasks and agents"), n_tasks + n_agents);
  else if (n_tasks > 0)
    title = g_strdup_printf (ngettext ("%u task", "%u tasks", n_tasks), n_tasks);
  else
    title = g_strdup_printf (ngettext ("%u agent", "%u agents", n_agents), n_agents);
  troupe_mark_set (TROUPE_MARK (self->mark), TROUPE_CANVAS_ROLE_NEUTRAL,
                   n_tasks > 0 ? "troupe-crew-symbolic" : "troupe-agent-symbolic");
  gtk_stack_set_visible_child (GTK_STACK (self->face), self->mark);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->subtitle),
                       n_tasks > 0 && n_agents > 0 ? "" : _ ("Changes apply to all of them"));
  gtk_widget_set_tooltip_text (self->subtitle, NULL);
}

static void
troupe_crew_head_dispose (GObject *object)
{
  TroupeCrewHead *self = TROUPE_CREW_HEAD (object);

  g_clear_pointer (&self->face, gtk_widget_unparent);
  g_clear_pointer (&self->lines, gtk_widget_unparent);
  g_clear_object (&self->subject);

  G_OBJECT_CLASS (troupe_crew_head_parent_class)->dispose (object);
}

static void
troupe_crew_head_class_init (TroupeCrewHeadClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_crew_head_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
add_line (TroupeCrewHead *self, GtkWidget *label)
{
  g_assert (TROUPE_IS_CREW_HEAD (self));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (self->lines), label);
}

static void
troupe_crew_head_init (TroupeCrewHead *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 8);
  self->face = gtk_stack_new ();
  self->mark = g_object_new (TROUPE_TYPE_MARK, NULL);
  self->number = gtk_label_new (NULL);
  self->avatar = adw_avatar_new (FACE, NULL, TRUE);
  self->lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->title = gtk_label_new (NULL);
  self->subtitle = gtk_label_new (NULL);
  gtk_widget_set_halign (self->number, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->number, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->number, FACE, FACE);
  gtk_widget_add_css_class (self->number, "task-number");
  gtk_stack_set_hhomogeneous (GTK_STACK (self->face), FALSE);
  gtk_widget_set_valign (self->face, GTK_ALIGN_CENTER);
  gtk_stack_add_child (GTK_STACK (self->face), self->mark);
  gtk_stack_add_child (GTK_STACK (self->face), self->number);
  gtk_stack_add_child (GTK_STACK (self->face), self->avatar);
  gtk_widget_set_valign (self->lines, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (self->lines, TRUE);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_add_css_class (self->subtitle, "caption");
  gtk_widget_add_css_class (self->subtitle, "dim-label");
  add_line (self, self->title);
  add_line (self, self->subtitle);
  /* There is little space next to the buttons of the header, but enough for two lines. */
  gtk_label_set_wrap (GTK_LABEL (self->subtitle), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->subtitle), 2);
  gtk_widget_set_parent (self->face, GTK_WIDGET (self));
  gtk_widget_set_parent (self->lines, GTK_WIDGET (self));
}
