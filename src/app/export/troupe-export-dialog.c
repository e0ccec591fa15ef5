/* troupe-export-dialog.c: export dialog for a document and its run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-export-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-button-names.h"
#include "troupe-canvas.h"
#include "troupe-dialog-placement.h"
#include "troupe-export-copy.h"
#include "troupe-export-dialog.h"
#include "troupe-open-list.h"
#include "troupe-start-folder.h"
#include "troupe-time-text.h"

/* Delay after the last choice before the export starts again, in milliseconds. */
#define DELAY 150
#define PREVIEW_WIDTH 1100
/* If the parent window is narrower than this, the preview is placed above the options. */
#define NARROW 900
/* Scale of texts above which the title does not fit into a narrow dialog. */
#define LARGE_TEXT 1.2f
#define N_TOLD 8

struct _TroupeExportDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *copy_button;
  GtkWidget *export_button;
  GtkBox *halves;
  GtkWidget *options;
  GtkWidget *picture_half;
  GtkPicture *picture;
  GtkWidget *page_head;
  GtkLabel *page_title;
  GtkLabel *page_run;
  GtkLabel *page_now;
  GtkLabel *page_end;
  GtkWidget *page_foot;
  GtkSpinner *spinner;
  GtkToggleButton *html;
  GtkToggleButton *svg;
  GtkToggleButton *png;
  GtkToggleButton *pdf;
  AdwComboRow *part;
  AdwComboRow *colours;
  GtkWidget *scale_row;
  GtkSpinButton *scale;
  AdwActionRow *run_row;
  GtkSwitch *with_run;
  GtkWidget *texts_row;
  GtkSwitch *with_texts;
  AdwActionRow *document_row;
  GtkSwitch *with_document;
  GtkImage *keys_icon;
  GtkLabel *keys_label;
  GtkImage *size_icon;
  GtkLabel *size_label;
  GtkWidget *findings_scroller;
  GtkBox *findings;
  GtkWidget *redact;

  TroupeExportSubject *subject;
  GCancellable *cancellable;
  GArray *parts;              /* (element-type TroupeExportPart): the parts in the rows of @part */
  TroupeExportResult *result; /* (nullable) */
  GtkFileChooserNative *chooser;
  guint timeout;
  gboolean is_busy;
  gboolean is_stale; /* a choice has changed while the export was running */
  gboolean is_redacted;
  gboolean is_filling;
};

enum
{
  MESSAGE,
  SHOW,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeExportDialog, troupe_export_dialog, ADW_TYPE_WINDOW)

static void start (TroupeExportDialog *self);

/* --- Choices ---------------------------------------------------------------------------------- */

static TroupePlotFormat
get_format (TroupeExportDialog *self)
{
  GtkToggleButton *const buttons[] = { self->html, self->svg, self->png, self->pdf };

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (gtk_toggle_button_get_active (buttons[i]))
      return i;
  return TROUPE_PLOT_FORMAT_HTML;
}

/* The first row is “both” for formats that support light and dark colors in one file. */
static TroupePlotScheme
get_scheme (TroupeExportDialog *self)
{
  const guint row = adw_combo_row_get_selected (self->colours);
  const TroupePlotFormat format = get_format (self);

  if (format == TROUPE_PLOT_FORMAT_HTML || format == TROUPE_PLOT_FORMAT_SVG)
    return row == 0 ? TROUPE_PLOT_BOTH : row == 1 ? TROUPE_PLOT_LIGHT : TROUPE_PLOT_DARK;
  return row == 0 ? TROUPE_PLOT_LIGHT : TROUPE_PLOT_DARK;
}

static TroupeExportChoices
get_wish (TroupeExportDialog *self)
{
  const guint row = adw_combo_row_get_selected (self->part);
  const double device = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return (TroupeExportChoices){
    .options = { .format = get_format (self),
                 .scheme = get_scheme (self),
                 .scale = gtk_spin_button_get_value (self->scale),
                 .with_texts = gtk_switch_get_active (self->with_texts),
                 .with_document = gtk_switch_get_active (self->with_document),
                 .redact = self->is_redacted },
    .part = row < self->parts->len ? g_array_index (self->parts, TroupeExportPart, row)
                                   : TROUPE_EXPORT_WHOLE,
    .with_run = gtk_switch_get_active (self->with_run),
    .preview_width = (int) (PREVIEW_WIDTH * MAX (device, 1) / 2),
    .preview_is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
  };
}

