/* troupe-rounds-dialog.c: dialog with the options of a test or training of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rounds-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-crew-models.h"
#include "troupe-crew-training-file.h"
#include "troupe-file.h"
#include "troupe-local-chooser.h"
#include "troupe-provider-table.h"
#include "troupe-rounds-dialog.h"
#include "troupe-row-name.h"

/* The same limit as in `troupectl test` and `train`. */
#define ROUNDS_MOST 1000
#define WIDTH 460

struct _TroupeRoundsDialog
{
  AdwWindow parent_instance;

  TroupeCrewTarget *target;
  char *file; /* (nullable): only for a training */
  char *used; /* (nullable): the file that runs use */
  GtkWidget *file_row; /* (nullable) */
  GtkWidget *rounds;
  GtkWidget *judge; /* (nullable): like the next, for tests of the crew only */
  GtkWidget *other;
  GtkWidget *group;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRoundsDialog, troupe_rounds_dialog, ADW_TYPE_WINDOW)

/* --- Options ---------------------------------------------------------------------------------- */

/* Returns the stripped text of the row. (transfer full) (nullable): NULL if the row is blank */
static char *
get_text (GtkWidget *row)
{
  g_autofree char *text =
      row != NULL ? g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row)))) : NULL;

  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

void
troupe_rounds_dialog_get_options (TroupeRoundsDialog *self, TroupeRoundsOptions *options)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_DIALOG (self));
  g_return_if_fail (options != NULL);

  *options = (TroupeRoundsOptions){
    .n = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->rounds)),
    .file = g_strdup (self->file),
    .model = get_text (self->judge),
    .other = get_text (self->other),
  };
}

void
troupe_rounds_dialog_set_rounds (TroupeRoundsDialog *self, guint n)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_DIALOG (self));

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->rounds), n);
}

void
troupe_rounds_dialog_set_models (TroupeRoundsDialog *self, const char *judge, const char *other)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_DIALOG (self));
  g_return_if_fail (self->judge != NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->judge), judge != NULL ? judge : "");
  gtk_editable_set_text (GTK_EDITABLE (self->other), other != NULL ? other : "");
}

void
troupe_rounds_dialog_begin (TroupeRoundsDialog *self)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_DIALOG (self));

  g_object_ref (self);
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->rounds));
  g_signal_emit (self, signals[CHOSEN], 0);
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

void
troupe_rounds_dialog_focus_evaluator (TroupeRoundsDialog *self)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_DIALOG (self));

  if (self->judge != NULL)
    gtk_widget_grab_focus (self->judge);
}

/* --- Models -------------------------------------------------------------------------------------------- */

static void
model_chosen_cb (GtkButton *button, GtkWidget *row)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);

  g_assert (GTK_IS_EDITABLE (row));

  gtk_editable_set_text (GTK_EDITABLE (row), gtk_button_get_label (button));
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_grab_focus (row);
}

/* Adds the models of a provider below the provider's name. @needs_key: whether the API key of
 * the provider is missing */
static void
add_provider (GtkWidget *box, GtkWidget *row, const TroupeProvider *provider, gboolean needs_key)
{
  g_autofree char *text = needs_key
                              /* Translators: %s is the name of a provider */
                              ? g_strdup_printf (_ ("%s · needs a key"), provider->title)
                              : g_strdup (provider->title);
  GtkWidget *title = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "caption-heading");
  gtk_widget_add_css_class (title, "dim-label");
  gtk_widget_set_margin_top (title, 6);
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; i < G_N_ELEMENTS (provider->examples) && provider->examples[i] != NULL; i++)
    {
      GtkWidget *button = gtk_button_new_with_label (provider->examples[i]);

      gtk_widget_add_css_class (button, "flat");
      gtk_widget_set_halign (gtk_button_get_child (GTK_BUTTON (button)), GTK_ALIGN_START);
      g_signal_connect_object (button, "clicked", G_CALLBACK (model_chosen_cb), row, 0);
      gtk_box_append (GTK_BOX (box), button);
    }
}

