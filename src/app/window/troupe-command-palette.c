/* troupe-command-palette.c: command palette: searches methods, commands, templates and recent files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-palette"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command-palette.h"
#include "troupe-kind.h"
#include "troupe-recent-files.h"
#include "troupe-templates.h"

/* Maximum number of results per group, and maximum number of results if only one group is
 * searched. */
#define N_OF_GROUP 5
#define N_ALONE 200

#define WIDTH 600
#define NARROWEST 240
#define DISTANCE 28 /* from the top of the parent */
#define LARGEST_HEIGHT 420

typedef enum
{
  GROUP_METHODS,
  GROUP_COMMANDS,
  GROUP_TEMPLATES,
  GROUP_FILES,
  N_GROUPS,
} Group;

static const char *const group_titles[] = { N_ ("Methods"), N_ ("Commands"), N_ ("Templates"),
                                            N_ ("Files") };

/* A command of the palette. The actions of the editor have the prefix of the document type. */
typedef struct
{
  const char *title;
  const char *action; /* detailed name, with the target of the action if it has one */
  const char *keys;
  const char *words; /* (nullable): search terms, in addition to the titles */
} Command;

static const Command commands[] = {
  { N_ ("Run"), "win.run", "F5", NC_ ("search terms", "start execute play") },
  { N_ ("Run With Inputs"), "win.run-with-inputs", "Ctrl+F5",
    NC_ ("search terms", "start parameters") },
  { N_ ("Testing and Training"), "win.test", NULL,
    NC_ ("search terms", "rate judge learn compare models") },
  { N_ ("Tests"), "win.cases", NULL,
    NC_ ("search terms", "cases assertions expect judge regression compare models") },
  { N_ ("Make Test From Run"), "win.new-case", NULL,
    NC_ ("search terms", "case record make assertion") },
  { N_ ("Stop"), "win.stop", "Shift+F5", NC_ ("search terms", "cancel abort") },
  { N_ ("Pause or Continue"), "win.pause", "F7", NC_ ("search terms", "hold resume") },
  { N_ ("Run Next Method or Task"), "win.step", "F8", NC_ ("search terms", "debug") },
  { N_ ("Batch"), "win.batch", "Ctrl+Shift+F5",
    NC_ ("search terms", "many inputs csv jsonl table rows") },
  { N_ ("History"), "win.history", "Ctrl+H",
    NC_ ("search terms", "past runs earlier log of runs list failed") },
  { N_ ("Compare Runs"), "win.compare-runs", "Ctrl+Shift+H",
    NC_ ("search terms", "difference diff two history") },
  { N_ ("Permissions"), "win.permissions", NULL,
    NC_ ("search terms", "allow access files hosts programs keys consent security") },
  { N_ ("Budget"), "win.budget", NULL, NC_ ("search terms", "cost money limit price spend") },
  { N_ ("New Flow"), "win.new", "Ctrl+N", NC_ ("search terms", "create document") },
  { N_ ("New Crew"), "win.new-crew", "Ctrl+Alt+N",
    NC_ ("search terms", "create agents tasks team project") },
  { N_ ("Open"), "win.open", "Ctrl+O", NC_ ("search terms", "load file") },
  { N_ ("Open Folder"), "win.open-folder", "Ctrl+Alt+O",
    NC_ ("search terms", "import project directory crewai python") },
  { N_ ("Save"), "win.save", "Ctrl+S", NC_ ("search terms", "store write") },
  { N_ ("Save As"), "win.save-as", "Ctrl+Shift+S", NC_ ("search terms", "copy rename") },
  { N_ ("Compare With File"), "win.compare", NULL,
    NC_ ("search terms", "merge difference diff versions two people git") },
  { N_ ("Export"), "win.export", "Ctrl+E",
    NC_ ("search terms", "html svg png pdf image picture plot page") },
  { N_ ("Copy as Image"), "win.copy-picture", "Ctrl+Shift+C",
    NC_ ("search terms", "png clipboard image") },
  { N_ ("Undo"), "win.undo", "Ctrl+Z", NC_ ("search terms", "revert back") },
  { N_ ("Redo"), "win.redo", "Ctrl+Shift+Z", NC_ ("search terms", "again repeat") },
  { N_ ("Add (Palette)"), "flow.add-next", "Tab",
    NC_ ("search terms", "create insert method card") },
  { N_ ("Add Note"), "flow.add-note", "Shift+N", NC_ ("search terms", "comment text sticky") },
  { N_ ("Tidy Up"), "flow.tidy", "Ctrl+Shift+L",
    NC_ ("search terms", "layout arrange align auto") },
  { N_ ("Align Left"), "flow.align::L", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Align Center"), "flow.align::C", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Align Right"), "flow.align::R", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Align Top"), "flow.align::T", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Align Middle"), "flow.align::M", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Align Bottom"), "flow.align::B", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Distribute Horizontally"), "flow.align::H", NULL,
    NC_ ("search terms", "arrange position") },
  { N_ ("Distribute Vertically"), "flow.align::V", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("Straighten"), "flow.align::S", NULL, NC_ ("search terms", "arrange position") },
  { N_ ("State"), "flow.state", "Ctrl+Alt+S",
    NC_ ("search terms", "fields schema json pydantic inputs") },
  { N_ ("Memory and Knowledge"), "win.memory", "Ctrl+Alt+M",
    NC_ ("search terms", "remember records sources embeddings forget") },
  { N_ ("Run Changed Again"), "win.run-changed", "Shift+F7",
    NC_ ("search terms", "stale reuse cache incremental results update") },
  { N_ ("Reuse Unchanged Results"), "app.reuse-results", NULL,
    NC_ ("search terms", "cache save money incremental") },
  { N_ ("Why Out of Date"), "flow.changes", "Y",
    NC_ ("search terms", "stale changed since run reason") },
  { N_ ("Run From Here"), "flow.run-from", "Alt+F5",
    NC_ ("search terms", "start method part again resume") },
  { N_ ("Fork Past Run From Here"), "win.fork", "Alt+F5",
    NC_ ("search terms", "history branch again resume time travel") },
  { N_ ("Run to Here"), "flow.run-until", "Shift+Alt+F5",
    NC_ ("search terms", "until part end stop") },
  { N_ ("Run Only This"), "flow.run-only", "Ctrl+Alt+F5",
    NC_ ("search terms", "single method part try") },
  { N_ ("Pin Output"), "flow.pin", "P", NC_ ("search terms", "fix freeze cache result unpin") },
  { N_ ("Breakpoint"), "flow.breakpoint", "B", NC_ ("search terms", "debug pause stop before") },
  { N_ ("Breakpoint If…"), "flow.breakpoint-if", "Shift+B",
    NC_ ("search terms", "debug condition pause") },
  { N_ ("Mute"), "flow.mute", "M", NC_ ("search terms", "skip disable bypass turn off unmute") },
  { N_ ("Where Used"), "flow.where-used", NULL,
    NC_ ("search terms", "references usages find rename") },
  { N_ ("Find"), "flow.find", "Ctrl+F", NC_ ("search terms", "search") },
  { N_ ("Add Task"), "crew.add-task", NULL, NC_ ("search terms", "create insert new card") },
  { N_ ("Add Agent"), "crew.add-agent", NULL, NC_ ("search terms", "create insert new card role") },
  { N_ ("Sequential Process"), "crew.process::sequential", NULL,
    NC_ ("search terms", "process order tasks") },
  { N_ ("Hierarchical Process"), "crew.process::hierarchical", NULL,
    NC_ ("search terms", "process manager delegate") },
  { N_ ("Model of All Agents"), "crew.all-models", NULL,
    NC_ ("search terms", "llm provider default change switch") },
  { N_ ("Find"), "crew.find", "Ctrl+F", NC_ ("search terms", "search") },
  { N_ ("Fit All"), "crew.fit", "Ctrl+1", NC_ ("search terms", "zoom whole") },
  { N_ ("Zoom to 100%"), "crew.zoom-normal", "Ctrl+0", NC_ ("search terms", "original size") },
  { N_ ("Minimap"), "crew.minimap", "Ctrl+M", NC_ ("search terms", "minimap navigator") },
  { N_ ("Select All"), "crew.select-all", "Ctrl+A", NC_ ("search terms", "everything") },
  { N_ ("Fit All"), "flow.fit", "Ctrl+1", NC_ ("search terms", "zoom whole") },
  { N_ ("Zoom to 100%"), "flow.zoom-normal", "Ctrl+0", NC_ ("search terms", "original size") },
  { N_ ("Minimap"), "flow.minimap", "Ctrl+M", NC_ ("search terms", "minimap navigator") },
  { N_ ("Select All"), "flow.select-all", "Ctrl+A", NC_ ("search terms", "everything") },
  { N_ ("Outline"), "win.show-outline", "F9", NC_ ("search terms", "sidebar list tree") },
  { N_ ("Inspector"), "win.show-inspector", "Shift+F9",
    NC_ ("search terms", "properties form sidebar") },
  { N_ ("Panel"), "win.panel-toggle", "Ctrl+F9", NC_ ("search terms", "bottom log timeline data") },
  { N_ ("Full-Height Panel"), "win.panel-whole", "Ctrl+Shift+F9",
    NC_ ("search terms", "bottom transcript maximize large") },
  { N_ ("Timeline"), "win.panel-timeline", "Ctrl+Alt+1",
    NC_ ("search terms", "run history steps duration") },
  { N_ ("Transcript"), "win.panel-transcript", "Ctrl+Alt+2",
    NC_ ("search terms", "prompts answers messages conversation") },
  { N_ ("Data"), "win.panel-data", "Ctrl+Alt+3",
    NC_ ("search terms", "outputs values results json") },
  { N_ ("Log"), "win.panel-log", "Ctrl+Alt+4",
    NC_ ("search terms", "events console print output") },
  { N_ ("Cost"), "win.panel-cost", "Ctrl+Alt+5", NC_ ("search terms", "money tokens price usage") },
  { N_ ("Problems"), "win.panel-problems", "Ctrl+Alt+6",
    NC_ ("search terms", "errors warnings issues validate lint check") },
  { N_ ("Next Problem"), "win.panel-next-problem", "F4",
    NC_ ("search terms", "error warning issue") },
  { N_ ("Previous Problem"), "win.panel-previous-problem", "Shift+F4",
    NC_ ("search terms", "error warning issue") },
  { N_ ("Preferences"), "app.preferences", "Ctrl+,",
    NC_ ("search terms", "settings options keys models api configuration") },
  { N_ ("Dark Style"), "app.color-scheme::dark", NULL,
    NC_ ("search terms", "theme night black color") },
  { N_ ("Light Style"), "app.color-scheme::light", NULL,
    NC_ ("search terms", "theme day white color") },
  { N_ ("Follow System Style"), "app.color-scheme::default", NULL,
    NC_ ("search terms", "theme desktop automatic dark light") },
  { N_ ("Welcome Page"), "win.welcome", NULL, NC_ ("search terms", "home start templates") },
  { N_ ("Close Tab"), "win.close-tab", "Ctrl+W", NC_ ("search terms", "document shut") },
  { N_ ("Reopen Closed Tab"), "win.reopen-tab", "Ctrl+Shift+T",
    NC_ ("search terms", "restore undo") },
  { N_ ("New Window"), "app.new-window", "Ctrl+Shift+N",
    NC_ ("search terms", "another second open") },
  { N_ ("Fullscreen"), "win.fullscreen", "F11", NC_ ("search terms", "maximize fullscreen") },
  { N_ ("Keyboard Shortcuts"), "win.show-help-overlay", "Ctrl+F1",
    NC_ ("search terms", "help keys hotkeys") },
  { N_ ("About Troupe"), "app.about", NULL, NC_ ("search terms", "version license credits") },
  { N_ ("Quit"), "app.quit", "Ctrl+Q", NC_ ("search terms", "exit leave close") },
};