/* --- Result ----------------------------------------------------------------------------------- */

static void
show_check (GtkImage *icon, GtkLabel *label, gboolean is_good, const char *text)
{
  gtk_image_set_from_icon_name (icon, is_good ? "troupe-check-symbolic" : "troupe-cross-symbolic");
  gtk_widget_remove_css_class (GTK_WIDGET (icon), is_good ? "error" : "success");
  gtk_widget_add_css_class (GTK_WIDGET (icon), is_good ? "success" : "error");
  gtk_label_set_text (label, text);
}

static void
show_cb (TroupeExportDialog *self, GtkWidget *button)
{
  const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "finding"));

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  if (self->result != NULL && index < self->result->report->findings->len)
    g_signal_emit (self, signals[SHOW], 0,
                   &g_array_index (self->result->report->findings, TroupePlotFinding, index));
}

static void
show_findings (TroupeExportDialog *self)
{
  const guint n_findings = self->result->report->findings->len;
  GtkWidget *child;

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->findings))) != NULL)
    gtk_box_remove (self->findings, child);
  for (guint i = 0; i < MIN (n_findings, N_TOLD); i++)
    {
      const TroupePlotFinding *finding =
          &g_array_index (self->result->report->findings, TroupePlotFinding, i);
      g_autofree char *place = troupe_text_to_line (finding->place);
      /* Translators: the location of an API key, and the kind of key. */
      g_autofree char *text = g_strdup_printf ("%s: %s", place, finding->what);
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      GtkWidget *label = gtk_label_new (text);
      GtkWidget *button = gtk_button_new_with_label (_ ("Show"));

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (button, "flat");
      gtk_widget_add_css_class (button, "caption");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                      label, NULL, -1);
      g_object_set_data (G_OBJECT (button), "finding", GUINT_TO_POINTER (i));
      g_signal_connect_object (button, "clicked", G_CALLBACK (show_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (row), label);
      gtk_box_append (GTK_BOX (row), button);
      gtk_box_append (self->findings, row);
    }
  if (n_findings > N_TOLD)
    {
      g_autofree char *more = g_strdup_printf ("+%u", n_findings - N_TOLD);

      gtk_box_append (self->findings, gtk_label_new (more));
    }
  gtk_widget_set_visible (self->findings_scroller, n_findings > 0);
  gtk_widget_set_visible (self->redact, n_findings > 0 && !self->is_redacted);
}

static void
show_checks (TroupeExportDialog *self)
{
  const TroupeExportResult *result = self->result;
  const guint n_findings = result->report->findings->len;
  g_autofree char *keys = NULL;
  g_autofree char *size = NULL;

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  if (n_findings == 0)
    keys = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "No API keys found in %u text",
                                         "No API keys found in %u texts", result->report->n_texts),
                            result->report->n_texts);
  else if (self->is_redacted)
    keys = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u API key masked", "%u API keys masked",
                                         n_findings),
                            n_findings);
  else
    keys = g_strdup (_ ("Possible API key found"));
  show_check (self->keys_icon, self->keys_label, n_findings == 0 || self->is_redacted, keys);
  if (result->bytes != NULL)
    {
      g_autofree char *amount = g_format_size (g_bytes_get_size (result->bytes));

      /* Translators: %s is a file size such as 21 kB. */
      size = g_strdup_printf (_ ("Single %s file that loads nothing from the network"), amount);
    }
  show_check (self->size_icon, self->size_label, result->bytes != NULL,
              size != NULL ? size : result->error->message);
  show_findings (self);
}

