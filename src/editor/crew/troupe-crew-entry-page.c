/* troupe-crew-entry-page.c: inspector pages that edit one entry: guardrail, callback, text, MCP
 * server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-entry-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-form.h"
#include "troupe-crew-lists.h"
#include "troupe-crew-page.h"
#include "troupe-form-value.h"
#include "troupe-form.h"
#include "troupe-json-check.h"
#include "troupe-open-list.h"
#include "troupe-text-field.h"

typedef enum
{
  HOOK_SENTENCE,
  HOOK_FUNCTION,
  HOOK_EXPRESSION,
  HOOK_JSON,
} HookKind;

typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path; /* of the entry, for its draft */
  TroupeCrewEntryGet get;
  TroupeCrewEntrySet set;
  gpointer data;
  GDestroyNotify free_data;

  GtkWidget *kinds; /* (nullable): row that chooses the type */
  GArray *choices;  /* HookKind: the choices of that row */
  TroupeCrewPage *page; /* owns this */
  TroupeTextField *text;
  HookKind kind;
  gboolean is_loading;
  gboolean is_writing;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *self = data;

  if (self->free_data != NULL)
    self->free_data (self->data);
  g_array_unref (self->choices);
  g_strfreev (self->path);
  g_object_unref (self->target);
  g_free (self);
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* Returns the expression of `{"cel": …}`. (transfer none) (nullable) */
static const char *
get_expression (JsonNode *node)
{
  JsonNode *cel = JSON_NODE_HOLDS_OBJECT (node)
                      ? json_object_get_member (json_node_get_object (node), "cel")
                      : NULL;

  return cel != NULL && is_text (cel) && json_object_get_size (json_node_get_object (node)) == 1
             ? json_node_get_string (cel)
             : NULL;
}

static HookKind
get_kind (JsonNode *node)
{
  if (is_text (node))
    return HOOK_SENTENCE;
  if (troupe_form_value_is_reference (node))
    return HOOK_FUNCTION;
  return get_expression (node) != NULL ? HOOK_EXPRESSION : HOOK_JSON;
}

/* Returns the value for @text. Returns NULL if @text is not valid for @kind yet. (transfer full)
 * (nullable) */
static JsonNode *
make_node (HookKind kind, const char *text, char **message)
{
  JsonNode *node = NULL;
  JsonObject *object;

  switch (kind)
    {
    case HOOK_FUNCTION:
      troupe_form_value_from_text (TROUPE_FIELD_REFERENCE, text, &node);
      return node;
    case HOOK_EXPRESSION:
      object = json_object_new ();
      json_object_set_string_member (object, "cel", text);
      node = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (node, object);
      json_node_seal (node);
      return node;
    case HOOK_JSON:
      return troupe_json_check (text, message);
    case HOOK_SENTENCE:
    default:
      return troupe_json_node_new_string (text);
    }
}

/* Keeps a text that is not valid yet in the draft. Its key is the place of the entry, which the document
 * follows when the list changes (troupe_document_follow_typed()). @text: (nullable) */
static void
keep_typed (Entry *self, const char *text)
{
  g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, "{}");

  g_assert (self != NULL);

  troupe_form_target_set_typed (TROUPE_FORM_TARGET (self->target), (const char *const *) path,
                                text);
}

/* Shows the draft of the entry. Returns FALSE if there is none. */
static gboolean
show_typed (Entry *self)
{
  g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, "{}");
  g_autofree char *typed = g_strdup (
      troupe_form_target_get_typed (TROUPE_FORM_TARGET (self->target), (const char *const *) path));
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) node = NULL;

  g_assert (self != NULL);

  if (typed == NULL)
    return FALSE;
  node = make_node (self->kind, typed, &message);
  if (message == NULL)
    return FALSE;
  troupe_text_field_set_text (self->text, typed);
  troupe_text_field_set_draft (self->text, message);
  return TRUE;
}

static void
write_entry (Entry *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_autofree char *message = NULL;
  gboolean is_empty = text[strspn (text, " \n\t")] == '\0';
  g_autoptr (JsonNode) node = is_empty ? NULL : make_node (self->kind, text, &message);
  g_autoptr (JsonNode) present = self->get (self->data);

  g_assert (self != NULL);

  troupe_text_field_set_draft (self->text, message);
  keep_typed (self, message != NULL ? text : NULL);
  if (message != NULL || (node == NULL && present == NULL) ||
      (node != NULL && present != NULL && troupe_json_node_equal (node, present)))
    return;
  self->is_writing = TRUE;
  self->set (self->data, node);
  self->is_writing = FALSE;
}