struct _TroupeCommandPalette
{
  GtkPopover parent_instance;

  GtkWidget *entry;
  GtkWidget *scroller;
  GtkListBox *list;
  GtkLabel *nothing;
  TroupePage *page; /* (nullable) */
};

enum
{
  FILE_CHOSEN,
  TEMPLATE_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCommandPalette, troupe_command_palette, GTK_TYPE_POPOVER)

/* --- Rows -------------------------------------------------------------------------------------- */

static GtkWidget *
make_label (const char *text, gboolean is_dim)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (is_dim)
    gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static GtkWidget *
add_row (TroupeCommandPalette *self,
         Group group,
         const char *icon,
         const char *title,
         const char *more)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *image = gtk_image_new_from_icon_name (icon);
  GtkWidget *name = make_label (title, FALSE);

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), name);
  if (more != NULL)
    {
      GtkWidget *label = make_label (more, TRUE);

      gtk_widget_set_hexpand (label, TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), group == GROUP_COMMANDS ? 1 : 0);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_add_css_class (row, "everything-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (row), "troupe-group", GUINT_TO_POINTER (group));
  gtk_list_box_append (self->list, row);
  return row;
}

/* Returns TRUE if @text contains the query. @text: (nullable): NULL counts as empty. */
static gboolean
holds (const char *text, const char *query)
{
  g_autofree char *folded = NULL;

  if (*query == '\0')
    return TRUE;
  if (text == NULL)
    return FALSE;
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, query) != NULL;
}

