/* troupe-pause-view.c: state of a paused run, which can be changed, and what starts next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pause-view"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-pause-view.h"
#include "troupe-plot.h"
#include "troupe-run-edits.h"
#include "troupe-value-editor.h"
#include "troupe-value-place.h"
#include "troupe-value-view.h"

/* Width of the part that shows what starts next, in pixels. */
#define NEXT_WIDTH 340

/* The pages of what starts next, in the order of the buttons. */
enum
{
  PAGE_INPUT,
  PAGE_PROMPT,
  N_PAGES,
};

struct _TroupePauseView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *editor;
  GtkWidget *note; /* there is no state to change */
  GtkWidget *next;
  GtkWidget *icon;
  GtkWidget *title;
  GtkWidget *hint;
  GtkWidget *chooser; /* if several methods start next */
  GtkWidget *page_buttons[N_PAGES];
  GtkWidget *pages;
  GtkWidget *view;
  GtkWidget *estimate;

  TroupeRun *run;        /* (nullable) */
  TroupeRunPause *pause; /* (nullable) */
  TroupeValue *roots;    /* (nullable): what the table shows */
  GHashTable *estimates; /* (nullable): name → text */
  guint chosen;          /* index among what starts next */
  int page;
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (TroupePauseView, troupe_pause_view, GTK_TYPE_WIDGET)

/* --- What starts next ------------------------------------------------------------------------- */

static guint
count_next (TroupePauseView *self)
{
  return self->pause != NULL ? (guint) troupe_value_list_get_length (self->pause->pending) : 0;
}

static const char *
get_next_name (TroupeValue *next)
{
  const char *name = troupe_value_get_member_text (next, "method");

  return name != NULL ? name : troupe_value_get_member_text (next, "task");
}

/* Returns what the method or task is given: what its action evaluates to, or the value of its trigger. (transfer none)
 * (nullable) */
static TroupeValue *
get_given (TroupeValue *next)
{
  TroupeValue *with = troupe_value_get_member (next, "with");

  return with != NULL ? with : troupe_value_get_member (next, "input");
}

/* Returns the action of a method. (transfer none) (nullable): NULL for a task */
static const TroupeFlowMethod *
find_method (TroupePauseView *self, TroupeValue *next)
{
  const char *name = troupe_value_get_member_text (next, "method");

  return name != NULL ? troupe_flow_find_method (troupe_run_get_flow (self->run), name) : NULL;
}

/* An expression and the steps of a loop are given no input that could be replaced. */
static gboolean
takes_input (TroupePauseView *self, TroupeValue *next)
{
  const TroupeFlowMethod *method = find_method (self, next);

  if (troupe_value_get_member_text (next, "task") != NULL)
    return TRUE;
  return method != NULL && method->action->type != TROUPE_ACTION_EXPRESSION &&
         method->action->type != TROUPE_ACTION_EACH;
}

/* Returns the messages with which the chosen agent begins. (transfer none) (nullable): NULL if it is none */
static TroupeValue *
find_prompt (TroupePauseView *self)
{
  TroupeValue *prompt = self->pause != NULL && self->chosen < count_next (self)
                            ? troupe_value_list_get (self->pause->prompts, self->chosen)
                            : NULL;

  return prompt != NULL && !troupe_value_is (prompt, TROUPE_VALUE_NULL) ? prompt : NULL;
}