static void
edited_cb (TroupeTextField *field, Entry *self)
{
  if (!self->is_loading)
    write_entry (self);
}

static void
kind_chosen_cb (GtkWidget *row, GParamSpec *pspec, Entry *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row));

  if (self->is_loading || selected >= self->choices->len)
    return;
  self->kind = g_array_index (self->choices, HookKind, selected);
  write_entry (self);
}

static void
refresh (TroupeCrewPage *page, gpointer data)
{
  Entry *self = data;
  g_autoptr (JsonNode) node = self->get (self->data);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_CREW_PAGE (page));

  if (self->is_writing)
    return;
  self->is_loading = TRUE;
  if (node != NULL)
    {
      HookKind kind = self->kinds == NULL && !is_text (node) ? HOOK_JSON : get_kind (node);

      self->kind = kind;
      for (guint i = 0; self->kinds != NULL && i < self->choices->len; i++)
        if (g_array_index (self->choices, HookKind, i) == kind)
          adw_combo_row_set_selected (ADW_COMBO_ROW (self->kinds), i);
    }
  if (show_typed (self))
    {
      self->is_loading = FALSE;
      return;
    }
  if (node == NULL)
    text = g_strdup ("");
  else if (self->kind == HOOK_JSON)
    text = troupe_form_value_to_text (TROUPE_FIELD_JSON, node);
  else
    {
      const char *expression = get_expression (node);

      if (expression != NULL)
        text = g_strdup (expression);
      else
        text = troupe_form_value_to_text (TROUPE_FIELD_REFERENCE, node);
    }
  troupe_text_field_set_text (self->text, text);
  self->is_loading = FALSE;
}

static void
discarded_cb (TroupeTextField *field, Entry *self)
{
  keep_typed (self, NULL);
  troupe_text_field_set_draft (field, NULL);
  refresh (self->page, self);
}

static const char *
get_kind_title (HookKind kind)
{
  switch (kind)
    {
    case HOOK_SENTENCE:
      return _ ("Rule");
    case HOOK_FUNCTION:
      return _ ("Python Function");
    case HOOK_EXPRESSION:
      return _ ("Expression");
    case HOOK_JSON:
    default:
      return "JSON";
    }
}

static void
add_hint (GtkWidget *box, const char *words)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), label);
}

static Entry *
make_page (TroupeCrewTarget *target,
           const TroupeCrewField *field,
           const char *const *path,
           TroupeCrewEntryGet get,
           TroupeCrewEntrySet set,
           gpointer data,
           GDestroyNotify free_data,
           gboolean is_hook,
           GtkWidget **page)
{
  Entry *self = g_new0 (Entry, 1);
  GtkWidget *box;

  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);
  self->get = get;
  self->set = set;
  self->data = data;
  self->free_data = free_data;
  self->choices = g_array_new (FALSE, FALSE, sizeof (HookKind));
  *page = troupe_crew_page_new (target, _ (field->title));
  box = troupe_crew_page_get_box (TROUPE_CREW_PAGE (*page));
  if (is_hook)
    {
      HookKind last = HOOK_JSON;
      g_autoptr (JsonNode) node = get (data);
      g_autoptr (GtkStringList) list = NULL;
      AdwPreferencesGroup *group;
      const HookKind all[] = { HOOK_SENTENCE, HOOK_FUNCTION, HOOK_EXPRESSION };
      TroupeCrewFieldKind kind = self->field->kind;

      /* Adds the possible types of a check in this field, the most common one first. */
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        {
          gboolean fits =
              all[i] == HOOK_FUNCTION ||
              (all[i] == HOOK_SENTENCE &&
               (kind == TROUPE_CREW_KIND_GUARDRAIL || kind == TROUPE_CREW_KIND_GUARDRAILS)) ||
              (all[i] == HOOK_EXPRESSION &&
               (kind == TROUPE_CREW_KIND_CONDITION || kind == TROUPE_CREW_KIND_GUARDRAILS));

          if (fits)
            g_array_append_val (self->choices, all[i]);
        }
      if (node != NULL && get_kind (node) == HOOK_JSON)
        g_array_append_val (self->choices, last);
      self->kind = g_array_index (self->choices, HookKind, 0);
      list = gtk_string_list_new (NULL);
      group = troupe_form_add_group (box, NULL);
      for (guint i = 0; i < self->choices->len; i++)
        gtk_string_list_append (list, get_kind_title (g_array_index (self->choices, HookKind, i)));
      self->kinds = adw_combo_row_new ();
      troupe_open_list_at_choice (self->kinds);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->kinds), _ ("Kind"));
      adw_combo_row_set_model (ADW_COMBO_ROW (self->kinds), G_LIST_MODEL (list));
      adw_preferences_group_add (group, self->kinds);
      g_signal_connect (self->kinds, "notify::selected", G_CALLBACK (kind_chosen_cb), self);
    }
  else if (field->kind == TROUPE_CREW_KIND_MAP || field->kind == TROUPE_CREW_KIND_ANY)
    self->kind = HOOK_JSON;
  self->text = TROUPE_TEXT_FIELD (troupe_text_field_new (_ (field->title),
                                                         self->kind == HOOK_JSON ? "JSON" : NULL,
                                                         self->kind == HOOK_JSON ? "json" : NULL));
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (troupe_text_field_get_view (self->text)), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->text));
  self->page = TROUPE_CREW_PAGE (*page);
  troupe_crew_page_set_first (self->page, GTK_WIDGET (troupe_text_field_get_view (self->text)));
  g_signal_connect (self->text, "edited", G_CALLBACK (edited_cb), self);
  g_signal_connect (self->text, "discarded", G_CALLBACK (discarded_cb), self);
  troupe_crew_page_set_refresh (TROUPE_CREW_PAGE (*page), refresh, self, entry_free);

  return self;
}