/* Quality of a match; results are sorted by it. */
typedef enum
{
  FIT_BEGINS, /* prefix of the name */
  FIT_NAME,
  FIT_REST, /* each word in the name, the description or the search terms */
  N_FITS
} Fit;

static Fit
find_fit (const char *name, const char *rest, const char *query)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  g_auto (GStrv) words = NULL;

  if (g_str_has_prefix (folded, query))
    return FIT_BEGINS;
  if (strstr (folded, query) != NULL)
    return FIT_NAME;
  words = g_strsplit (query, " ", -1);
  for (char **word = words; *word != NULL; word++)
    if (strstr (folded, *word) == NULL && !holds (rest, *word))
      return N_FITS;
  return FIT_REST;
}

static void
add_places (TroupeCommandPalette *self, const char *query, guint limit)
{
  TroupePageContent *content = self->page != NULL ? troupe_page_get_content (self->page) : NULL;
  guint n_added = 0;

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  for (Fit fit = 0; content != NULL && fit < N_FITS; fit++)
    {
      const char *name;
      const char *detail = NULL;

      for (guint i = 0;
           n_added < limit && (name = troupe_page_content_get_place (content, i, &detail)) != NULL;
           i++)
        {
          GtkWidget *row;

          if (find_fit (name, detail, query) != fit)
            continue;
          row = add_row (self, GROUP_METHODS, "troupe-flow-symbolic", name, detail);
          g_object_set_data_full (G_OBJECT (row), "troupe-place", g_strdup (name), g_free);
          n_added++;
        }
    }
}