static void
show_value (TroupePauseView *self, TroupeValue *next)
{
  TroupeValue *prompt = find_prompt (self);
  TroupeValue *given = next != NULL ? get_given (next) : NULL;
  const char *error = next != NULL ? troupe_value_get_member_text (next, "error") : NULL;
  const gboolean is_prompt = self->page == PAGE_PROMPT && prompt != NULL;

  g_assert (TROUPE_IS_PAUSE_VIEW (self));

  gtk_widget_set_visible (self->pages, prompt != NULL);
  gtk_label_set_label (GTK_LABEL (self->hint),
                       is_prompt ? _ ("Without tools and memories") : _ ("Evaluated now"));
  if (given != NULL && troupe_value_is (given, TROUPE_VALUE_NULL))
    given = NULL;
  if (is_prompt)
    {
      g_autofree char *text = NULL;
      g_autoptr (TroupeValue) shown = NULL;
      GString *prompt_text;

      /* Writes the messages as one text, each below the name of its role. */
      prompt_text = g_string_new (NULL);
      for (gsize i = 0; i < troupe_value_list_get_length (prompt); i++)
        {
          TroupeValue *message = troupe_value_list_get (prompt, i);
          TroupeValue *content = troupe_value_get_member (message, "content");
          const char *role = troupe_value_get_member_text (message, "role");
          g_autofree char *json = NULL;

          if (content != NULL && !troupe_value_is (content, TROUPE_VALUE_STRING))
            json = troupe_value_to_json (content, TROUPE_JSON_SPACED);
          g_string_append_printf (prompt_text, "%s%s\n%s\n", i > 0 ? "\n" : "",
                                  role != NULL ? role : "",
                                  json != NULL      ? json
                                  : content != NULL ? troupe_value_get_string (content, NULL)
                                                    : "");
        }
      text = g_string_free (prompt_text, FALSE);
      shown = troupe_value_new_string (text, -1);
      troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->view), "prompt", "prompt", shown, NULL,
                                   "");
    }
  else
    troupe_value_view_set_value (
        TROUPE_VALUE_VIEW (self->view), "input", "input", given, NULL,
        error != NULL  ? error
        : next != NULL ? _ ("It is given no input.")
        : self->pause != NULL && self->pause->event != NULL
            ? _ ("The listeners of the event start when the run continues.")
            : _ ("Nothing has been started yet."));
}

static void
show_next (TroupePauseView *self)
{
  TroupeValue *next = self->chosen < count_next (self)
                          ? troupe_value_list_get (self->pause->pending, self->chosen)
                          : NULL;
  const TroupeFlowMethod *method = next != NULL ? find_method (self, next) : NULL;
  const char *event = self->pause != NULL ? self->pause->event : NULL;
  g_autofree char *title = NULL;
  const char *name;
  const char *line;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_PAUSE_VIEW (self));

  if (next != NULL)
    /* Translators: %s is a method or a task that starts next in a paused run */
    title = g_strdup_printf (_ ("%s will get"), get_next_name (next));
  else if (event != NULL)
    /* Translators: %s is the name of an event */
    title = g_strdup_printf (_ ("Paused at the event “%s”"), event);
  else
    title = g_strdup (_ ("Paused"));
  gtk_widget_set_visible (self->icon, method != NULL);
  if (method != NULL)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), troupe_plot_get_icon_name (method));
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_widget_set_visible (self->hint, next != NULL);
  show_value (self, next);
  /* Shows what the step that starts next probably needs. */
  name = next != NULL ? get_next_name (next) : NULL;
  line =
      self->estimates != NULL && name != NULL ? g_hash_table_lookup (self->estimates, name) : NULL;
  /* Translators: %s is an estimate such as “2 calls · $0.0150 · 3.2 s (from the last run)” */
  text = line != NULL ? g_strdup_printf (_ ("Estimate: %s"), line) : NULL;
  gtk_label_set_label (GTK_LABEL (self->estimate), text != NULL ? text : "");
  gtk_widget_set_visible (self->estimate, text != NULL);
}

void
troupe_pause_view_set_estimates (TroupePauseView *self, GHashTable *estimates)
{
  g_return_if_fail (TROUPE_IS_PAUSE_VIEW (self));

  g_clear_pointer (&self->estimates, g_hash_table_unref);
  self->estimates = estimates != NULL ? g_hash_table_ref (estimates) : NULL;
  show_next (self);
}

static void
update_chooser (TroupePauseView *self)
{
  const guint n = count_next (self);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;
  g_autoptr (GtkStringList) model = NULL;

  g_assert (TROUPE_IS_PAUSE_VIEW (self));

  for (guint i = 0; i < n; i++)
    {
      const char *name = get_next_name (troupe_value_list_get (self->pause->pending, i));

      g_strv_builder_add (names, name != NULL ? name : "");
    }
  list = g_strv_builder_end (names);
  model = gtk_string_list_new ((const char *const *) list);
  if (self->chosen >= n)
    self->chosen = 0;
  self->is_updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->chooser), G_LIST_MODEL (model));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), self->chosen);
  self->is_updating = FALSE;
  gtk_widget_set_visible (self->chooser, n > 1);
}

