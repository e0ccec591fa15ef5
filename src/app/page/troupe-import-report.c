/* troupe-import-report.c: report on a crew imported from agents.yaml and tasks.yaml
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-import-report"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-bar-box.h"
#include "troupe-import-report.h"
#include "troupe-report-item.h"
#include "troupe-sanitize-text.h"

struct _TroupeImportReport
{
  GObject parent_instance;

  char *id;
  char *folder;
  GListStore *items;
  char *text;
  GtkWidget *bar;
};

enum
{
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeImportReport, troupe_import_report, G_TYPE_OBJECT)

const char *
troupe_import_report_get_id (TroupeImportReport *self)
{
  g_return_val_if_fail (TROUPE_IS_IMPORT_REPORT (self), NULL);

  return self->id;
}

const char *
troupe_import_report_get_folder (TroupeImportReport *self)
{
  g_return_val_if_fail (TROUPE_IS_IMPORT_REPORT (self), NULL);

  return self->folder;
}

GtkWidget *
troupe_import_report_get_bar (TroupeImportReport *self)
{
  g_return_val_if_fail (TROUPE_IS_IMPORT_REPORT (self), NULL);

  return self->bar;
}

GListModel *
troupe_import_report_get_items (TroupeImportReport *self)
{
  g_return_val_if_fail (TROUPE_IS_IMPORT_REPORT (self), NULL);

  return G_LIST_MODEL (self->items);
}

const char *
troupe_import_report_get_text (TroupeImportReport *self)
{
  g_return_val_if_fail (TROUPE_IS_IMPORT_REPORT (self), NULL);

  return self->text;
}

static gboolean
is_among (const TroupeProblem *problem, GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *other = g_ptr_array_index (problems, i);

      if (g_strcmp0 (other->fix_action, problem->fix_action) == 0 &&
          g_strcmp0 (other->path, problem->path) == 0)
        return TRUE;
    }
  return FALSE;
}

void
troupe_import_report_update (TroupeImportReport *self, GPtrArray *problems)
{
  g_return_if_fail (TROUPE_IS_IMPORT_REPORT (self));
  g_return_if_fail (problems != NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (TroupeReportItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);
      const TroupeProblem *problem = troupe_report_item_get_problem (item);

      if (problem->fix_action != NULL)
        troupe_report_item_set_settled (item, !is_among (problem, problems));
    }
}

/* --- Creating the items ----------------------------------------------------------------------- */

/* --- Summary bar ------------------------------------------------------------------------------ */

static void
close_cb (TroupeImportReport *self)
{
  g_assert (TROUPE_IS_IMPORT_REPORT (self));

  g_signal_emit (self, signals[CLOSED], 0);
}

static void
make_bar (TroupeImportReport *self, const TroupeCrewImport *import)
{
  GtkWidget *close = gtk_button_new_with_label (_ ("Close Report"));
  GtkWidget *save = gtk_button_new_with_label (_ ("Save as Crew…"));
  g_autofree char *sentence = NULL;
  g_autofree char *shown = NULL;
  GtkWidget *label;
  guint n_came;
  guint n_all;
  g_autofree char *files = NULL;
  GString *text;

  g_assert (TROUPE_IS_IMPORT_REPORT (self));

  n_came = import->n_carried + import->n_changed;
  n_all = n_came + import->n_left_out;
  files = g_strjoinv (", ", import->files);
  text = g_string_new (NULL);
  /* Translators: %s is a list of file names. */
  g_string_append_printf (text, _ ("Imported from %s."), files);
  g_string_append_c (text, ' ');
  /* Translators: number of imported entries, number of all entries: “38 of 41 entries imported” */
  g_string_append_printf (text,
                          ngettext ("%u of %u entry imported", "%u of %u entries imported", n_all),
                          n_came, n_all);
  if (import->n_changed > 0)
    g_string_append_printf (
        text, ngettext ("; %u of them changed", "; %u of them changed", import->n_changed),
        import->n_changed);
  if (import->n_left_out > 0)
    g_string_append_printf (text, ngettext ("; %u skipped", "; %u skipped", import->n_left_out),
                            import->n_left_out);
  g_string_append_c (text, '.');
  sentence = g_string_free (text, FALSE);
  shown = troupe_text_to_line (sentence);
  label = gtk_label_new (shown);
  self->bar = g_object_ref_sink (troupe_bar_box_new ());
  gtk_widget_add_css_class (self->bar, "looking");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "mode-sentence");
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (save, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (save), "win.save-as");
  g_signal_connect_object (close, "clicked", G_CALLBACK (close_cb), self, G_CONNECT_SWAPPED);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar),
                         gtk_image_new_from_icon_name ("folder-open-symbolic"));
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), label);
  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_set_valign (i == 0 ? close : save, GTK_ALIGN_CENTER);
      troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), i == 0 ? close : save);
    }
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_import_report_dispose (GObject *object)
{
  TroupeImportReport *self = TROUPE_IMPORT_REPORT (object);

  if (self->bar != NULL && gtk_widget_get_parent (self->bar) != NULL)
    gtk_widget_unparent (self->bar);
  g_clear_object (&self->bar);
  g_clear_object (&self->items);
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (troupe_import_report_parent_class)->dispose (object);
}

static void
troupe_import_report_class_init (TroupeImportReportClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_import_report_dispose;
  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_import_report_init (TroupeImportReport *self)
{
  self->items = g_list_store_new (TROUPE_TYPE_REPORT_ITEM);
}

TroupeImportReport *
troupe_import_report_new (const TroupeCrewImport *import)
{
  TroupeImportReport *self;
  GString *text;

  g_return_val_if_fail (import != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_IMPORT_REPORT, NULL);
  self->id = g_strdup (import->id);
  self->folder = g_strdup (import->folder);
  text = g_string_new (NULL);
  for (guint i = 0; i < import->items->len; i++)
    {
      const TroupeCrewImportItem *item = g_ptr_array_index (import->items, i);
      g_autoptr (TroupeReportItem) row = NULL;
      g_autofree char *line = NULL;
      static const TroupeReportKind kinds[] = {
        [TROUPE_CREW_IMPORT_LEFT_OUT] = TROUPE_REPORT_LEFT_OUT,
        [TROUPE_CREW_IMPORT_CHANGED] = TROUPE_REPORT_CHANGED,
        [TROUPE_CREW_IMPORT_CARRIED] = TROUPE_REPORT_CARRIED,
      };
      g_autoptr (TroupeProblem) problem = NULL;

      problem = troupe_problem_new (TROUPE_SEVERITY_HINT, "import",
                                    item->path != NULL ? item->path : "", "%s", item->why);
      problem->fix_action = g_strdup (item->fix_action);
      problem->fix_label = g_strdup (item->fix_label);
      row = troupe_report_item_new (kinds[item->kind], item->file, item->line, item->last_line,
                                    item->what, problem);
      line = troupe_crew_import_item_to_text (item);
      g_list_store_append (self->items, row);
      g_string_append_printf (text, "%s\n", line);
    }
  self->text = g_string_free (text, FALSE);
  make_bar (self, import);
  return self;
}