GtkWidget *
troupe_crew_hook_page_new (TroupeCrewTarget *target,
                           const TroupeCrewField *field,
                           const char *const *path,
                           TroupeCrewEntryGet get,
                           TroupeCrewEntrySet set,
                           gpointer data,
                           GDestroyNotify free_data)
{
  GtkWidget *page;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL && get != NULL && set != NULL, NULL);

  make_page (target, field, path, get, set, data, free_data, TRUE, &page);
  add_hint (
      troupe_crew_page_get_box (TROUPE_CREW_PAGE (page)),
      field->kind == TROUPE_CREW_KIND_CALLBACKS || field->kind == TROUPE_CREW_KIND_CONDITION
          ? _ ("A function is written as module.name; its module must be in the project folder.")
          : _ ("A model checks the answer against a rule. A function is written as module.name; "
               "its module must be in the project folder. An expression uses “output”, and works "
               "only in Troupe."));

  return page;
}

GtkWidget *
troupe_crew_text_page_new (TroupeCrewTarget *target,
                           const TroupeCrewField *field,
                           const char *const *path,
                           TroupeCrewEntryGet get,
                           TroupeCrewEntrySet set,
                           gpointer data,
                           GDestroyNotify free_data)
{
  GtkWidget *page;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL && get != NULL && set != NULL, NULL);

  make_page (target, field, path, get, set, data, free_data, FALSE, &page);
  add_hint (troupe_crew_page_get_box (TROUPE_CREW_PAGE (page)), _ (field->help));

  return page;
}

/* --- MCP server ------------------------------------------------------------------------------- */

static void
server_refresh (TroupeCrewPage *page, gpointer data)
{
  g_assert (TROUPE_IS_CREW_PAGE (page));

  troupe_crew_form_refresh (TROUPE_CREW_FORM (data));
}

GtkWidget *
troupe_crew_map_page_new (TroupeCrewTarget *target, TroupeCrewOwner owner, const char *const *path)
{
  GtkWidget *page;
  GtkWidget *form;
  GtkWidget *box;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  page = troupe_crew_page_new (target, owner == TROUPE_CREW_OWNER_SERVER ? _ ("MCP Server")
                                                                         : _ ("Knowledge Source"));
  box = troupe_crew_page_get_box (TROUPE_CREW_PAGE (page));
  form = troupe_crew_form_new (target, owner, path);
  gtk_box_append (GTK_BOX (box), form);
  add_hint (box,
            owner == TROUPE_CREW_OWNER_SERVER
                ? _ ("The server is not started or contacted until you allow it in a run.")
                : _ ("The source is not read until you allow it in a run. Memory and Knowledge "
                     "(Ctrl+Alt+M) copies files into the folder “knowledge”."));
  troupe_crew_page_set_refresh (TROUPE_CREW_PAGE (page), server_refresh, form, NULL);

  return page;
}