/* Returns TRUE for actions of the window or the application. */
static gboolean
is_general (const char *action)
{
  return g_str_has_prefix (action, "win.") || g_str_has_prefix (action, "app.");
}

/* Returns TRUE if the prefix of the action is the document type of the page. */
static gboolean
is_of_kind (TroupePage *page, const char *action)
{
  const char *kind = troupe_kind_of (troupe_page_get_document (page))->name;

  return g_str_has_prefix (action, kind) && action[strlen (kind)] == '.';
}

static void
add_command (TroupeCommandPalette *self, const Command *command)
{
  GtkWidget *row =
      add_row (self, GROUP_COMMANDS, "system-run-symbolic", _ (command->title), command->keys);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  g_object_set_data (G_OBJECT (row), "troupe-action", (gpointer) command->action);
  /* Setting the action name makes the row insensitive while the action is disabled. */
  if (is_general (command->action) &&
      g_action_parse_detailed_name (command->action, &name, &target, NULL))
    {
      /* GTK warns about an action whose target has the wrong type, so the target is set first. */
      gtk_actionable_set_action_target_value (GTK_ACTIONABLE (row), target);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), name);
    }
}

/* Commands are found by their English titles and search terms as well. */
static Fit
find_command_fit (const Command *command, const char *query)
{
  g_autofree char *words =
      command->words != NULL
          ? g_strjoin (" ", command->words,
                       g_dpgettext2 (GETTEXT_PACKAGE, "search terms", command->words), NULL)
          : NULL;
  Fit fit = find_fit (_ (command->title), words, query);

  return MIN (fit, find_fit (command->title, NULL, query));
}