static void
chosen_cb (TroupePauseView *self)
{
  const guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chooser));

  if (self->is_updating || chosen == GTK_INVALID_LIST_POSITION)
    return;
  self->chosen = chosen;
  show_next (self);
}

static void
page_toggled_cb (GtkToggleButton *button, gpointer user_data)
{
  TroupePauseView *self = TROUPE_PAUSE_VIEW (user_data);

  if (!gtk_toggle_button_get_active (button))
    return;
  self->page = GTK_WIDGET (button) == self->page_buttons[PAGE_PROMPT] ? PAGE_PROMPT : PAGE_INPUT;
  show_next (self);
}

/* --- Changing --------------------------------------------------------------------------------- */

/* Returns TRUE if the state has fields that can be changed. That of a flow without a state has only an ID. */
static gboolean
has_state (TroupePauseView *self)
{
  TroupeValue *state = self->pause->state;
  const gsize n_fixed = troupe_value_get_member (state, "id") != NULL ? 1 : 0;

  return troupe_value_is (state, TROUPE_VALUE_MAP) && troupe_value_map_get_size (state) > n_fixed;
}

/* Returns the outputs of the crew whose task starts next; if there are several crews, by their methods. (transfer none)
 * (nullable): NULL if there are none */
static TroupeValue *
find_tasks (TroupePauseView *self)
{
  TroupeValue *tasks = self->pause->tasks;
  const gsize n_crews = troupe_value_map_get_size (tasks);

  if (n_crews != 1)
    return n_crews > 1 ? tasks : NULL;
  tasks = troupe_value_map_get_value (tasks, 0);
  return troupe_value_map_get_size (tasks) > 0 ? tasks : NULL;
}

/* A change on its way to the run. */
typedef struct
{
  TroupePauseView *view;
  char *path; /* of the row */
} Change;

static void
edited_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Change *change = user_data;
  g_autoptr (TroupePauseView) self = change->view;
  g_autofree char *path = change->path;
  g_autoptr (GError) error = NULL;

  g_free (change);
  troupe_run_edit_finish (TROUPE_RUN (source), result, &error);
  /* The view may have been closed in the meantime. */
  if (self->editor != NULL)
    troupe_value_editor_finish (TROUPE_VALUE_EDITOR (self->editor), path,
                                error != NULL ? error->message : NULL);
}

/* Returns the path and the value with which a change is made: an input is replaced as a whole. (transfer full)
 * @value: (inout) (transfer full) */
static char *
find_whole (TroupePauseView *self, const char *path, TroupeValue **value)
{
  g_auto (GStrv) keys = troupe_value_place_split (path, NULL);

  for (gsize i = 0; keys != NULL && i < troupe_value_map_get_size (self->roots); i++)
    {
      const char *root = troupe_value_get_string (troupe_value_map_get_key (self->roots, i), NULL);
      const gsize length = strlen (root);
      g_auto (GStrv) root_keys = troupe_value_place_split (root, NULL);
      TroupeValue *whole = NULL;

      if (!g_str_has_prefix (root, "input") || strncmp (path, root, length) != 0 ||
          (path[length] != '.' && path[length] != '['))
        continue;
      whole = troupe_value_place_set (troupe_value_map_get_value (self->roots, i),
                                      (const char *const *) keys + g_strv_length (root_keys),
                                      *value, NULL);
      if (whole == NULL)
        continue;
      troupe_value_unref (*value);
      *value = whole;
      return g_strdup (root);
    }
  return g_strdup (path);
}

static void
edit_cb (TroupePauseView *self, const char *path, TroupeValue *value)
{
  g_autoptr (TroupeValue) whole = troupe_value_ref (value);
  g_autofree char *place = NULL;
  Change *change = NULL;

  g_assert (TROUPE_IS_PAUSE_VIEW (self));

  if (self->run == NULL)
    return;
  place = find_whole (self, path, &whole);
  change = g_new0 (Change, 1);
  change->view = g_object_ref (self);
  change->path = g_strdup (path);
  troupe_run_edit_async (self->run, place, whole, NULL, edited_cb, change);
}

