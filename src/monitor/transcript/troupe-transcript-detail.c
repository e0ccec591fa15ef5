/* troupe-transcript-detail.c: details of a transcript entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-detail"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-scroll-end.h"
#include "troupe-transcript-body.h"
#include "troupe-transcript-detail.h"
#include "troupe-transcript-line.h"
#include "troupe-transcript-text.h"
#include "troupe-value-start.h"
#include "troupe-value-item.h"
#include "troupe-value-view.h"

/* Limits of each message in characters, and of all messages together in bytes. */
#define MESSAGE_LIMIT 20000
#define REQUEST_LIMIT (200 * 1000)
#define LINE 200

typedef enum
{
  PAGE_SUMMARY,
  PAGE_REQUEST,
  PAGE_RAW,
  N_PAGES,
} Page;

struct _TroupeTranscriptDetail
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *icon;
  GtkWidget *title;
  GtkWidget *subtitle;
  GtkWidget *buttons[N_PAGES];
  GtkWidget *stack;
  GtkWidget *grid;
  GtkWidget *request;
  GtkWidget *raw;
  TroupeTranscriptEntry *entry;
  TroupeValue *shown_given; /* request on the current page */
  TroupeValue *shown_outcome;
  Page page;
  int n_rows;
};

G_DEFINE_FINAL_TYPE (TroupeTranscriptDetail, troupe_transcript_detail, GTK_TYPE_WIDGET)

static const char *const page_names[N_PAGES] = {
  [PAGE_SUMMARY] = "summary",
  [PAGE_REQUEST] = "request",
  [PAGE_RAW] = "raw",
};

static const char *const page_titles[N_PAGES] = {
  [PAGE_SUMMARY] = NC_ ("transcript", "Summary"),
  [PAGE_REQUEST] = NC_ ("transcript", "Request"),
  [PAGE_RAW] = NC_ ("transcript", "Raw"),
};

/* --- Figures ------------------------------------------------------------------------------------- */

/* Adds a row, unless the text is missing. @text: (nullable) */
static void
add_row (TroupeTranscriptDetail *self, const char *name, const char *text)
{
  GtkWidget *label;
  GtkWidget *value;

  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  if (text == NULL || *text == '\0')
    return;
  label = gtk_label_new (name);
  value = gtk_label_new (text);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_yalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_xalign (GTK_LABEL (value), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), value, 1, self->n_rows, 1, 1);
  self->n_rows++;
}

static void
add_field (TroupeTranscriptDetail *self, const char *name, TroupeValue *map, const char *field)
{
  g_autofree char *text = troupe_transcript_write (troupe_transcript_find (map, field), LINE, NULL);

  add_row (self, name, text);
}

static void
add_time (TroupeTranscriptDetail *self, const char *name, gint64 time_us)
{
  g_autofree char *text = time_us > 0 ? troupe_span_to_text (time_us) : NULL;

  add_row (self, name, text);
}

static char *
describe_tokens (gint64 n_tokens)
{
  g_autofree char *count = troupe_value_format_count ((guint64) MAX (n_tokens, 0));

  return g_strdup_printf (_ ("%s tokens"), count);
}

