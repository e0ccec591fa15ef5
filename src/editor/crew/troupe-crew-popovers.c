/* troupe-crew-popovers.c: popovers over the canvas of a crew: rename, chooser, context menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-popovers"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chooser.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-id.h"
#include "troupe-crew-popovers.h"
#include "troupe-rename-popover.h"
#include "troupe-popover-opening.h"

#define HEAD_HEIGHT 52.0f

struct _TroupeCrewPopovers
{
  GObject parent_instance;

  GtkWidget *page; /* not owned: the page calls troupe_crew_popovers_clear() */
  TroupeCrewSubject *subject;
  TroupeCanvas *canvas;
  TroupeEditorView *view;

  GPtrArray *all; /* not owned: children of @page */
  TroupeCrewNames *names_of_new; /* not owned: the page owns it, too */
  GtkWidget *rename;
  GtkWidget *role;        /* asks for the role of a new agent */
  GtkWidget *description; /* asks what a new task is to do */
  GtkWidget *chooser;
  GtkWidget *menu;
  char *named;     /* (nullable): id of the item to rename */
  char *described; /* (nullable): the text of that item when it was asked for */
  char **names;
  TroupeCrewChosen chosen;
  gpointer user_data;
};

enum
{
  NAMED,
  DESCRIBED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewPopovers, troupe_crew_popovers, G_TYPE_OBJECT)

/* Return the keyboard focus to the canvas. */
static void
closed_cb (TroupeCrewPopovers *self)
{
  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  if (gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
add (TroupeCrewPopovers *self, GtkWidget *popover)
{
  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  g_signal_connect_object (popover, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (popover, self->page);
  g_ptr_array_add (self->all, popover);
}

/* --- Positions -------------------------------------------------------------------------------- */

static void
point_at_widget_place (TroupeCrewPopovers *self,
                       GtkWidget *popover,
                       graphene_point_t point,
                       int width,
                       int height)
{
  graphene_point_t place;

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  /* A popover cannot point to something out of view. */
  point.x = CLAMP (point.x, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)) - 1);
  point.y = CLAMP (point.y, 0, (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)) - 1);
  if (gtk_widget_compute_point (GTK_WIDGET (self->canvas), self->page, &point, &place))
    gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                                 &(GdkRectangle){ (int) place.x, (int) place.y, width, height });
}

static void
point_at (TroupeCrewPopovers *self, GtkWidget *popover, const char *id, gboolean is_below)
{
  graphene_rect_t bounds;
  graphene_point_t corner, end;

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  troupe_editor_view_reveal (self->view, id, FALSE);
  if (!troupe_canvas_get_bounds (self->canvas, id, &bounds))
    return;
  corner = troupe_canvas_to_widget (self->canvas, bounds.origin.x, bounds.origin.y);
  end = troupe_canvas_to_widget (
      self->canvas, bounds.origin.x + bounds.size.width,
      bounds.origin.y + (is_below ? bounds.size.height : MIN (bounds.size.height, HEAD_HEIGHT)));
  point_at_widget_place (self, popover, corner, MAX (1, (int) (end.x - corner.x)),
                         MAX (1, (int) (end.y - corner.y)));
}

void
troupe_crew_popovers_open_at (TroupeCrewPopovers *self, GtkWidget *popover, const char *id)
{
  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));
  g_return_if_fail (GTK_IS_POPOVER (popover) && id != NULL);

  if (gtk_widget_get_parent (popover) == NULL)
    add (self, popover);
  point_at (self, popover, id, TRUE);
  troupe_popover_open (GTK_POPOVER (popover));
}

void
troupe_crew_popovers_place_at (TroupeCrewPopovers *self, GtkWidget *popover, const char *id)
{
  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));
  g_return_if_fail (GTK_IS_POPOVER (popover) && id != NULL);

  if (gtk_widget_get_parent (popover) == NULL)
    add (self, popover);
  point_at (self, popover, id, FALSE);
}