void
troupe_pause_view_set (TroupePauseView *self, TroupeRun *run, TroupeRunPause *pause)
{
  TroupeValueEditor *editor;
  const char *reason;
  gboolean is_crew;
  TroupeMapBuilder builder;

  g_return_if_fail (TROUPE_IS_PAUSE_VIEW (self));
  g_return_if_fail ((run == NULL) == (pause == NULL));

  g_set_object (&self->run, run);
  g_clear_pointer (&self->pause, troupe_run_pause_unref);
  g_clear_pointer (&self->roots, troupe_value_unref);
  self->pause = pause;
  if (pause == NULL)
    return;
  /* Creates what the table shows, by the paths under which it is changed. What can be changed
   * is first, which is expanded. */
  troupe_map_builder_init (&builder);
  if (has_state (self))
    troupe_map_builder_add (&builder, "state", troupe_value_ref (self->pause->state));
  for (guint i = 0; i < count_next (self); i++)
    {
      TroupeValue *next = troupe_value_list_get (self->pause->pending, i);
      TroupeValue *given = get_given (next);
      g_autofree char *path = NULL;
      const char *name;
      g_autoptr (TroupeValue) text = NULL;
      g_autofree char *quoted = NULL;
      gboolean is_plain = TRUE;

      /* A single one needs no name. */
      name = get_next_name (next);
      if (count_next (self) == 1 || name == NULL)
        path = g_strdup ("input");
      else
        {
          for (const char *letter = name; *letter != '\0'; letter++)
            is_plain &= g_ascii_isalnum (*letter) || *letter == '_';
          if (is_plain && *name != '\0')
            path = g_strdup_printf ("input.%s", name);
          else
            {
              text = troupe_value_new_string (name, -1);
              quoted = troupe_value_to_json (text, TROUPE_JSON_COMPACT);
              path = g_strdup_printf ("input[%s]", quoted);
            }
        }
      if (given != NULL && takes_input (self, next))
        troupe_map_builder_add (&builder, path, troupe_value_ref (given));
    }
  if (find_tasks (self) != NULL)
    troupe_map_builder_add (&builder, "tasks", troupe_value_ref (find_tasks (self)));
  troupe_map_builder_add (&builder, "outputs", troupe_value_ref (self->pause->outputs));
  if (!has_state (self) && troupe_value_is (self->pause->state, TROUPE_VALUE_MAP))
    troupe_map_builder_add (&builder, "state", troupe_value_ref (self->pause->state));
  self->roots = troupe_map_builder_end (&builder);
  /* Makes unchangeable what the run would refuse. */
  editor = TROUPE_VALUE_EDITOR (self->editor);
  reason = _ ("The outputs of tasks are fixed. Change the input of the next task.");
  /* A crew has no state: what its tasks have returned is kept by their agents, too. */
  is_crew = !troupe_value_is (self->pause->state, TROUPE_VALUE_MAP);
  troupe_value_editor_set_fixed (editor, "outputs", is_crew ? reason : NULL);
  troupe_value_editor_set_fixed (editor, "tasks", reason);
  troupe_value_editor_set_fixed (editor, "state",
                                 has_state (self) ? NULL : _ ("The ID of a state is fixed."));
  troupe_value_editor_set (TROUPE_VALUE_EDITOR (self->editor), self->roots, pause->edits);
  gtk_widget_set_visible (self->note,
                          troupe_value_is (pause->state, TROUPE_VALUE_MAP) && !has_state (self));
  update_chooser (self);
  show_next (self);
}

void
troupe_pause_view_commit (TroupePauseView *self)
{
  g_return_if_fail (TROUPE_IS_PAUSE_VIEW (self));

  if (self->run != NULL)
    troupe_value_editor_commit (TROUPE_VALUE_EDITOR (self->editor));
}

guint
troupe_pause_view_count_changes (TroupePauseView *self)
{
  g_return_val_if_fail (TROUPE_IS_PAUSE_VIEW (self), 0);

  return self->pause != NULL ? troupe_run_edits_count (self->pause->edits, self->roots) : 0;
}