/* Lists providers with a key first, then local providers, then all other providers. The list is
 * complete before the popover is shown, so that the focus moves into it. */
static void
fill_models (GtkMenuButton *button, gpointer user_data)
{
  GtkWidget *row = user_data;
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  TroupeRoundsDialog *self =
      TROUPE_ROUNDS_DIALOG (gtk_widget_get_ancestor (row, TROUPE_TYPE_ROUNDS_DIALOG));
  GtkWidget *box = g_object_get_data (G_OBJECT (popover), "troupe-box");
  TroupeCrewModels *models = troupe_crew_models_get (self->target);
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
  for (guint order = 0; order < 3; order++)
    for (guint i = 0; i < n_providers; i++)
      {
        const gboolean is_local = troupe_crew_models_is_local (&providers[i]);
        const gboolean has_key = troupe_crew_models_has_key (models, &providers[i]);
        const guint own = is_local ? 1 : has_key ? 0 : 2;

        if (providers[i].is_spoken && providers[i].examples[0] != NULL && own == order)
          add_provider (box, row, &providers[i], own == 2);
      }
}

/* --- GObject implementation ------------------------------------------------------------------- */

/* Enter in one of two models goes on to the other one. */
static void
model_entered_cb (TroupeRoundsDialog *self, GtkWidget *row)
{
  g_assert (TROUPE_IS_ROUNDS_DIALOG (self));

  if (row == self->judge)
    gtk_widget_grab_focus (self->other);
  else
    troupe_rounds_dialog_begin (self);
}

static GtkWidget *
add_model_row (TroupeRoundsDialog *self, const char *title, const char *value)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button;
  GtkWidget *popover;
  GtkWidget *scroller;
  GtkWidget *box;

  g_assert (TROUPE_IS_ROUNDS_DIALOG (self));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  gtk_editable_set_text (GTK_EDITABLE (row), value != NULL ? value : "");
  button = gtk_menu_button_new ();
  popover = gtk_popover_new ();
  scroller = gtk_scrolled_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  g_object_set_data (G_OBJECT (popover), "troupe-box", box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  /* The row owns the button. */
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill_models, row, NULL);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Choose a Model"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Choose a Model"), -1);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  g_signal_connect_object (row, "entry-activated", G_CALLBACK (model_entered_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
  return row;
}

/* Rules in another file than that of the runs have no effect, which the row says. */
static void
show_file (TroupeRoundsDialog *self)
{
  g_autofree char *shown = troupe_path_for_display (self->file);
  g_autofree char *used = troupe_path_for_display (self->used);
  g_autofree char *where = g_str_equal (self->file, self->used)
                               ? g_strdup (shown)
                               /* Translators: both %s are paths of files */
                               : g_strdup_printf (_ ("%s\nRuns use the rules in %s."), shown, used);
  g_autofree char *text =
      /* Translators: the first %s is one or two lines with paths of files, the second one the name of a file */
      g_strdup_printf (_ ("%s\nYour feedback is saved in %s in the folder of the document."), where,
                       TROUPE_CREW_TRAINING_DATA);

  g_assert (TROUPE_IS_ROUNDS_DIALOG (self));

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->file_row), text);
}

static void
file_chosen (GtkWidget *owner, const char *path)
{
  TroupeRoundsDialog *self = TROUPE_ROUNDS_DIALOG (owner);

  if (path != NULL)
    {
      troupe_set_str (&self->file, path);
      show_file (self);
    }
  else
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self->file_row), _ ("Choose a local folder."));
}

static void
choose_file_cb (TroupeRoundsDialog *self)
{
  g_autofree char *folder = g_path_get_dirname (self->file);
  g_autofree char *name = g_path_get_basename (self->file);
  GtkFileChooser *chooser =
      troupe_local_chooser_show (GTK_WIDGET (self), _ ("Output File"), GTK_FILE_CHOOSER_ACTION_SAVE,
                                 _ ("_Select"), folder, file_chosen);

  g_assert (TROUPE_IS_ROUNDS_DIALOG (self));

  gtk_file_chooser_set_current_name (chooser, name);
}