static void
add_call (TroupeTranscriptDetail *self, const TroupeSpan *call)
{
  const guint turn = troupe_transcript_entry_get_place (self->entry)->turn;
  const TroupeSpan *check = NULL;
  g_autofree char *number = NULL;
  g_autofree char *error = NULL;
  TroupeValue *usage;
  gint64 n_cached;
  g_autofree char *sent = NULL;
  g_autofree char *received = NULL;
  g_autofree char *cached = NULL;
  g_autofree char *with_cache = NULL;
  g_autofree char *money = NULL;
  gint64 micro_dollars = 0;
  const TroupeSpan *task;

  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  /* Finds the guardrail check after the call of @call in its task, once it has begun. */
  task = call->parent;
  while (task != NULL && task->kind != TROUPE_SCOPE_TASK)
    task = task->parent;
  for (guint i = 0; task != NULL && task->children != NULL && i < task->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (task->children, i);

      if (child->kind == TROUPE_SCOPE_GUARDRAIL && child->start >= call->start)
        {
          check = child;
          break;
        }
    }
  number = turn > 0 ? g_strdup_printf ("%u", turn) : NULL;
  error = troupe_span_dup_error (call);
  add_field (self, _ ("Model"), call->given, "model");
  add_row (self, _ ("Turn"), number);
  if (call->first > 0)
    add_time (self, _ ("Time to First Token"), MAX (call->first - call->start, 1));
  add_time (self, _ ("Duration"), call->is_open ? 0 : call->end - call->start);
  usage = troupe_span_get_usage (call);
  n_cached = troupe_span_get_tokens (call, "cached_prompt_tokens");
  sent = describe_tokens (troupe_span_get_tokens (call, "prompt_tokens"));
  received = describe_tokens (troupe_span_get_tokens (call, "completion_tokens"));
  cached = troupe_value_format_count ((guint64) MAX (n_cached, 0));
  with_cache = g_strdup_printf (_ ("%s, %s from the cache"), sent, cached);
  if (usage != NULL)
    {
      add_row (self, _ ("Sent"), n_cached > 0 ? with_cache : sent);
      add_row (self, _ ("Received"), received);
      if (!troupe_span_get_cost (call, &micro_dollars))
        money = g_strdup (_ ("unknown"));
      else
        money = micro_dollars > 0 ? troupe_money_for_display (micro_dollars)
                                  : g_strdup (C_ ("cost", "free"));
      add_row (self, _ ("Cost"), money);
    }
  if (call->is_open && call->text.head != NULL)
    {
      g_autofree char *count = troupe_value_format_count (call->text.head->len);
      g_autofree char *text = g_strdup_printf (_ ("%s characters so far"), count);

      add_row (self, _ ("Received"), text);
    }
  add_field (self, _ ("Temperature"), call->given, "temperature");
  add_field (self, _ ("Stop Reason"), call->outcome, "finish_reason");
  if (error != NULL)
    {
      g_autoptr (TroupeValue) value = troupe_value_new_string (error, -1);
      g_autofree char *text = troupe_transcript_write (value, LINE * 5, NULL);

      add_row (self, _ ("Error"), text);
    }
  if (check != NULL)
    add_field (self, _ ("Validated By"), check->given, "guardrail_name");
}

static void
show_summary (TroupeTranscriptDetail *self, const TroupeSpan *span)
{
  GtkWidget *child;

  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  while ((child = gtk_widget_get_first_child (self->grid)) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), child);
  self->n_rows = 0;
  if (span->kind == TROUPE_SCOPE_MODEL_CALL)
    add_call (self, span);
  else
    {
      TroupeValue *agent = troupe_transcript_find (span->given, "agent_info");
      g_autofree char *error = troupe_span_dup_error (span);

      add_field (self, _ ("Tool"), span->given, "tool_name");
      if (span->kind == TROUPE_SCOPE_TASK)
        add_field (self, _ ("Agent"), span->given, "agent_role");
      add_field (self, _ ("Goal"), agent, "goal");
      add_field (self, _ ("Rule"), span->given, "guardrail_name");
      add_time (self, _ ("Duration"), span->is_open ? 0 : span->end - span->start);
      add_field (self, _ ("From Cache"), span->outcome, "from_cache");
      add_field (self, _ ("Failure"), span->outcome, "failure");
      if (error != NULL)
        {
          g_autoptr (TroupeValue) value = troupe_value_new_string (error, -1);
          g_autofree char *text = troupe_transcript_write (value, LINE * 5, NULL);

          add_row (self, _ ("Error"), text);
        }
    }
}

/* --- Request and raw data --------------------------------------------------------------------- */