void
troupe_pause_view_set_narrow (TroupePauseView *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_PAUSE_VIEW (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_size_request (self->next, narrow ? -1 : NEXT_WIDTH, -1);
  if (narrow)
    gtk_widget_add_css_class (self->next, "is-below");
  else
    gtk_widget_remove_css_class (self->next, "is-below");
}

/* --- Building --------------------------------------------------------------------------------- */

static GtkWidget *
make_label (const char *css_class, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_pages (TroupePauseView *self)
{
  const char *const titles[N_PAGES] = { _ ("Input"), _ ("Prompt") };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (int i = 0; i < N_PAGES; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (titles[i]);

      self->page_buttons[i] = button;
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                     GTK_TOGGLE_BUTTON (self->page_buttons[0]));
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->page_buttons[PAGE_INPUT]), TRUE);
  for (int i = 0; i < N_PAGES; i++)
    g_signal_connect_object (self->page_buttons[i], "toggled", G_CALLBACK (page_toggled_cb), self,
                             0);
  return box;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_pause_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TROUPE_PAUSE_VIEW (widget)->editor);
}

static void
troupe_pause_view_dispose (GObject *object)
{
  TroupePauseView *self = TROUPE_PAUSE_VIEW (object);

  self->editor = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->run);
  g_clear_pointer (&self->pause, troupe_run_pause_unref);
  g_clear_pointer (&self->roots, troupe_value_unref);
  g_clear_pointer (&self->estimates, g_hash_table_unref);
  G_OBJECT_CLASS (troupe_pause_view_parent_class)->dispose (object);
}

static void
troupe_pause_view_class_init (TroupePauseViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_pause_view_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = troupe_pause_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_pause_view_init (TroupePauseView *self)
{
  GtkWidget *box;
  GtkWidget *head;
  GtkWidget *words;

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->editor = troupe_value_editor_new (_ ("Values of the Paused Run"));
  gtk_widget_set_hexpand (self->editor, TRUE);
  gtk_widget_set_vexpand (self->editor, TRUE);
  g_signal_connect_object (self->editor, "edit", G_CALLBACK (edit_cb), self, G_CONNECT_SWAPPED);
  self->note = gtk_label_new (_ ("There is no state to change. Outputs can be changed."));
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_widget_set_visible (self->note, FALSE);
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_widget_add_css_class (self->note, "pause-estimate");
  gtk_box_append (GTK_BOX (box), self->editor);
  gtk_box_append (GTK_BOX (box), self->note);
  gtk_box_append (GTK_BOX (self->box), box);
  self->next = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand (self->next, FALSE);
  gtk_widget_add_css_class (self->next, "pause-next");
  self->view = troupe_value_view_new ();
  gtk_widget_set_vexpand (self->view, TRUE);
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (head, "detail-head");
  self->icon = gtk_image_new ();
  self->title = make_label ("heading", NULL);
  self->hint = make_label ("caption", _ ("Evaluated now"));
  self->chooser = gtk_drop_down_new (NULL, NULL);
  gtk_widget_set_valign (self->chooser, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chooser), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What Starts Next"), -1);
  /* Its button takes the keys. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->chooser)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What Starts Next"), -1);
  g_signal_connect_object (self->chooser, "notify::selected", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  self->pages = make_pages (self);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), self->title);
  gtk_box_append (GTK_BOX (words), self->hint);
  gtk_box_append (GTK_BOX (head), self->icon);
  gtk_box_append (GTK_BOX (head), words);
  gtk_box_append (GTK_BOX (head), self->chooser);
  gtk_box_append (GTK_BOX (head), self->pages);
  gtk_box_append (GTK_BOX (self->next), head);
  gtk_box_append (GTK_BOX (self->next), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->next), self->view);
  self->estimate = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->estimate), 0);
  gtk_label_set_wrap (GTK_LABEL (self->estimate), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->estimate), 30);
  gtk_widget_set_visible (self->estimate, FALSE);
  gtk_widget_add_css_class (self->estimate, "pause-estimate");
  gtk_box_append (GTK_BOX (self->next), self->estimate);
  gtk_box_append (GTK_BOX (self->box), self->next);
  troupe_pause_view_set_narrow (self, FALSE);
}

GtkWidget *
troupe_pause_view_new (void)
{
  return g_object_new (TROUPE_TYPE_PAUSE_VIEW, NULL);
}