static void
made_cb (GObject *source, GAsyncResult *async, gpointer user_data)
{
  g_autoptr (TroupeExportDialog) self = user_data;
  g_autoptr (TroupeExportResult) result = troupe_export_job_finish (async, NULL);
  gint64 began;
  const char *none;
  g_autofree char *when = NULL;
  g_autofree char *text = NULL;
  gboolean is_page;
  const TroupePlotReport *report;
  gboolean has_run;
  g_autofree char *took = NULL;

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  self->is_busy = FALSE;
  if (result == NULL || self->subject == NULL)
    return;
  g_clear_pointer (&self->result, troupe_export_result_free);
  self->result = g_steal_pointer (&result);
  if (self->is_stale)
    {
      start (self);
      return;
    }
  gtk_spinner_stop (self->spinner);
  if (self->result->preview != NULL)
    gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (self->result->preview));
  /* An HTML page has more content than the picture. */
  is_page = get_format (self) == TROUPE_PLOT_FORMAT_HTML;
  report = self->result->report;
  has_run = report->run_words != NULL;
  took = has_run ? troupe_span_to_text ((gint64) (report->run_length * G_USEC_PER_SEC)) : NULL;
  gtk_widget_set_visible (self->page_head, is_page);
  gtk_widget_set_visible (self->page_foot, is_page && has_run);
  gtk_label_set_text (self->page_run, has_run ? report->run_words : "");
  gtk_label_set_text (self->page_now, has_run ? took : "");
  gtk_label_set_text (self->page_end, has_run ? took : "");
  show_checks (self);
  began = self->result->run_time;
  none = self->subject->path != NULL ? _ ("No saved runs of this file") : _ ("There is no run yet");
  when = began != 0 ? troupe_time_for_display (began) : NULL;
  text = when != NULL && get_format (self) == TROUPE_PLOT_FORMAT_HTML
             /* Translators: %s is the start time of a run. */
             ? g_strdup_printf (_ ("%s · plays in a web browser"), when)
             : g_strdup (when != NULL ? when : none);
  adw_action_row_set_subtitle (self->run_row, text);
  gtk_widget_set_sensitive (GTK_WIDGET (self->run_row), began != 0);
  gtk_widget_set_sensitive (self->export_button, self->result->bytes != NULL);
  gtk_widget_set_sensitive (self->copy_button, self->result->bytes != NULL);
}

static void
start (TroupeExportDialog *self)
{
  const TroupeExportChoices choices = get_wish (self);

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  self->is_stale = self->is_busy;
  gtk_widget_set_sensitive (self->export_button, FALSE);
  gtk_widget_set_sensitive (self->copy_button, FALSE);
  gtk_spinner_start (self->spinner);
  if (self->is_busy)
    return;
  self->is_busy = TRUE;
  troupe_export_job_run (self->subject, &choices, self->cancellable, made_cb, g_object_ref (self));
}

static gboolean
delay_cb (gpointer user_data)
{
  TroupeExportDialog *self = user_data;

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  self->timeout = 0;
  start (self);
  return G_SOURCE_REMOVE;
}

/* --- Option signal handlers ------------------------------------------------------------------- */

static void
changed_cb (TroupeExportDialog *self)
{
  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  if (self->is_filling || self->subject == NULL)
    return;
  gtk_widget_set_sensitive (self->export_button, FALSE);
  gtk_widget_set_sensitive (self->texts_row, gtk_switch_get_active (self->with_run));
  if (self->timeout == 0)
    self->timeout = g_timeout_add (DELAY, delay_cb, self);
}

static void
fill_colours (TroupeExportDialog *self)
{
  const TroupePlotFormat format = get_format (self);
  const char *const with_both[] = { _ ("Light and Dark"), _ ("Light"), _ ("Dark"), NULL };
  const gboolean has_both = format == TROUPE_PLOT_FORMAT_HTML || format == TROUPE_PLOT_FORMAT_SVG;
  g_autoptr (GtkStringList) words = gtk_string_list_new (has_both ? with_both : with_both + 1);

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  self->is_filling = TRUE;
  adw_combo_row_set_model (self->colours, G_LIST_MODEL (words));
  adw_combo_row_set_selected (self->colours, format == TROUPE_PLOT_FORMAT_SVG ? 1 : 0);
  self->is_filling = FALSE;
}

static void
format_toggled_cb (TroupeExportDialog *self, GtkToggleButton *button)
{
  const TroupePlotFormat format = get_format (self);

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  if (!gtk_toggle_button_get_active (button))
    return;
  fill_colours (self);
  gtk_widget_set_visible (self->scale_row, format == TROUPE_PLOT_FORMAT_PNG);
  gtk_widget_set_visible (self->texts_row, format == TROUPE_PLOT_FORMAT_HTML);
  gtk_widget_set_visible (GTK_WIDGET (self->document_row), troupe_plot_format_can_carry (format));
  changed_cb (self);
}