static void
show_head (TroupeTranscriptDetail *self, const TroupeSpan *span)
{
  const TroupeTranscriptPlace *place = troupe_transcript_entry_get_place (self->entry);
  const TroupeScope *agent = troupe_scope_find (span->scope, TROUPE_SCOPE_AGENT);
  const TroupeScope *task = troupe_scope_find (span->scope, TROUPE_SCOPE_TASK);
  const char *const names[] = { task != NULL ? task->name : troupe_span_get_method (span),
                                agent != NULL ? agent->name : NULL };
  g_autofree char *time = troupe_transcript_write_time (span->start);
  g_autofree char *title = NULL;
  g_autoptr (GString) subtitle = g_string_new (NULL);
  const gboolean is_call = span->kind == TROUPE_SCOPE_MODEL_CALL;

  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  if (is_call)
    title = place->turn > 0 ? g_strdup_printf (_ ("Model call %u"), place->turn)
                            : g_strdup (_ ("Model call"));
  else
    title = troupe_transcript_line_dup_title (self->entry);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL)
      {
        g_autoptr (TroupeValue) value = troupe_value_new_string (names[i], -1);
        g_autofree char *line = troupe_transcript_write_line (value, LINE);

        g_string_append_printf (subtitle, "%s · ", line);
      }
  g_string_append (subtitle, span->is_open ? C_ ("transcript", "now") : time);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon),
                                is_call                                ? "troupe-agent-symbolic"
                                : span->kind == TROUPE_SCOPE_TOOL_CALL ? "troupe-tool-symbolic"
                                : span->kind == TROUPE_SCOPE_GUARDRAIL ? "troupe-shield-symbolic"
                                                                       : "view-list-symbolic");
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->subtitle), subtitle->str);
}

/* Updates the visible page only, and only if the data has changed. */
static void
update (TroupeTranscriptDetail *self)
{
  TroupeSpan *call;
  TroupeSpan *span;
  gboolean is_same;

  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  gtk_widget_set_visible (self->box, self->entry != NULL);
  if (self->entry == NULL)
    return;
  call = troupe_transcript_entry_get_kind (self->entry) != TROUPE_TRANSCRIPT_SPEAKER
             ? troupe_transcript_entry_get_call (self->entry)
             : NULL;
  span = call != NULL ? call : troupe_transcript_entry_get_span (self->entry);
  show_head (self, span);
  is_same = self->shown_given == span->given && self->shown_outcome == span->outcome;
  self->shown_given = span->given;
  self->shown_outcome = span->outcome;
  if (self->page == PAGE_SUMMARY)
    show_summary (self, span);
  else if (self->page == PAGE_REQUEST && !is_same)
    {
      const TroupeTranscriptKind kind =
          span->kind == TROUPE_SCOPE_MODEL_CALL  ? TROUPE_TRANSCRIPT_SYSTEM
          : span->kind == TROUPE_SCOPE_TOOL_CALL ? TROUPE_TRANSCRIPT_TOOL
                                                 : TROUPE_TRANSCRIPT_TASK;
      g_autoptr (TroupeTranscriptEntry) entry = troupe_transcript_entry_new (kind, span, 0);
      g_autoptr (GPtrArray) parts = troupe_transcript_body_list_parts (entry, MESSAGE_LIMIT);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < parts->len && text->len < REQUEST_LIMIT; i++)
        {
          const TroupeTranscriptPart *part = g_ptr_array_index (parts, i);

          g_string_append_printf (text, "%s— %s —\n%s\n", i > 0 ? "\n" : "", part->name,
                                  part->text);
        }
      if (parts->len == 0)
        {
          g_autofree char *given = troupe_transcript_write (span->given, MESSAGE_LIMIT, NULL);

          g_string_append (text, given);
        }
      gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->request)), text->str,
                                (int) text->len);
    }
  else if (self->page == PAGE_RAW && !is_same)
    {
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder map;

      troupe_map_builder_init (&map);
      if (span->given != NULL)
        troupe_map_builder_add (&map, "request",
                                troupe_value_dup_start (span->given, REQUEST_LIMIT, NULL));
      if (span->outcome != NULL)
        troupe_map_builder_add (&map, "answer",
                                troupe_value_dup_start (span->outcome, REQUEST_LIMIT, NULL));
      value = troupe_map_builder_end (&map);
      troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->raw), "", "", value, NULL, "");
    }
}