/* Templates are found by their names and what they show, in English as well. */
static Fit
find_template_fit (const TroupeTemplate *template, const char *query)
{
  g_autofree char *rest =
      g_strjoin (" ", _ (template->subtitle), template->subtitle, template->words,
                 g_dpgettext2 (GETTEXT_PACKAGE, "search terms", template->words), NULL);
  const Fit fit = find_fit (_ (template->title), rest, query);

  return MIN (fit, find_fit (template->title, rest, query));
}

static GtkListBoxRow *
find_row (TroupeCommandPalette *self, int from, int step)
{
  GtkListBoxRow *row;

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  for (int i = from; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i += step)
    if (gtk_widget_is_sensitive (GTK_WIDGET (row)))
      return row;
  return NULL;
}

static void
fill (TroupeCommandPalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  const char alone = strchr (">@", *text) != NULL ? *text : '\0';
  g_autofree char *stripped = g_strstrip (g_strdup (alone != '\0' ? text + 1 : text));
  g_autofree char *query = g_utf8_casefold (stripped, -1);
  const guint limit = alone != '\0' ? N_ALONE : N_OF_GROUP;
  g_autofree char *nothing = g_strdup_printf (_ ("No results for “%s”."), stripped);
  GtkWidget *row;
  gboolean is_empty;

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, row);
  if (alone != '>')
    add_places (self, query, limit);
  if (alone != '@')
    {
      guint n_added = 0;

      for (Fit fit = 0; fit < N_FITS; fit++)
        for (guint i = 0; i < G_N_ELEMENTS (commands) && n_added < limit; i++)
          {
            if (find_command_fit (&commands[i], query) != fit ||
                !(is_general (commands[i].action) ||
                  (self->page != NULL && is_of_kind (self->page, commands[i].action))))
              continue;
            add_command (self, &commands[i]);
            n_added++;
          }
    }
  if (alone == '\0')
    {
      const TroupeTemplate *template;
      guint n_added = 0;
      g_autoptr (GPtrArray) files = NULL;
      guint file_n_added = 0;

      /* Without a query, the welcome page is the better list. */
      for (Fit fit = 0; *query != '\0' && fit < N_FITS; fit++)
        for (guint i = 0; n_added < N_ALONE && (template = troupe_template_get (i)) != NULL; i++)
          if (find_template_fit (template, query) == fit)
            {
              GtkWidget *templates = add_row (self, GROUP_TEMPLATES, "document-new-symbolic",
                                              _ (template->title), _ (template->subtitle));

              g_object_set_data (G_OBJECT (templates), "troupe-action",
                                 (gpointer) template->action);
              g_object_set_data_full (G_OBJECT (templates), "troupe-template",
                                      troupe_template_dup_path (template), g_free);
              n_added++;
            }
      files = troupe_recent_files_list ();
      for (guint i = 0; i < files->len && file_n_added < limit; i++)
        {
          const TroupeRecentFile *file = g_ptr_array_index (files, i);
          g_autofree char *path = troupe_path_for_display (file->path);
          GtkWidget *file_row;

          if (!holds (file->name, query) && !holds (path, query))
            continue;
          file_row = add_row (self, GROUP_FILES, file->icon, file->name, path);
          g_object_set_data_full (G_OBJECT (file_row), "troupe-uri", g_strdup (file->uri), g_free);
          file_n_added++;
        }
    }
  is_empty = gtk_list_box_get_row_at_index (self->list, 0) == NULL;
  gtk_label_set_label (self->nothing, nothing);
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), is_empty);
  gtk_widget_set_visible (self->scroller, !is_empty);
  gtk_list_box_select_row (self->list, find_row (self, 0, 1));
}