/* --- Entering a name -------------------------------------------------------------------------- */

/* (transfer full) (nullable) */
static char *
check_name (const char *name, gpointer user_data)
{
  TroupeCrewPopovers *self = user_data;
  const char *agent = troupe_crew_id_get_agent (self->named);
  guint task = 0;

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  if (agent != NULL)
    return troupe_crew_edit_check_agent_name (self->subject, agent, name);
  return troupe_crew_id_is_task (self->named, &task)
             ? troupe_crew_edit_check_task_name (self->subject, task, name)
             : NULL;
}

static void
named_cb (TroupeCrewPopovers *self, const char *name)
{
  g_autofree char *id = g_strdup (self->named);

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  if (id != NULL)
    g_signal_emit (self, signals[NAMED], 0, id, name);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* Returns the key of a text for troupe_document_set_typed(). It is also a field of the inspector.
 * (transfer full) */
static char *
make_field (TroupeCrewPopovers *self, const char *id, const char *key)
{
  const char *const *base = troupe_crew_subject_get_path (self->subject);
  g_auto (GStrv) path = troupe_crew_id_make_path (id);
  g_autofree char *above = base != NULL ? g_strjoinv (".", (char **) base) : NULL;
  g_autofree char *own = g_strjoinv (".", path);

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  return above != NULL ? g_strconcat (above, ".", own, ".", key, NULL)
                       : g_strconcat (own, ".", key, NULL);
}

void
troupe_crew_popovers_ask_name (TroupeCrewPopovers *self, const char *id)
{
  const char *agent;
  const char *text;
  g_autofree char *field = NULL;
  guint task = 0;

  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));

  agent = troupe_crew_id_get_agent (id);
  if (agent == NULL && !troupe_crew_id_is_task (id, &task))
    return;
  text = agent != NULL
             ? agent
             : troupe_crew_card_value_get_text (troupe_crew_subject_get_task (self->subject, task),
                                                "name");
  if (self->rename == NULL)
    {
      self->rename = troupe_rename_popover_new (check_name, self);
      g_signal_connect_object (self->rename, "named", G_CALLBACK (named_cb), self,
                               G_CONNECT_SWAPPED);
      add (self, self->rename);
    }
  g_free (self->named);
  self->named = g_strdup (id);
  point_at (self, self->rename, self->named, FALSE);
  field = make_field (self, id, "name");
  troupe_rename_popover_ask (TROUPE_RENAME_POPOVER (self->rename),
                             agent != NULL ? _ ("ID of the agent") : _ ("Task name"), text,
                             troupe_crew_subject_get_document (self->subject), field);
}

/* --- Entering the text of a new item ------------------------------------------------------------ */

/* An empty text leaves the item as it is. (transfer full) (nullable) */
static char *
check_text (const char *text, gpointer user_data)
{
  g_assert (TROUPE_IS_CREW_POPOVERS (user_data));

  return NULL;
}

/* (transfer full) (nullable) */
static char *
describe_name (const char *text, gpointer user_data)
{
  TroupeCrewPopovers *self = user_data;
  g_autofree char *name = NULL;

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  name = self->named != NULL ? troupe_crew_names_preview (self->names_of_new, self->named, text)
                             : NULL;
  if (name == NULL && self->named != NULL)
    name = g_strdup (troupe_crew_id_get_agent (self->named));
  if (name == NULL)
    return NULL;
  /* Translators: %s is the ID of an agent, or the name of a task, which follows from its text. */
  return g_strdup_printf (
      troupe_crew_id_get_agent (self->named) != NULL ? _ ("ID: %s") : _ ("Name: %s"), name);
}

