/* troupe-palette-rows.c: rows of the palette
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-palette-rows"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-condition-tree.h"
#include "troupe-mark.h"
#include "troupe-palette-private.h"
#include "troupe-plot.h"

#define MARK_SIZE 26
#define DETAIL_LINES 2
/* The texts of a row ask for no more than this, so that the palette has the same width whatever it lists. */
#define MOST_CHARS 26

typedef struct
{
  const char *name;
  const char *title;
  const char *detail;
  const char *synonyms; /* additional search terms */
  const char *icon_name;
  char letter;
  TroupeCanvasRole role;
} TroupePaletteEntry;

static const TroupePaletteEntry entries[TROUPE_PALETTE_N_KINDS] = {
  [TROUPE_PALETTE_EXPRESSION] = { "expression", N_ ("Expression"),
                                  N_ ("Computes a value or makes a decision"),
                                  NC_ ("search terms", "cel formula value compute"),
                                  "troupe-expression-symbolic", 'E', TROUPE_CANVAS_ROLE_LISTENER },
  [TROUPE_PALETTE_AGENT] = { "agent", N_ ("Agent"), N_ ("Runs a single agent"),
                             NC_ ("search terms", "model llm prompt ai"), "troupe-agent-symbolic",
                             'A', TROUPE_CANVAS_ROLE_LISTENER },
  [TROUPE_PALETTE_CREW] = { "crew", N_ ("Crew"), N_ ("A team of agents with tasks"),
                            NC_ ("search terms", "team tasks"), "troupe-crew-symbolic", 'C',
                            TROUPE_CANVAS_ROLE_LISTENER },
  [TROUPE_PALETTE_TOOL] = { "tool", N_ ("Tool"), N_ ("Calls a single tool"),
                            NC_ ("search terms", "call search web"), "troupe-tool-symbolic", 'T',
                            TROUPE_CANVAS_ROLE_LISTENER },
  [TROUPE_PALETTE_EACH] = { "each", N_ ("For Each"), N_ ("Runs steps for every item of a list"),
                            NC_ ("search terms", "loop list map"), "troupe-each-symbolic", 'L',
                            TROUPE_CANVAS_ROLE_LISTENER },
  [TROUPE_PALETTE_PERSON] = { "person", N_ ("Ask for Human Feedback"),
                              N_ ("Waits for human feedback"),
                              NC_ ("search terms", "human feedback approve review"),
                              "troupe-human-symbolic", 'H', TROUPE_CANVAS_ROLE_ROUTER },
  [TROUPE_PALETTE_PYTHON] = { "script", N_ ("Python"), N_ ("Requires your permission to run"),
                              NC_ ("search terms", "script code"), "troupe-script-symbolic", 'P',
                              TROUPE_CANVAS_ROLE_LISTENER },
  [TROUPE_PALETTE_ROUTER] = { "router", N_ ("Router"),
                              N_ ("Sends the flow down one of several branches"),
                              NC_ ("search terms", "decide branch if switch"),
                              "troupe-expression-symbolic", 'R', TROUPE_CANVAS_ROLE_ROUTER },
  [TROUPE_PALETTE_AND] = { "and", N_ ("AND Gate"), N_ ("Waits for all inputs"),
                           NC_ ("search terms", "join wait all"), "troupe-wait-symbolic", '\0',
                           TROUPE_CANVAS_ROLE_NEUTRAL },
  [TROUPE_PALETTE_OR] = { "or", N_ ("OR Gate"), N_ ("Runs once, for the first input"),
                          NC_ ("search terms", "join wait any merge"), "troupe-skip-symbolic", '\0',
                          TROUPE_CANVAS_ROLE_NEUTRAL },
  [TROUPE_PALETTE_START] = { "start", N_ ("Start Method"), N_ ("Runs when the flow starts"),
                             NC_ ("search terms", "begin entry first trigger"),
                             "troupe-expression-symbolic", 'S', TROUPE_CANVAS_ROLE_START },
  [TROUPE_PALETTE_NOTE] = { "note", N_ ("Note"), N_ ("A text note on the canvas"),
                            NC_ ("search terms", "comment text sticky"), "troupe-note-symbolic",
                            'N', TROUPE_CANVAS_ROLE_NEUTRAL },
};

const char *
troupe_palette_kind_get_name (TroupePaletteKind kind)
{
  g_return_val_if_fail ((guint) kind < TROUPE_PALETTE_N_KINDS, NULL);

  return entries[kind].name;
}

const char *
troupe_palette_kind_get_title (TroupePaletteKind kind)
{
  g_return_val_if_fail ((guint) kind < TROUPE_PALETTE_N_KINDS, NULL);

  return _ (entries[kind].title);
}

gboolean
troupe_palette_kind_from_name (const char *name, TroupePaletteKind *kind)
{
  g_return_val_if_fail (name != NULL && kind != NULL, FALSE);

  for (guint i = 0; i < TROUPE_PALETTE_N_KINDS; i++)
    if (g_str_equal (entries[i].name, name))
      {
        *kind = (TroupePaletteKind) i;
        return TRUE;
      }

  return FALSE;
}