void
troupe_transcript_detail_set_entry (TroupeTranscriptDetail *self, TroupeTranscriptEntry *entry)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_DETAIL (self));
  g_return_if_fail (entry == NULL || TROUPE_IS_TRANSCRIPT_ENTRY (entry));

  if (self->entry == entry)
    return;
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_func (self->entry, update, self);
  g_set_object (&self->entry, entry);
  if (entry != NULL)
    g_signal_connect_object (entry, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  self->shown_given = NULL;
  self->shown_outcome = NULL;
  update (self);
}

static void
page_toggled_cb (TroupeTranscriptDetail *self, GtkToggleButton *button)
{
  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  if (!gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < N_PAGES; i++)
    if (self->buttons[i] == GTK_WIDGET (button))
      self->page = i;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page_names[self->page]);
  self->shown_given = NULL;
  self->shown_outcome = NULL;
  update (self);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_transcript_detail_dispose (GObject *object)
{
  TroupeTranscriptDetail *self = TROUPE_TRANSCRIPT_DETAIL (object);

  g_clear_object (&self->entry);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_transcript_detail_parent_class)->dispose (object);
}

static void
troupe_transcript_detail_class_init (TroupeTranscriptDetailClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_transcript_detail_dispose;

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
in_scroller (GtkWidget *child)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);

  return scroller;
}

static void
troupe_transcript_detail_init (TroupeTranscriptDetail *self)
{
  GtkWidget *head;
  GtkWidget *names;
  GtkWidget *switches;

  g_assert (TROUPE_IS_TRANSCRIPT_DETAIL (self));

  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 4);
  gtk_widget_add_css_class (self->grid, "transcript-summary");
  self->request = gtk_text_view_new ();
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->request), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->request), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->request), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->request), 12);
  gtk_widget_add_css_class (self->request, "value-text");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->request), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Request"), -1);
  troupe_scroll_end_with (self->request);
  self->raw = troupe_value_view_new ();
  self->stack = gtk_stack_new ();
  /* Hidden pages need no layout. */
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->stack), in_scroller (self->grid), page_names[PAGE_SUMMARY]);
  gtk_stack_add_named (GTK_STACK (self->stack), in_scroller (self->request),
                       page_names[PAGE_REQUEST]);
  gtk_stack_add_named (GTK_STACK (self->stack), self->raw, page_names[PAGE_RAW]);
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  switches = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->icon = gtk_image_new ();
  self->title = gtk_label_new (NULL);
  self->subtitle = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0.0f);
  gtk_label_set_xalign (GTK_LABEL (self->subtitle), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (self->subtitle), PANGO_ELLIPSIZE_END);
  /* Long labels must not take space from the conversation next to them. */
  gtk_label_set_max_width_chars (GTK_LABEL (self->title), 1);
  gtk_label_set_max_width_chars (GTK_LABEL (self->subtitle), 1);
  gtk_widget_add_css_class (self->title, "entry-strong");
  gtk_widget_add_css_class (self->subtitle, "dim-label");
  gtk_widget_add_css_class (self->subtitle, "caption");
  gtk_box_append (GTK_BOX (names), self->title);
  gtk_box_append (GTK_BOX (names), self->subtitle);
  gtk_widget_set_hexpand (names, TRUE);
  gtk_widget_add_css_class (switches, "linked");
  gtk_widget_set_valign (switches, GTK_ALIGN_CENTER);
  for (guint i = 0; i < N_PAGES; i++)
    {
      self->buttons[i] = gtk_toggle_button_new_with_label (
          g_dpgettext2 (GETTEXT_PACKAGE, "transcript", page_titles[i]));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->buttons[i]),
                                     GTK_TOGGLE_BUTTON (self->buttons[0]));
      gtk_box_append (GTK_BOX (switches), self->buttons[i]);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[0]), TRUE);
  for (guint i = 0; i < N_PAGES; i++)
    g_signal_connect_object (self->buttons[i], "toggled", G_CALLBACK (page_toggled_cb), self,
                             G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), self->icon);
  gtk_box_append (GTK_BOX (head), names);
  gtk_box_append (GTK_BOX (head), switches);
  gtk_widget_add_css_class (head, "detail-head");
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_transcript_detail_new (void)
{
  return g_object_new (TROUPE_TYPE_TRANSCRIPT_DETAIL, NULL);
}