static void
described_cb (TroupeCrewPopovers *self, const char *text)
{
  g_autofree char *id = g_strdup (self->named);
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  if (id != NULL && *stripped != '\0' && g_strcmp0 (stripped, self->described) != 0)
    g_signal_emit (self, signals[DESCRIBED], 0, id, stripped);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static GtkWidget *
make_text_popover (TroupeCrewPopovers *self, const char *title, const char *placeholder)
{
  GtkWidget *popover = troupe_rename_popover_new (check_text, self);

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  troupe_rename_popover_set_text (TROUPE_RENAME_POPOVER (popover), title, placeholder,
                                  describe_name);
  g_signal_connect_object (popover, "named", G_CALLBACK (described_cb), self, G_CONNECT_SWAPPED);
  add (self, popover);

  return popover;
}

void
troupe_crew_popovers_ask_text (TroupeCrewPopovers *self, const char *id)
{
  g_autofree char *field = NULL;
  const char *agent = NULL;
  gboolean is_task;

  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));

  is_task = troupe_crew_id_is_task (id, NULL);
  agent = troupe_crew_id_get_agent (id);
  if (!is_task && agent == NULL)
    return;
  if (is_task && self->description == NULL)
    self->description =
        make_text_popover (self, _ ("What is the task?"), _ ("Collect recent papers"));
  else if (!is_task && self->role == NULL)
    self->role = make_text_popover (self, _ ("What is the role of the agent?"), _ ("Researcher"));
  g_free (self->named);
  self->named = g_strdup (id);
  /* A role that is folded in YAML ends with a newline, which no entry can show. */
  g_free (self->described);
  self->described =
      agent != NULL
          ? troupe_crew_card_value_dup_line (troupe_crew_subject_get_agent (self->subject, agent),
                                             "role")
          : NULL;
  point_at (self, is_task ? self->description : self->role, self->named, FALSE);
  field = make_field (self, id, is_task ? "description" : "role");
  troupe_rename_popover_ask (TROUPE_RENAME_POPOVER (is_task ? self->description : self->role),
                             is_task ? _ ("Description") : _ ("Role"), self->described,
                             troupe_crew_subject_get_document (self->subject), field);
}

/* --- Chooser ---------------------------------------------------------------------------------- */

static void
chosen_cb (TroupeCrewPopovers *self, const char *name)
{
  TroupeCrewChosen chosen = self->chosen;
  guint index = G_MAXUINT;

  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  for (guint i = 0; index == G_MAXUINT && self->names != NULL && self->names[i] != NULL; i++)
    if (g_str_equal (self->names[i], name))
      index = i;
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  if (chosen != NULL && index != G_MAXUINT)
    chosen (index, self->user_data);
}

/* Replaces the chooser by one for @names. */
static void
make_chooser (TroupeCrewPopovers *self,
              const char *title,
              const char *const *names,
              TroupeCrewChosen chosen,
              gpointer user_data)
{
  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  if (self->chooser != NULL)
    {
      g_ptr_array_remove (self->all, self->chooser);
      gtk_widget_unparent (self->chooser);
    }
  self->chooser = troupe_chooser_new (title, title);
  g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  add (self, self->chooser);
  g_strfreev (self->names);
  self->names = g_strdupv ((char **) names);
  self->chosen = chosen;
  self->user_data = user_data;
}

static void
open_chooser (TroupeCrewPopovers *self, const char *id, double x, double y)
{
  g_assert (TROUPE_IS_CREW_POPOVERS (self));

  if (id != NULL)
    point_at (self, self->chooser, id, FALSE);
  else
    point_at_widget_place (self, self->chooser, troupe_canvas_to_widget (self->canvas, x, y), 1, 1);
  troupe_popover_open (GTK_POPOVER (self->chooser));
}

void
troupe_crew_popovers_choose (TroupeCrewPopovers *self,
                             const char *title,
                             const char *const *names,
                             const char *id,
                             double x,
                             double y,
                             TroupeCrewChosen chosen,
                             gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));
  g_return_if_fail (names != NULL);

  make_chooser (self, title, names, chosen, user_data);
  troupe_chooser_set_names (TROUPE_CHOOSER (self->chooser), names);
  open_chooser (self, id, x, y);
}