static void
add_file (TroupeRoundsDialog *self)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *choose = gtk_button_new_from_icon_name ("document-open-symbolic");

  g_assert (TROUPE_IS_ROUNDS_DIALOG (self));

  self->file_row = row;
  gtk_widget_set_valign (choose, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (choose, "flat");
  gtk_widget_set_tooltip_text (choose, _ ("Choose Output File"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (choose), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Choose Output File"), -1);
  g_signal_connect_object (choose, "clicked", G_CALLBACK (choose_file_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Output File"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 4);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), choose);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), choose);
  show_file (self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
}

static void
troupe_rounds_dialog_dispose (GObject *object)
{
  g_clear_object (&TROUPE_ROUNDS_DIALOG (object)->target);
  G_OBJECT_CLASS (troupe_rounds_dialog_parent_class)->dispose (object);
}

static void
troupe_rounds_dialog_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_ROUNDS_DIALOG (object)->file, g_free);
  g_clear_pointer (&TROUPE_ROUNDS_DIALOG (object)->used, g_free);
  G_OBJECT_CLASS (troupe_rounds_dialog_parent_class)->finalize (object);
}

static void
troupe_rounds_dialog_class_init (TroupeRoundsDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_rounds_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_rounds_dialog_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
troupe_rounds_dialog_init (TroupeRoundsDialog *self)
{
}

TroupeRoundsDialog *
troupe_rounds_dialog_new (TroupeCrewSubject *subject, const TroupeRoundsOptions *options)
{
  TroupeRoundsDialog *self;
  GtkWidget *box;
  guint n;
  GtkWidget *row;
  GtkWidget *header;
  GtkWidget *cancel;
  GtkWidget *begin;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_ROUNDS_DIALOG, NULL);
  self->target = troupe_crew_target_new (subject);
  self->file = g_strdup (options->file);
  self->used = g_strdup (options->file);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_window_set_title (GTK_WINDOW (self),
                        self->file != NULL ? _ ("Train the Crew") : _ ("Test the Crew"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, -1);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  self->group = adw_preferences_group_new ();
  gtk_widget_add_css_class (self->group, "rounds-group");
  adw_preferences_group_set_description (
      ADW_PREFERENCES_GROUP (self->group),
      self->file != NULL
          ? _ ("In each iteration you give feedback on each answer, and the agent answers again. "
               "Troupe derives rules for the agents from your feedback.")
          : _ ("The crew runs once per iteration with the same inputs, and a model scores the "
               "output of each task from 1 to 10."));
  n = options->n;
  row = adw_action_row_new ();
  self->rounds = gtk_spin_button_new_with_range (1, ROUNDS_MOST, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->rounds), n);
  gtk_widget_set_valign (self->rounds, GTK_ALIGN_CENTER);
  /* In GTK 4.8, Enter in a spin button does not activate the default widget. */
  g_signal_connect_object (gtk_editable_get_delegate (GTK_EDITABLE (self->rounds)), "activate",
                           G_CALLBACK (troupe_rounds_dialog_begin), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Iterations"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->rounds);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), self->rounds);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rounds), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Iterations"), -1);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
  if (self->file != NULL)
    add_file (self);
  else
    {
      self->judge =
          add_model_row (self, _ ("Evaluator LLM (empty: default model)"), options->model);
      self->other = add_model_row (self, _ ("Compare With Model (Optional)"), options->other);
    }
  header = adw_header_bar_new ();
  cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  begin = gtk_button_new_with_mnemonic (self->file != NULL ? _ ("_Train") : _ ("_Test"));
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (begin, "suggested-action");
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (gtk_window_destroy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (begin, "clicked", G_CALLBACK (troupe_rounds_dialog_begin), self,
                           G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), begin);
  gtk_window_set_default_widget (GTK_WINDOW (self), begin);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), self->group);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_widget_grab_focus (self->rounds);
  return self;
}