static void
fill_parts (TroupeExportDialog *self)
{
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);
  const gboolean is_crew = troupe_plot_source_is_crew (self->subject->source);
  TroupeExportPart part = TROUPE_EXPORT_WHOLE;

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  gtk_string_list_append (words, is_crew ? _ ("Entire Crew") : _ ("Entire Flow"));
  g_array_append_val (self->parts, part);
  if (self->subject->selection != NULL && self->subject->selection[0] != NULL)
    {
      part = TROUPE_EXPORT_SELECTION;
      gtk_string_list_append (words, _ ("Selection"));
      g_array_append_val (self->parts, part);
    }
  if (self->subject->has_view)
    {
      part = TROUPE_EXPORT_VIEW;
      gtk_string_list_append (words, _ ("Visible Area"));
      g_array_append_val (self->parts, part);
    }
  adw_combo_row_set_model (self->part, G_LIST_MODEL (words));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->document_row),
                                 is_crew ? _ ("Crew Without Runs") : _ ("Flow Without Runs"));
}

/* --- Writing ----------------------------------------------------------------------------------- */

gboolean
troupe_export_dialog_write (TroupeExportDialog *self, const char *path, GError **error)
{
  gsize length;
  const char *data;

  g_return_val_if_fail (TROUPE_IS_EXPORT_DIALOG (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (self->result != NULL && self->result->bytes != NULL, FALSE);

  data = g_bytes_get_data (self->result->bytes, &length);
  if (!troupe_file_save_chosen (path, data, length, NULL, error))
    return FALSE;
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

static void
chosen_cb (TroupeExportDialog *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT || self->result == NULL || self->result->bytes == NULL)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path == NULL)
    return;
  name = g_path_get_basename (path);
  if (troupe_export_dialog_write (self, path, &error))
    {
      text = g_strdup_printf (_ ("Exported as “%s”"), name);
      g_signal_emit (self, signals[MESSAGE], 0, text);
      return;
    }
  show_check (self->size_icon, self->size_label, FALSE, error->message);
}

static void
export_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeExportDialog *self = TROUPE_EXPORT_DIALOG (widget);
  g_autofree char *suggestion = g_strdup (self->subject->title);
  g_autofree char *folder = troupe_start_folder_find (self->subject->path);
  g_autofree char *full = NULL;
  char *dot = strrchr (suggestion, '.');

  if (self->result == NULL || self->result->bytes == NULL)
    return;
  if (dot != NULL && dot > suggestion)
    *dot = '\0';
  g_strdelimit (suggestion, "/\\", '-');
  full = g_strconcat (suggestion, troupe_plot_format_get_ending (get_format (self)), NULL);
  g_clear_object (&self->chooser);
  self->chooser =
      gtk_file_chooser_native_new (_ ("Export"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                   _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  troupe_start_folder_set_path (GTK_FILE_CHOOSER (self->chooser), folder);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), full);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
copied_cb (TroupeExportDialog *self, const char *text)
{
  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* Copies the picture, whatever format is selected for the file. */
static void
copy_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeExportDialog *self = TROUPE_EXPORT_DIALOG (widget);
  TroupeExportChoices choices = get_wish (self);

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  troupe_export_copy (self->subject, &choices, widget, (TroupeExportCopied) copied_cb, self);
}

static void
redact_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeExportDialog *self = TROUPE_EXPORT_DIALOG (widget);

  g_assert (TROUPE_IS_EXPORT_DIALOG (self));

  self->is_redacted = TRUE;
  changed_cb (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_export_dialog_dispose (GObject *object)
{
  TroupeExportDialog *self = TROUPE_EXPORT_DIALOG (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->subject, troupe_export_subject_unref);
  g_clear_pointer (&self->result, troupe_export_result_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_EXPORT_DIALOG);
  G_OBJECT_CLASS (troupe_export_dialog_parent_class)->dispose (object);
}

static void
troupe_export_dialog_finalize (GObject *object)
{
  TroupeExportDialog *self = TROUPE_EXPORT_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_array_unref (self->parts);
  G_OBJECT_CLASS (troupe_export_dialog_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, TroupeExportDialog, name)
  BIND (title);
  BIND (copy_button);
  BIND (export_button);
  BIND (halves);
  BIND (options);
  BIND (picture_half);
  BIND (picture);
  BIND (page_head);
  BIND (page_title);
  BIND (page_run);
  BIND (page_now);
  BIND (page_end);
  BIND (page_foot);
  BIND (spinner);
  BIND (html);
  BIND (svg);
  BIND (png);
  BIND (pdf);
  BIND (part);
  BIND (colours);
  BIND (scale_row);
  BIND (scale);
  BIND (run_row);
  BIND (with_run);
  BIND (texts_row);
  BIND (with_texts);
  BIND (document_row);
  BIND (with_document);
  BIND (keys_icon);
  BIND (keys_label);
  BIND (size_icon);
  BIND (size_label);
  BIND (findings_scroller);
  BIND (findings);
  BIND (redact);
#undef BIND
}

static void
troupe_export_dialog_class_init (TroupeExportDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_export_dialog_dispose;
  object_class->finalize = troupe_export_dialog_finalize;
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SHOW] = g_signal_new ("show-finding", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-export-dialog.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, format_toggled_cb);
  gtk_widget_class_install_action (widget_class, "export.write", NULL, export_activated);
  gtk_widget_class_install_action (widget_class, "export.copy", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "export.redact", NULL, redact_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
troupe_export_dialog_init (TroupeExportDialog *self)
{
  self->cancellable = g_cancellable_new ();
  self->parts = g_array_new (FALSE, FALSE, sizeof (TroupeExportPart));
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  troupe_open_list_at_choice (GTK_WIDGET (self->part));
  troupe_open_list_at_choice (GTK_WIDGET (self->colours));
  self->is_filling = FALSE;
}

TroupeExportDialog *
troupe_export_dialog_new (TroupeExportSubject *subject, GSettings *settings, GtkWidget *parent)
{
  TroupeExportDialog *self;

  g_return_val_if_fail (subject != NULL, NULL);
  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (parent), NULL);

  self = g_object_new (TROUPE_TYPE_EXPORT_DIALOG, NULL);
  self->subject = troupe_export_subject_ref (subject);
  adw_window_title_set_subtitle (self->title, subject->title);
  gtk_label_set_text (self->page_title, subject->title);
  self->is_filling = TRUE;
  /* Uses the choice of the last export, and remembers a new one. */
  g_settings_bind (settings, "export-with-run", self->with_run, "active",
                   G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_NO_SENSITIVITY);
  gtk_widget_set_sensitive (self->texts_row, gtk_switch_get_active (self->with_run));
  fill_parts (self);
  fill_colours (self);
  self->is_filling = FALSE;
  if (gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (parent))) < NARROW)
    {
      gtk_orientable_set_orientation (GTK_ORIENTABLE (self->halves), GTK_ORIENTATION_VERTICAL);
      gtk_widget_set_size_request (self->picture_half, -1, 240);
      gtk_widget_set_size_request (self->options, -1, -1);
      /* Large texts leave no room for the title beside the buttons, one of which says the same. */
      gtk_widget_set_visible (GTK_WIDGET (self->title),
                              troupe_canvas_read_text_scale (parent) <= LARGE_TEXT);
    }
  troupe_dialog_put_over (GTK_WINDOW (self), parent);
  troupe_name_buttons (GTK_WIDGET (self));
  start (self);
  return self;
}

void
troupe_export_dialog_set_format (TroupeExportDialog *self, TroupePlotFormat format)
{
  g_return_if_fail (TROUPE_IS_EXPORT_DIALOG (self));
  g_return_if_fail (format < TROUPE_PLOT_N_FORMATS);

  gtk_toggle_button_set_active (
      ((GtkToggleButton *[]){ self->html, self->svg, self->png, self->pdf })[format], TRUE);
}

GBytes *
troupe_export_dialog_get_bytes (TroupeExportDialog *self)
{
  g_return_val_if_fail (TROUPE_IS_EXPORT_DIALOG (self), NULL);

  return !troupe_export_dialog_is_busy (self) && self->result != NULL ? self->result->bytes : NULL;
}

gboolean
troupe_export_dialog_is_busy (TroupeExportDialog *self)
{
  g_return_val_if_fail (TROUPE_IS_EXPORT_DIALOG (self), FALSE);

  return self->is_busy || self->timeout != 0;
}