void
troupe_crew_popovers_choose_kind (TroupeCrewPopovers *self,
                                  const char *title,
                                  const char *const *names,
                                  const char *const *details,
                                  const char *const *keys,
                                  double x,
                                  double y,
                                  TroupeCrewChosen chosen,
                                  gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));
  g_return_if_fail (names != NULL && details != NULL && keys != NULL);

  make_chooser (self, title, names, chosen, user_data);
  troupe_chooser_set_detailed (TROUPE_CHOOSER (self->chooser), names, details, keys);
  open_chooser (self, NULL, x, y);
}

/* --- Context menu ----------------------------------------------------------------------------- */

void
troupe_crew_popovers_open_menu (TroupeCrewPopovers *self, GMenuModel *menu, double x, double y)
{
  graphene_point_t point = GRAPHENE_POINT_INIT ((float) x, (float) y);

  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));
  g_return_if_fail (G_IS_MENU_MODEL (menu));

  /* In recent versions of GTK a menu that was shown before does not get higher for its new entries. */
  if (self->menu != NULL)
    {
      g_ptr_array_remove (self->all, self->menu);
      gtk_widget_unparent (self->menu);
    }
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  add (self, self->menu);
  if (gtk_widget_compute_point (GTK_WIDGET (self->canvas), self->page, &point, &point))
    troupe_popover_open_menu (GTK_POPOVER (self->menu), (double) point.x, (double) point.y);
}

/* --- All popovers ----------------------------------------------------------------------------- */

void
troupe_crew_popovers_present (TroupeCrewPopovers *self)
{
  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));

  for (guint i = 0; i < self->all->len; i++)
    troupe_popover_follow (GTK_POPOVER (g_ptr_array_index (self->all, i)));
}

void
troupe_crew_popovers_close (TroupeCrewPopovers *self)
{
  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));

  for (guint i = 0; i < self->all->len; i++)
    if (gtk_widget_get_visible (g_ptr_array_index (self->all, i)))
      gtk_popover_popdown (GTK_POPOVER (g_ptr_array_index (self->all, i)));
}

void
troupe_crew_popovers_clear (TroupeCrewPopovers *self)
{
  g_autoptr (GPtrArray) all = NULL;

  g_return_if_fail (TROUPE_IS_CREW_POPOVERS (self));

  self->rename = self->role = self->description = self->chooser = self->menu = NULL;
  self->chosen = NULL;
  all = g_steal_pointer (&self->all);
  self->all = g_ptr_array_new ();
  for (guint i = 0; i < all->len; i++)
    gtk_widget_unparent (g_ptr_array_index (all, i));
}

static void
troupe_crew_popovers_finalize (GObject *object)
{
  TroupeCrewPopovers *self = TROUPE_CREW_POPOVERS (object);

  g_clear_object (&self->subject);
  g_clear_object (&self->canvas);
  g_clear_object (&self->view);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->named, g_free);
  g_clear_pointer (&self->described, g_free);
  g_clear_pointer (&self->names, g_strfreev);

  G_OBJECT_CLASS (troupe_crew_popovers_parent_class)->finalize (object);
}

static void
troupe_crew_popovers_class_init (TroupeCrewPopoversClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_popovers_finalize;
  signals[NAMED] = g_signal_new ("named", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[DESCRIBED] =
      g_signal_new ("described", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
troupe_crew_popovers_init (TroupeCrewPopovers *self)
{
  self->all = g_ptr_array_new ();
}

TroupeCrewPopovers *
troupe_crew_popovers_new (GtkWidget *page,
                          TroupeCrewSubject *subject,
                          TroupeCrewNames *names,
                          TroupeCanvas *canvas,
                          TroupeEditorView *view)
{
  TroupeCrewPopovers *self;

  g_return_val_if_fail (GTK_IS_WIDGET (page), NULL);
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_POPOVERS, NULL);
  self->page = page;
  self->subject = g_object_ref (subject);
  self->names_of_new = names;
  self->canvas = g_object_ref (canvas);
  self->view = g_object_ref (view);
  return self;
}