/* Adds the title of a group to its first row. */
static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  TroupeCommandPalette *self = TROUPE_COMMAND_PALETTE (user_data);
  const gpointer group = g_object_get_data (G_OBJECT (row), "troupe-group");
  GtkWidget *label;

  if (before != NULL && g_object_get_data (G_OBJECT (before), "troupe-group") == group)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  if (GPOINTER_TO_UINT (group) == GROUP_METHODS && self->page != NULL &&
      is_of_kind (self->page, "crew."))
    label = make_label (_ ("Tasks and Agents"), TRUE);
  else
    label = make_label (_ (group_titles[GPOINTER_TO_UINT (group)]), TRUE);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "everything-group");
  gtk_list_box_row_set_header (row, label);
}

/* --- User actions ----------------------------------------------------------------------------- */

/* Closes the palette first, because the action may open another popover or a window. */
static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  g_autoptr (TroupeCommandPalette) self = g_object_ref (TROUPE_COMMAND_PALETTE (user_data));
  g_autoptr (GtkWidget) parent = g_object_ref (gtk_widget_get_parent (GTK_WIDGET (self)));
  g_autoptr (TroupePage) page = self->page != NULL ? g_object_ref (self->page) : NULL;
  g_autofree char *place = g_strdup (g_object_get_data (G_OBJECT (row), "troupe-place"));
  g_autofree char *uri = g_strdup (g_object_get_data (G_OBJECT (row), "troupe-uri"));
  g_autofree char *template = g_strdup (g_object_get_data (G_OBJECT (row), "troupe-template"));
  const char *action = g_object_get_data (G_OBJECT (row), "troupe-action");

  /* The action name is cleared, because otherwise the row would activate the action a second
   * time. */
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), NULL);
  gtk_popover_popdown (GTK_POPOVER (self));
  if (place != NULL && page != NULL)
    troupe_page_content_go_to_place (troupe_page_get_content (page), place);
  else if (page != NULL && action != NULL && is_of_kind (page, action))
    {
      gtk_widget_grab_focus (GTK_WIDGET (troupe_page_get_content (page)));
      troupe_page_content_perform (troupe_page_get_content (page), action);
    }
  else if (action != NULL)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;

      if (g_action_parse_detailed_name (action, &name, &target, NULL))
        gtk_widget_activate_action_variant (parent, name, target);
    }
  else if (template != NULL)
    g_signal_emit (self, signals[TEMPLATE_CHOSEN], 0, template);
  else if (uri != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (uri);

      g_signal_emit (self, signals[FILE_CHOSEN], 0, file);
    }
}

static void
entry_activated_cb (TroupeCommandPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  if (row != NULL)
    row_activated_cb (self->list, row, self);
}