int
troupe_palette_row_get_kind (GtkListBoxRow *row)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "kind")) - 1;
}

const char *
troupe_palette_row_get_target (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "target");
}

const char *
troupe_palette_row_get_words (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "words");
}

char
troupe_palette_row_get_letter (GtkListBoxRow *row)
{
  int kind = troupe_palette_row_get_kind (row);

  return kind >= 0 ? entries[kind].letter : '\0';
}

static GtkWidget *
make_row (TroupeCanvasRole role,
          const char *icon_name,
          const char *title,
          const char *detail,
          char letter)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *mark = troupe_mark_new (MARK_SIZE);
  GtkWidget *title_label = gtk_label_new (title);
  GtkWidget *detail_label = gtk_label_new (detail);
  /* The letter is typed, and Enter takes the entry: on the canvas it may be another command. */
  g_autofree char *shown = g_strdup_printf ("%c ↵", letter);

  troupe_mark_set (TROUPE_MARK (mark), role, icon_name);
  gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (title_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title_label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (title_label), MOST_CHARS);
  gtk_widget_add_css_class (title_label, "heading");
  gtk_label_set_xalign (GTK_LABEL (detail_label), 0);
  gtk_label_set_wrap (GTK_LABEL (detail_label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (detail_label), MOST_CHARS);
  gtk_label_set_lines (GTK_LABEL (detail_label), DETAIL_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (detail_label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (detail_label, "caption");
  gtk_widget_add_css_class (detail_label, "dim-label");
  gtk_box_append (GTK_BOX (texts), title_label);
  gtk_box_append (GTK_BOX (texts), detail_label);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), texts);
  if (letter != '\0')
    {
      GtkWidget *key = gtk_label_new (shown);

      gtk_widget_add_css_class (key, "keycap-small");
      gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (box), key);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail, -1);
  g_object_set_data_full (G_OBJECT (row), "title", g_strdup (title), g_free);

  return row;
}

GtkWidget *
troupe_palette_new_kind_row (TroupePaletteKind kind, gboolean is_recent)
{
  const TroupePaletteEntry *entry = &entries[kind];
  GtkWidget *row =
      make_row (entry->role, entry->icon_name, _ (entry->title), _ (entry->detail), entry->letter);
  g_autofree char *words =
      g_strjoin (" ", entry->title, _ (entry->title), entry->synonyms,
                 g_dpgettext2 (GETTEXT_PACKAGE, "search terms", entry->synonyms), NULL);

  if (is_recent)
    {
      const char *detail = _ (entry->detail);
      GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
      GtkWidget *texts = gtk_widget_get_next_sibling (gtk_widget_get_first_child (box));
      GtkWidget *sign = gtk_image_new_from_icon_name ("document-open-recent-symbolic");
      g_autofree char *spoken = g_strdup_printf ("%s, %s", detail, _ ("recently used"));

      /* Marks a row as recently used, in front of its letter. The row keeps its place in the
       * list. */
      gtk_widget_set_tooltip_text (sign, _ ("Recently Used"));
      gtk_widget_add_css_class (sign, "dim-label");
      gtk_widget_set_valign (sign, GTK_ALIGN_CENTER);
      gtk_box_insert_child_after (GTK_BOX (box), sign, texts);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      spoken, -1);
    }
  g_object_set_data (G_OBJECT (row), "kind", GINT_TO_POINTER ((int) kind + 1));
  g_object_set_data_full (G_OBJECT (row), "words", g_utf8_casefold (words, -1), g_free);

  return row;
}

void
troupe_palette_row_describe (GtkWidget *row, const char *detail)
{
  GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
  GtkWidget *texts = gtk_widget_get_next_sibling (gtk_widget_get_first_child (box));

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (texts)), detail);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail,
                                  -1);
}

void
troupe_palette_row_disable (GtkWidget *row, const char *reason)
{
  troupe_palette_row_describe (row, reason);
  gtk_widget_set_sensitive (row, FALSE);
}

GtkWidget *
troupe_palette_new_target_row (const TroupeFlowMethod *method, const char *event)
{
  TroupeConditionTree *tree =
      troupe_condition_tree_new (troupe_flow_method_get_condition (method, ""));
  g_autofree char *condition = NULL;
  g_autofree char *detail = NULL;
  GtkWidget *row;

  tree = troupe_condition_tree_join (tree, troupe_condition_tree_new_event (event), FALSE);
  condition = troupe_condition_tree_to_text (tree);
  troupe_condition_tree_free (tree);
  detail = g_strdup_printf (_ ("result: %s"), condition);
  row = make_row (troupe_mark_get_role (method), troupe_plot_get_icon_name (method), method->name,
                  detail, '\0');
  g_object_set_data_full (G_OBJECT (row), "target", g_strdup (method->name), g_free);
  g_object_set_data_full (G_OBJECT (row), "words", g_utf8_casefold (method->name, -1), g_free);

  return row;
}
