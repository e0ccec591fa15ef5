/* troupe-export-show.c: shows the text in which an API key was found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-export-show"

#include "config.h"

#include <string.h>

#include "troupe-export-show.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"

/* Maximum nesting depth that is searched. */
#define MAX_DEPTH 64

typedef struct
{
  const char *key;
  GString *path; /* JSON path of the current node */
} Search;

static gboolean
find_path (Search *search, JsonNode *node, guint depth)
{
  const gsize length = search->path->len;
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  if (depth > MAX_DEPTH)
    return FALSE;
  if (JSON_NODE_HOLDS_VALUE (node))
    return json_node_get_value_type (node) == G_TYPE_STRING &&
           strstr (json_node_get_string (node), search->key) != NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      {
        g_string_append_printf (search->path, "[%u]", i);
        if (find_path (search, json_array_get_element (json_node_get_array (node), i), depth + 1))
          return TRUE;
        g_string_truncate (search->path, length);
      }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  json_object_iter_init (&iter, json_node_get_object (node));
  while (json_object_iter_next (&iter, &key, &value))
    {
      g_string_append_printf (search->path, "%s%s", length > 0 ? "." : "", key);
      if (find_path (search, value, depth + 1))
        return TRUE;
      g_string_truncate (search->path, length);
    }

  return FALSE;
}

static gboolean
show_in_document (TroupePageContent *content,
                  TroupeDocument *document,
                  const TroupePlotFinding *finding)
{
  TroupeDocumentParts *parts = troupe_document_get_parts (document);

  g_assert (TROUPE_IS_PAGE_CONTENT (content));

  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      g_autoptr (GString) path = g_string_new (NULL);
      Search search = { finding->key, path };
      g_autoptr (TroupeProblem) problem = NULL;
      const char *method;
      const char *name;
      const char *key;
      GtkRoot *root;
      GtkWidget *focus;

      if (part->root == NULL || !find_path (&search, part->root, 0))
        continue;
      problem = troupe_problem_new (TROUPE_SEVERITY_WARNING, "key", path->str, "%s", finding->what);
      method = path->str;
      name = g_str_has_prefix (method, "methods.") ? method + strlen ("methods.") : NULL;
      problem->method = name != NULL ? g_strndup (name, strcspn (name, ".[")) : NULL;
      problem->part = *part->name != '\0' ? g_strdup (part->name) : NULL;
      troupe_page_content_show_problem (content, problem);
      /* Selects the key in the focused entry or text view. */
      key = finding->key;
      root = gtk_widget_get_root (GTK_WIDGET (content));
      focus = root != NULL ? gtk_root_get_focus (root) : NULL;
      if (focus != NULL && GTK_IS_EDITABLE (focus))
        {
          const char *text = gtk_editable_get_text (GTK_EDITABLE (focus));
          const char *place = strstr (text, key);

          if (place != NULL)
            gtk_editable_select_region (
                GTK_EDITABLE (focus), (int) g_utf8_strlen (text, place - text),
                (int) (g_utf8_strlen (text, place - text) + g_utf8_strlen (key, -1)));
        }
      else if (focus != NULL && GTK_IS_TEXT_VIEW (focus))
        {
          GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus));
          GtkTextIter start;
          GtkTextIter end;

          gtk_text_buffer_get_start_iter (buffer, &start);
          if (gtk_text_iter_forward_search (&start, key, 0, &start, &end, NULL))
            {
              gtk_text_buffer_select_range (buffer, &start, &end);
              gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (focus),
                                                  gtk_text_buffer_get_insert (buffer));
            }
        }
      return TRUE;
    }

  return FALSE;
}

void
troupe_export_show (TroupePageContent *content,
                    TroupeDocument *document,
                    const TroupePlotFinding *finding)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));
  g_return_if_fail (finding != NULL);

  if (*finding->key == '\0')
    return;
  if (finding->in_run && finding->id != NULL)
    {
      GtkWidget *bar = troupe_page_content_get_bar (content);
      GtkWidget *monitor = bar != NULL ? gtk_widget_get_ancestor (bar, TROUPE_TYPE_MONITOR) : NULL;

      troupe_page_content_go_to_place (content, finding->id);
      if (monitor == NULL)
        return;
      if (TROUPE_IS_FLOW_DOCUMENT (document))
        {
          troupe_monitor_show_pass (TROUPE_MONITOR (monitor), finding->id, 1);
          return;
        }
      troupe_monitor_set_page (TROUPE_MONITOR (monitor), "transcript");
      troupe_monitor_set_panel_open (TROUPE_MONITOR (monitor), TRUE);
    }
  else if (!show_in_document (content, document, finding) && finding->id != NULL)
    troupe_page_content_go_to_place (content, finding->id);
}