static void
move (TroupeCommandPalette *self, int step)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  GtkListBoxRow *row;
  double y;

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  if (selected == NULL)
    return;
  row = find_row (self, gtk_list_box_row_get_index (selected) + step, step);
  if (row == NULL)
    return;
  gtk_list_box_select_row (self->list, row);
  /* The entry keeps the focus, so the list must be scrolled explicitly. */
  if (gtk_widget_translate_coordinates (GTK_WIDGET (row), GTK_WIDGET (self->list), 0, 0, NULL, &y))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (
                                   GTK_SCROLLED_WINDOW (self->scroller)),
                               y - 30, y + gtk_widget_get_height (GTK_WIDGET (row)));
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType state,
                gpointer user_data)
{
  g_assert (GTK_IS_EVENT_CONTROLLER_KEY (controller));

  if (key != GDK_KEY_Down && key != GDK_KEY_Up)
    return GDK_EVENT_PROPAGATE;
  move (TROUPE_COMMAND_PALETTE (user_data), key == GDK_KEY_Down ? 1 : -1);
  return GDK_EVENT_STOP;
}

static gboolean
unparent_cb (gpointer user_data)
{
  TroupeCommandPalette *self = TROUPE_COMMAND_PALETTE (user_data);

  g_assert (TROUPE_IS_COMMAND_PALETTE (self));

  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    gtk_widget_unparent (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
troupe_command_palette_closed (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (popover), g_object_unref);
}

static void
troupe_command_palette_dispose (GObject *object)
{
  g_clear_object (&TROUPE_COMMAND_PALETTE (object)->page);
  G_OBJECT_CLASS (troupe_command_palette_parent_class)->dispose (object);
}

static void
troupe_command_palette_class_init (TroupeCommandPaletteClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_command_palette_dispose;
  GTK_POPOVER_CLASS (klass)->closed = troupe_command_palette_closed;

  signals[FILE_CHOSEN] = g_signal_new ("file-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  signals[TEMPLATE_CHOSEN] =
      g_signal_new ("template-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_command_palette_init (TroupeCommandPalette *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_assert (self != NULL);

  self->entry = gtk_search_entry_new ();
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  self->scroller = gtk_scrolled_window_new ();
  self->nothing = GTK_LABEL (make_label ("", TRUE));
  g_object_set (self->entry, "placeholder-text", _ ("Methods, commands, templates and files"),
                NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find Anything"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Results"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find Anything"), -1);
  gtk_list_box_set_header_func (self->list, update_header, self, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), LARGEST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->scroller);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->nothing));
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (GTK_WIDGET (self), "everything");
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  g_signal_connect_object (controller, "key-pressed", G_CALLBACK (key_pressed_cb), self, 0);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (entry_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (gtk_popover_popdown), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self, 0);
}

void
troupe_command_palette_search (TroupeCommandPalette *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_COMMAND_PALETTE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

GtkListBox *
troupe_command_palette_get_list (TroupeCommandPalette *self)
{
  g_return_val_if_fail (TROUPE_IS_COMMAND_PALETTE (self), NULL);

  return self->list;
}

GtkWidget *
troupe_command_palette_open (GtkWidget *parent, TroupePage *page)
{
  TroupeCommandPalette *self;
  GdkRectangle place;

  g_return_val_if_fail (GTK_IS_WIDGET (parent), NULL);
  g_return_val_if_fail (page == NULL || TROUPE_IS_PAGE (page), NULL);

  self = g_object_new (TROUPE_TYPE_COMMAND_PALETTE, NULL);
  g_set_object (&self->page, page);
  place = (GdkRectangle){ gtk_widget_get_width (parent) / 2, DISTANCE, 1, 1 };
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  gtk_widget_set_size_request (GTK_WIDGET (self),
                               CLAMP (gtk_widget_get_width (parent) - 24, NARROWEST, WIDTH), -1);
  gtk_popover_set_pointing_to (GTK_POPOVER (self), &place);
  fill (self);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
  return GTK_WIDGET (self);
}
