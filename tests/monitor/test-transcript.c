/* test-transcript.c: the transcript panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "monitor-test.h"
#include "troupe-transcript-body.h"
#include "troupe-transcript-label.h"
#include "troupe-transcript-line.h"
#include "troupe-transcript-markdown.h"
#include "troupe-transcript-row.h"
#include "troupe-transcript-search.h"
#include "troupe-transcript-view.h"

typedef struct
{
  TroupeTrace *trace;
  GtkWidget *window;
  TroupeTranscriptView *view;
  GListModel *entries;
  guint64 sequence;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->trace = troupe_trace_new ();
  self->view = TROUPE_TRANSCRIPT_VIEW (troupe_transcript_view_new (self->trace));
  self->entries = G_LIST_MODEL (troupe_transcript_view_get_transcript (self->view));
  self->window = monitor_test_open (GTK_WIDGET (self->view), 1300, 500);
  troupe_trace_begin (self->trace, MONITOR_TEST_START);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  monitor_test_close (self->window);
  g_assert_finalize_object (self->trace);
}

/* --- A handwritten run ------------------------------------------------------------------------ */

/* @fields: (transfer full) */
static void
tell_value (Fixture *self, TroupeEventType type, TroupeScope *scope, TroupeValue *fields)
{
  g_autoptr (TroupeEvent) event = troupe_event_new (type, scope, fields);

  event->sequence = ++self->sequence;
  event->time_us = MONITOR_TEST_START + (gint64) self->sequence * 100000;
  troupe_trace_add_event (self->trace, event);
}

static void
tell (Fixture *self, TroupeEventType type, TroupeScope *scope, const char *fields)
{
  tell_value (self, type, scope, monitor_test_value (fields));
}

static TroupeScope *
open_scope (Fixture *self,
            TroupeEventType type,
            TroupeScope *around,
            const char *path,
            const char *name,
            const char *fields)
{
  TroupeScope *scope = troupe_scope_new_stored (troupe_event_type_get_info (type)->kind,
                                                self->sequence + 1, around, path, name);

  tell (self, type, scope, fields);

  return scope;
}

static void
tell_call (Fixture *self, TroupeScope *agent, const char *given, const char *answer)
{
  g_autoptr (TroupeScope) call =
      open_scope (self, TROUPE_EVENT_LLM_CALL_STARTED, agent, NULL, "gpt-5.4", given);

  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, call, answer);
}

static void
tell_tool (Fixture *self,
           TroupeScope *agent,
           const char *name,
           const char *given,
           const char *output)
{
  g_autoptr (TroupeScope) tool =
      open_scope (self, TROUPE_EVENT_TOOL_STARTED, agent, NULL, name, given);

  tell (self, TROUPE_EVENT_TOOL_FINISHED, tool, output);
}

#define MESSAGES                                                                                   \
  "'messages':[{'role':'system','content':'You are "                                               \
  "careful.'},{'role':'user','content':'Gather.'}]"

/* Adds a crew with two tasks. Their agents call tools, and one of these calls fails. The second
 * task contains a delegation, and a guardrail rejects the output once. */
static void
tell_crew (Fixture *self)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "research", "{'inputs':{}}");
  g_autoptr (TroupeScope) gather = open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]",
                                               "gather", "{'agent_role':'Researcher'}");
  g_autoptr (TroupeScope) researcher = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, gather,
                                                   NULL, "Researcher", "{'task_prompt':'Gather.'}");
  g_autoptr (TroupeScope) compare = NULL;
  g_autoptr (TroupeScope) analyst = NULL;
  g_autoptr (TroupeScope) ask = NULL;
  g_autoptr (TroupeScope) coworker = NULL;
  g_autoptr (TroupeScope) check = NULL;
  g_autoptr (TroupeScope) failed = NULL;
  g_autoptr (TroupeScope) crash = NULL;

  tell_call (
      self, researcher, "{" MESSAGES ",'model':'gpt-5.4'}",
      "{'call_type':'tool_call','response':[],'usage':{'prompt_tokens':1204,'completion_tokens':6},"
      "'cost':0.5}");
  tell_tool (self, researcher, "web_search", "{'tool_args':{'query':'losses','limit':10}}",
             "{'output':'ten results'}");
  crash = open_scope (self, TROUPE_EVENT_TOOL_STARTED, researcher, NULL, "fetch",
                      "{'tool_args':{'url':'x'}}");
  tell (self, TROUPE_EVENT_TOOL_FAILED, crash,
        "{'error':{'kind':'tool','message':'No such host'}}");
  failed = open_scope (
      self, TROUPE_EVENT_LLM_CALL_STARTED, researcher, NULL, "gpt-5.4",
      "{'messages':[{'role':'assistant','content':'I look at two sources.','tool_calls':[]}]}");
  tell (self, TROUPE_EVENT_LLM_CALL_FAILED, failed,
        "{'error':{'kind':'provider','message':'Too many requests'}}");
  tell_call (
      self, researcher,
      "{'messages':[{'role':'assistant','content':'I look at two sources.','tool_calls':[]}]}",
      "{'response':'# Seven\\n**bold**'}");
  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, researcher, "{'output':'# Seven\\n**bold**'}");
  tell (self, TROUPE_EVENT_TASK_FINISHED, gather, "{'output':'# Seven'}");

  compare = open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[1]", "compare",
                        "{'context':'Seven'}");
  analyst = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, compare, NULL, "Analyst", "{}");
  tell_call (self, analyst, "{" MESSAGES "}",
             "{'response':'Thought: I ask.\\nAction: Ask question to coworker'}");
  ask = open_scope (self, TROUPE_EVENT_TOOL_STARTED, analyst, NULL, "ask_question_to_coworker",
                    "{'tool_args':{'question':'Which of them?','coworker':'Researcher'}}");
  coworker = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, ask, NULL, "Researcher", "{}");
  tell_call (self, coworker, "{" MESSAGES "}", "{'response':'Three of them.'}");
  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, coworker, "{'output':'Three of them.'}");
  tell (self, TROUPE_EVENT_TOOL_FINISHED, ask, "{'output':'Three of them.'}");
  tell_call (self, analyst, "{}", "{'response':'Thought: Done.\\nFinal Answer: They agree.'}");
  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, analyst, "{'output':'They agree.'}");
  check =
      open_scope (self, TROUPE_EVENT_GUARDRAIL_STARTED, compare, NULL, "Every figure has a source.",
                  "{'guardrail_name':'Every figure has a source.','retry_count':0}");
  tell (self, TROUPE_EVENT_GUARDRAIL_FINISHED, check,
        "{'success':false,'error':{'kind':'guardrail','message':'Two have none'}}");
  tell (self, TROUPE_EVENT_TASK_FINISHED, compare, "{'output':'They agree.'}");
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* Describes each entry by a letter for its kind, its depth and its text. */
static char *
describe_all (GListModel *entries)
{
  static const char letters[] = "TPMtcDGx?A~";
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (TroupeTranscriptEntry) entry = g_list_model_get_item (entries, i);
      g_autofree char *line = troupe_transcript_line_describe (entry);

      g_string_append_printf (all, "%c%u %s\n", letters[troupe_transcript_entry_get_kind (entry)],
                              troupe_transcript_entry_get_place (entry)->depth, line);
    }

  return g_string_free (all, FALSE);
}

static TroupeTranscriptEntry *
find_entry (Fixture *self, TroupeTranscriptKind kind, guint nth)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->entries); i++)
    {
      g_autoptr (TroupeTranscriptEntry) entry = g_list_model_get_item (self->entries, i);

      if (troupe_transcript_entry_get_kind (entry) == kind && nth-- == 0)
        return entry; /* the list has a reference */
    }

  return NULL;
}

static gboolean
has_label (GtkWidget *widget, gpointer text)
{
  const char *shown = NULL;

  if (GTK_IS_LABEL (widget))
    shown = gtk_label_get_text (GTK_LABEL (widget));
  else if (TROUPE_IS_TRANSCRIPT_LABEL (widget))
    shown = troupe_transcript_label_get_text (TROUPE_TRANSCRIPT_LABEL (widget));

  return shown != NULL && gtk_widget_get_mapped (widget) && strstr (shown, text) != NULL;
}

typedef struct
{
  Fixture *fixture;
  const char *text;
} Sought;

static gboolean
is_seen (gpointer data)
{
  const Sought *sought = data;

  return monitor_test_find (GTK_WIDGET (sought->fixture->view), has_label,
                            (gpointer) sought->text) != NULL;
}

static void
wait_for_text (Fixture *self, const char *text)
{
  Sought sought = { self, text };

  monitor_test_wait (is_seen, &sought);
}

static gboolean
is_seen_text (Fixture *self, const char *text)
{
  return is_seen (&(Sought){ self, text });
}

static void
update (Fixture *self)
{
  troupe_transcript_update (troupe_transcript_view_get_transcript (self->view));
}

/* --- Tests --------------------------------------------------------------------------------------- */

static void
test_entries (Fixture *self, gconstpointer data)
{
  g_autofree char *all = NULL;

  tell_crew (self);
  update (self);
  all = describe_all (self->entries);
  g_test_message ("%s", all);
  g_assert_nonnull (strstr (all, "T0 gather, Done, 0:00 to 0:01 · 3 calls · 1"));
  g_assert_nonnull (strstr (all, "\nP0 Researcher, gpt-5.4, 0:00\n"));
  g_assert_nonnull (strstr (all, "\nM0 System prompt and task, 1"));
  g_assert_nonnull (strstr (all, "\nt0 Thought, I look at two sources.\n"));
  g_assert_nonnull (strstr (all, "\nc0 web_search, query: \"losses\", limit: 10, 0.1 s\n"));
  g_assert_nonnull (strstr (all, "\nx0 Too many requests, retried after 0.1 s\n"));
  g_assert_nonnull (strstr (all, "\nA0 Final Answer, 16 characters, # Seven **bold**\n"));
  g_assert_nonnull (strstr (all, "\nt0 Thought, I ask.\n"));
  g_assert_nonnull (strstr (all, "\nD0 Asks Researcher, "));
  g_assert_nonnull (strstr (all, "\nP1 Researcher, answering · 1 turn, "));
  g_assert_nonnull (strstr (all, "\nM1 System prompt and question\n"));
  g_assert_nonnull (strstr (all, "\nA1 Final Answer, 14 characters, Three of them.\n"));
  g_assert_nonnull (strstr (all, "\nt0 Thought, Done.\n"));
  g_assert_nonnull (strstr (all, "\nA0 Final Answer, 11 characters, They agree.\n"));
  g_assert_nonnull (
      strstr (all, "\nG0 Every figure has a source., rejected, 0.1 s, Two have none\n"));
  /* The entries are displayed in order, with the details of the newest call. */
  wait_for_text (self, "They agree.");
  wait_for_text (self, "Model call 2");
}

/* An answer without text is reported as such, and an agent without a role has a name. */
static void
test_empty_answer (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) agent =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, NULL, NULL, "", "{}");
  g_autofree char *all = NULL;

  tell_call (self, agent, "{" MESSAGES ",'model':'gpt-5.4'}",
             "{'call_type':'llm_call','response':''}");
  tell (self, TROUPE_EVENT_EXECUTION_FAILED, agent, "{'error':'The agent returned nothing.'}");
  update (self);
  all = describe_all (self->entries);
  g_test_message ("%s", all);
  g_assert_nonnull (strstr (all, "P0 Agent without a role, "));
  g_assert_nonnull (strstr (all, "\nx0 The model returned an empty answer"));
  g_assert_null (strstr (all, "Final Answer"));
  wait_for_text (self, "Agent without a role");
}

/* The last text of an agent that fails is not an answer. */
static void
test_failed_agent (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) agent =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, NULL, NULL, "Writer", "{}");
  g_autofree char *all = NULL;

  tell_call (self, agent, "{" MESSAGES "}", "{'response':'Half a sentence'}");
  tell (self, TROUPE_EVENT_EXECUTION_FAILED, agent,
        "{'error':{'kind':'agent','message':'The answer is incomplete'}}");
  update (self);
  all = describe_all (self->entries);
  g_test_message ("%s", all);
  g_assert_null (strstr (all, "Final Answer"));
  g_assert_nonnull (strstr (all, "t0 Thought, Half a sentence\n"));
  g_assert_nonnull (strstr (all, "x0 The answer is incomplete\n"));
}

/* --- Pictures --------------------------------------------------------------------------------- */

#define PNG                                                                                        \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"   \
  "gg=="

/* Returns the first picture with content below @widget, or NULL. */
static GtkWidget *
find_picture (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_PICTURE (widget) && gtk_picture_get_paintable (GTK_PICTURE (widget)) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_picture (child);

  return found;
}

static gboolean
has_picture (gpointer window)
{
  return find_picture (window) != NULL;
}

/* A picture that was passed to a model is shown below the text of its message. Other files, and
 * pictures that cannot be read, are named. */
static void
test_pictures (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-pictures-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.png", NULL);
  g_autofree char *broken = g_build_filename (folder, "b.png", NULL);
  g_autofree guchar *bytes = NULL;
  g_autofree char *copied = NULL;
  gsize length;
  g_autoptr (TroupeScope) agent = NULL;
  TroupeTranscriptEntry *entry;

  bytes = g_base64_decode (PNG, &length);
  g_assert_true (g_file_set_contents (path, (const char *) bytes, (gssize) length, NULL));
  g_assert_true (g_file_set_contents (broken, "no picture", -1, NULL));
  troupe_transcript_view_set_folder (self->view, folder);
  agent = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, NULL, NULL, "Guide", "{}");
  tell_call (self, agent,
             "{'messages':[{'role':'user','content':[{'type':'text','text':'Look.'},{'type':"
             "'image_url','image_url':{'url':'b.png'}},{'type':'image_url','image_url':{'url':"
             "'../a.png'}},{'type':'image_url','image_url':{'url':'n.pdf'}},{'type':'image_url',"
             "'image_url':{'url':'a.png'}}]}]}",
             "{'response':'Yes.'}");
  update (self);
  entry = find_entry (self, TROUPE_TRANSCRIPT_SYSTEM, 0);
  troupe_transcript_fold (troupe_transcript_view_get_transcript (self->view), entry, TRUE);
  wait_for_text (self, "Look.");
  wait_for_text (self, "n.pdf");
  wait_for_text (self, "../a.png");
  monitor_test_wait (has_picture, self->window);
  copied = troupe_transcript_body_to_text (entry, 0);
  g_assert_nonnull (strstr (copied, "Look."));
  g_assert_nonnull (strstr (copied, "a.png"));
  g_assert_null (strstr (copied, "image_url"));
  g_assert_no_errno (g_unlink (path));
  g_assert_no_errno (g_unlink (broken));
  g_assert_no_errno (g_rmdir (folder));
}

/* A model without native tool support writes tool calls as text. These tool calls are displayed
 * like those of other models. */
static void
test_text_arguments (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) agent =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, NULL, NULL, "Guide", "{}");
  g_autoptr (TroupeScope) search =
      open_scope (self, TROUPE_EVENT_TOOL_STARTED, agent, NULL, "search",
                  "{'tool_args':'{\\'query\\': \\'huts\\'}'}");
  g_autoptr (TroupeScope) ask = open_scope (
      self, TROUPE_EVENT_TOOL_STARTED, agent, NULL, "ask",
      "{'tool_args':'{\\'question\\': \\'What to eat?\\', \\'coworker\\': \\'Cook\\'}'}");
  g_autoptr (TroupeScope) cook =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, ask, NULL, "Cook", "{}");
  g_autoptr (TroupeScope) odd =
      open_scope (self, TROUPE_EVENT_TOOL_STARTED, agent, NULL, "odd", "{'tool_args':'no {map'}");
  g_autoptr (TroupeTranscriptEntry) asked = NULL;
  g_autofree char *all = NULL;
  g_autofree char *words = NULL;

  update (self);
  all = describe_all (self->entries);
  g_test_message ("%s", all);
  g_assert_nonnull (strstr (all, "c0 search, query: \"huts\""));
  g_assert_nonnull (strstr (all, "D0 Asks Cook"));
  g_assert_nonnull (strstr (all, "c0 odd, no {map"));
  asked = g_object_ref (find_entry (self, TROUPE_TRANSCRIPT_DELEGATION, 0));
  words = troupe_transcript_body_dup_text (asked, 100, NULL);
  g_assert_cmpstr (words, ==, "What to eat?");
}

static gboolean
frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer n_frames)
{
  return ++*(guint *) n_frames < 3 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
were_three (gpointer n_frames)
{
  return *(guint *) n_frames >= 3;
}

/* Waits until the contents are laid out. */
static void
wait_frames (GtkWidget *window)
{
  guint n_frames = 0;

  gtk_widget_add_tick_callback (window, frame_cb, &n_frames, NULL);
  monitor_test_wait (were_three, &n_frames);
}

/* The list view disposes of unused rows, and a search does not access these rows. */
static void
test_rows_gone (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) agent =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, NULL, NULL, "Worker", "{}");

  for (guint i = 0; i < 300; i++)
    tell_tool (self, agent, "search", "{'tool_args':{'query':'hut'}}", "{'output':'ten'}");
  update (self);
  for (guint i = 0; i < 6; i++)
    {
      troupe_transcript_view_go_to (self->view, i % 2 == 0 ? 0 : 299);
      wait_frames (self->window);
      troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_OF_AGENT,
                                     i % 2 == 0 ? "Nobody" : "Worker");
      update (self);
      wait_frames (self->window);
    }
  troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_OF_AGENT, "Nobody");
  update (self);
  wait_frames (self->window);
  troupe_transcript_view_search (self->view, "hut");
  troupe_transcript_view_search (self->view, "");
}

/* Returns the groups with the numbers of their entries, such as `Everything 6|gather 3|…`.
 * (transfer full) */
static char *
list_groups (Fixture *self)
{
  GListModel *groups =
      troupe_transcript_get_groups (troupe_transcript_view_get_transcript (self->view));
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (groups); i++)
    {
      g_autoptr (TroupeTranscriptGroup) group = g_list_model_get_item (groups, i);

      g_string_append_printf (names, "%s%s %u", i > 0 ? "|" : "",
                              troupe_transcript_group_get_name (group),
                              troupe_transcript_group_get_n_calls (group));
    }

  return g_string_free (g_steal_pointer (&names), FALSE);
}

static guint
count_managers_below (GtkWidget *widget, const char *role)
{
  guint n = ADW_IS_AVATAR (widget) && gtk_widget_get_visible (widget) &&
            gtk_widget_has_css_class (widget, "manager") &&
            g_strcmp0 (adw_avatar_get_text (ADW_AVATAR (widget)), role) == 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_managers_below (child, role);
  return n;
}

/* Returns how many avatars of @role have the color of a manager. */
static guint
count_managers (Fixture *self, const char *role)
{
  return count_managers_below (self->window, role);
}

/* Expected tasks and agents are listed at their final positions before they start, and can be
 * selected. */
static void
test_expected (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "gather", "compare", "find_quotes", "summarise" };
  static const char *const roles[] = { "Researcher", "Copy editor" };
  g_autoptr (GListStore) groups = g_list_store_new (TROUPE_TYPE_TRANSCRIPT_GROUP);
  g_autofree char *before = NULL;
  g_autofree char *with = NULL;
  g_autofree char *then = NULL;
  g_autoptr (TroupeScope) summarise = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *key = g_strdup_printf ("\ntasks[%u]", i);
      g_autoptr (TroupeTranscriptGroup) group =
          troupe_transcript_group_new (TROUPE_TRANSCRIPT_OF_TASK, key, names[i], i + 1);

      g_list_store_append (groups, group);
    }
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      g_autoptr (TroupeTranscriptGroup) group =
          troupe_transcript_group_new (TROUPE_TRANSCRIPT_OF_AGENT, roles[i], roles[i], 0);

      troupe_transcript_group_set_manages (group, i == 0);
      g_list_store_append (groups, group);
    }
  troupe_transcript_expect (troupe_transcript_view_get_transcript (self->view),
                            G_LIST_MODEL (groups));
  update (self);
  before = list_groups (self);
  g_assert_cmpstr (
      before, ==,
      "Everything 0|gather 0|compare 0|find_quotes 0|summarise 0|Researcher 0|Copy editor 0");

  tell_crew (self);
  update (self);
  with = list_groups (self);
  g_assert_cmpstr (with, ==,
                   "Everything 6|gather 3|compare 3|find_quotes 0|summarise 0|"
                   "Researcher 4|Analyst 2|Copy editor 0");
  /* Only avatars of the manager have the manager color. This applies to the list and to the
   * avatars next to messages. */
  g_assert_cmpuint (count_managers (self, "Researcher"), >=, 2);
  g_assert_cmpuint (count_managers (self, "Analyst"), ==, 0);
  g_assert_cmpuint (count_managers (self, "Copy editor"), ==, 0);
  /* A task was skipped. */
  summarise = open_scope (self, TROUPE_EVENT_TASK_STARTED, NULL, "tasks[3]", "summarise", "{}");
  update (self);
  then = list_groups (self);
  g_assert_cmpstr (then, ==, with);
  g_assert_true (troupe_transcript_view_choose_task (self->view, NULL, 3));
  update (self);
  g_assert_cmpuint (g_list_model_get_n_items (self->entries), ==, 0);
  g_assert_nonnull (monitor_test_find_label (self->window, "No Activity Yet"));
}

/* A role that ends with a newline, as in YAML, is the same agent as the expected one. */
static void
test_expected_line (Fixture *self, gconstpointer data)
{
  g_autoptr (GListStore) groups = g_list_store_new (TROUPE_TYPE_TRANSCRIPT_GROUP);
  g_autoptr (TroupeTranscriptGroup) group =
      troupe_transcript_group_new (TROUPE_TRANSCRIPT_OF_AGENT, "Chief Editor", "Chief Editor", 0);
  g_autoptr (TroupeScope) task = NULL;
  g_autoptr (TroupeScope) agent = NULL;
  g_autofree char *listed = NULL;

  g_list_store_append (groups, group);
  troupe_transcript_expect (troupe_transcript_view_get_transcript (self->view),
                            G_LIST_MODEL (groups));
  task = open_scope (self, TROUPE_EVENT_TASK_STARTED, NULL, "tasks[0]", "edit", "{}");
  agent = open_scope (self, TROUPE_EVENT_AGENT_STARTED, task, NULL, "Chief Editor\n", "{}");
  update (self);
  listed = list_groups (self);
  g_assert_cmpstr (listed, ==, "Everything 0|edit 0|Chief Editor 0");
}

static void
test_groups (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    guint number;
    guint n_calls;
  } expected[] = {
    { "Everything", 0, 6 }, { "gather", 1, 3 },  { "compare", 2, 3 },
    { "Researcher", 0, 4 }, { "Analyst", 0, 2 },
  };
  GListModel *groups =
      troupe_transcript_get_groups (troupe_transcript_view_get_transcript (self->view));
  guint n_all;

  tell_crew (self);
  update (self);
  n_all = g_list_model_get_n_items (self->entries);
  g_assert_cmpuint (g_list_model_get_n_items (groups), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (TroupeTranscriptGroup) group = g_list_model_get_item (groups, i);

      g_assert_cmpstr (troupe_transcript_group_get_name (group), ==, expected[i].name);
      g_assert_cmpuint (troupe_transcript_group_get_number (group), ==, expected[i].number);
      g_assert_cmpuint (troupe_transcript_group_get_n_calls (group), ==, expected[i].n_calls);
    }

  troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_OF_AGENT, "Analyst");
  for (guint i = 0; i < g_list_model_get_n_items (self->entries); i++)
    {
      g_autoptr (TroupeTranscriptEntry) entry = g_list_model_get_item (self->entries, i);

      g_assert_cmpuint (troupe_transcript_entry_get_place (entry)->depth, ==, 0);
    }
  g_assert_null (find_entry (self, TROUPE_TRANSCRIPT_TASK, 1));
  /* If the coworker is selected, its answer is preceded by the question. */
  troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_OF_AGENT, "Researcher");
  g_assert_nonnull (find_entry (self, TROUPE_TRANSCRIPT_TASK, 1));
  g_assert_nonnull (find_entry (self, TROUPE_TRANSCRIPT_DELEGATION, 0));
  g_assert_null (find_entry (self, TROUPE_TRANSCRIPT_CHECK, 0));
  troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_OF_TASK, "\ntasks[1]");
  g_assert_null (find_entry (self, TROUPE_TRANSCRIPT_TASK, 1));
  g_assert_null (find_entry (self, TROUPE_TRANSCRIPT_TOOL, 0));
  g_assert_nonnull (find_entry (self, TROUPE_TRANSCRIPT_CHECK, 0));
  troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_EVERYTHING, "");
  g_assert_cmpuint (g_list_model_get_n_items (self->entries), ==, n_all);
}

/* Expanded entries stay expanded during the run, and a new run clears the transcript. */
static void
test_folds (Fixture *self, gconstpointer data)
{
  TroupeTranscript *transcript = troupe_transcript_view_get_transcript (self->view);
  TroupeTranscriptEntry *tool;
  TroupeTranscriptEntry *system;

  tell_crew (self);
  update (self);
  tool = find_entry (self, TROUPE_TRANSCRIPT_TOOL, 0);
  system = find_entry (self, TROUPE_TRANSCRIPT_SYSTEM, 1);
  g_assert_true (troupe_transcript_entry_can_fold (tool));
  troupe_transcript_fold (transcript, tool, TRUE);
  troupe_transcript_fold (transcript, system, TRUE);
  troupe_transcript_view_go_to (self->view, 0);
  wait_for_text (self, "ten results");
  tell_crew (self);
  update (self);
  g_assert_true (find_entry (self, TROUPE_TRANSCRIPT_TOOL, 0) == tool);
  g_assert_true (find_entry (self, TROUPE_TRANSCRIPT_SYSTEM, 1) == system);
  g_assert_true (troupe_transcript_entry_get_open (tool));
  g_assert_true (troupe_transcript_entry_get_open (system));
  g_assert_false (troupe_transcript_entry_get_open (find_entry (self, TROUPE_TRANSCRIPT_TOOL, 2)));
  g_assert_true (is_seen_text (self, "ten results"));
  troupe_transcript_fold (transcript, tool, FALSE);
  g_assert_false (is_seen_text (self, "ten results"));

  /* A new run resets the filter. */
  troupe_transcript_view_choose (self->view, TROUPE_TRANSCRIPT_OF_AGENT, "Analyst");
  troupe_trace_begin (self->trace, MONITOR_TEST_START);
  update (self);
  g_assert_cmpuint (g_list_model_get_n_items (self->entries), ==, 0);
  wait_for_text (self, "Press Run (F5)");
  wait_for_text (self, "0 calls");
  tell_crew (self);
  wait_for_text (self, "6 calls");
  g_assert_nonnull (find_entry (self, TROUPE_TRANSCRIPT_TASK, 1));
  g_assert_nonnull (find_entry (self, TROUPE_TRANSCRIPT_TOOL, 0));
}

/* A row, and its top and height before a change. */
typedef struct
{
  GtkWidget *view;
  GtkWidget *row;
  float y;
  int height;
} Spot;

static float
get_top (const Spot *spot)
{
  graphene_point_t point = GRAPHENE_POINT_INIT_ZERO;

  g_assert_true (gtk_widget_compute_point (spot->row, spot->view, graphene_point_zero (), &point));
  return point.y;
}

static gboolean
has_grown_in_place (gpointer data)
{
  const Spot *spot = data;

  return gtk_widget_get_height (spot->row) > spot->height && ABS (get_top (spot) - spot->y) < 1.5f;
}

/* Returns the last visible row that can be expanded. (nullable) */
static GtkWidget *
find_last_fold (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (TROUPE_IS_TRANSCRIPT_ROW (widget))
    {
      TroupeTranscriptEntry *entry =
          troupe_transcript_row_get_entry (TROUPE_TRANSCRIPT_ROW (widget));

      return gtk_widget_get_mapped (widget) && entry != NULL &&
                     troupe_transcript_entry_can_fold (entry)
                 ? widget
                 : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_last_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_prev_sibling (child))
    found = find_last_fold (child);
  return found;
}

static gboolean
has_fold (gpointer data)
{
  return find_last_fold (GTK_WIDGET (data)) != NULL;
}

/* A list that follows its end does not scroll away the beginning of an entry that the user
 * expands. */
static void
test_fold_in_place (Fixture *self, gconstpointer data)
{
  Spot spot = { .view = GTK_WIDGET (self->view) };

  for (guint i = 0; i < 3; i++)
    tell_crew (self);
  update (self);
  monitor_test_wait (has_fold, self->view);
  for (guint i = 0; i < 3; i++)
    monitor_test_draw (GTK_WIDGET (self->view));
  spot.row = find_last_fold (GTK_WIDGET (self->view));
  spot.y = get_top (&spot);
  spot.height = gtk_widget_get_height (spot.row);
  g_signal_emit_by_name (spot.row, "fold",
                         troupe_transcript_row_get_entry (TROUPE_TRANSCRIPT_ROW (spot.row)));
  monitor_test_wait (has_grown_in_place, &spot);
  for (guint i = 0; i < 3; i++)
    monitor_test_draw (GTK_WIDGET (self->view));
  g_assert_true (has_grown_in_place (&spot));
}

/* Streamed text becomes visible at once, but only the end of a long text is shown. The final
 * answer then replaces the streamed text. */
static void
test_stream (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) method = NULL;
  g_autoptr (TroupeScope) agent = NULL;
  g_autoptr (TroupeScope) call = NULL;
  TroupeTranscriptEntry *stream;
  gsize length = 0;
  g_autofree char *text = NULL;

  method = open_scope (self, TROUPE_EVENT_METHOD_STARTED, NULL, NULL, "write", "{}");
  agent = open_scope (self, TROUPE_EVENT_AGENT_STARTED, method, NULL, "Writer", "{}");
  call = open_scope (self, TROUPE_EVENT_LLM_CALL_STARTED, agent, NULL, "gpt",
                     "{" MESSAGES ",'model':'gpt'}");
  tell (self, TROUPE_EVENT_LLM_STREAM_CHUNK, call, "{'chunk':'Once upon'}");
  wait_for_text (self, "Once upon");
  stream = find_entry (self, TROUPE_TRANSCRIPT_STREAM, 0);
  g_assert_true (is_seen_text (self, "write"));
  g_assert_true (is_seen_text (self, "Time to First Token"));
  for (guint i = 0; i < 3000; i++)
    tell (self, TROUPE_EVENT_LLM_STREAM_CHUNK, call,
          "{'chunk':' and again, what was said before,'}");
  tell (self, TROUPE_EVENT_LLM_STREAM_CHUNK, call, "{'chunk':' until the end'}");
  wait_for_text (self, "until the end");
  g_assert_true (find_entry (self, TROUPE_TRANSCRIPT_STREAM, 0) == stream);
  text = troupe_transcript_body_dup_text (stream, TROUPE_TRANSCRIPT_STREAMED, &length);
  g_assert_cmpuint (length, <=, TROUPE_TRANSCRIPT_STREAMED);
  g_assert_null (strstr (text, "Once upon"));
  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, call, "{'response':'Short.'}");
  tell (self, TROUPE_EVENT_AGENT_FINISHED, agent, "{'output':'Short.'}");
  wait_for_text (self, "Short.");
  g_assert_null (find_entry (self, TROUPE_TRANSCRIPT_STREAM, 0));
}

static gboolean
is_found (gpointer data)
{
  return troupe_transcript_view_get_found (((Fixture *) data)->view, NULL) == 3;
}

static void
test_search (Fixture *self, gconstpointer data)
{
  guint place = 0;

  tell_crew (self);
  update (self);
  /* The search ignores case. The matches are in the first messages of three agents, and these
   * messages are collapsed. */
  troupe_transcript_view_search (self->view, "GATHER.");
  monitor_test_wait (is_found, self);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "transcript.find-next", NULL);
  g_assert_cmpuint (troupe_transcript_view_get_found (self->view, &place), ==, 3);
  g_assert_cmpuint (place, ==, 1);
  g_assert_true (troupe_transcript_entry_get_open (find_entry (self, TROUPE_TRANSCRIPT_SYSTEM, 0)));
  gtk_widget_activate_action (GTK_WIDGET (self->view), "transcript.find-previous", NULL);
  troupe_transcript_view_get_found (self->view, &place);
  g_assert_cmpuint (place, ==, 3);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "transcript.find-next", NULL);
  troupe_transcript_view_get_found (self->view, &place);
  g_assert_cmpuint (place, ==, 1);
  troupe_transcript_view_search (self->view, "");
  g_assert_cmpuint (troupe_transcript_view_get_found (self->view, NULL), ==, 0);
}

static void
test_copy (Fixture *self, gconstpointer data)
{
  g_autofree char *tool = NULL;
  g_autofree char *answer = NULL;

  tell_crew (self);
  update (self);
  g_assert_null (troupe_transcript_view_dup_selected (self->view));
  for (guint i = 0; i < g_list_model_get_n_items (self->entries); i++)
    {
      g_autoptr (TroupeTranscriptEntry) entry = g_list_model_get_item (self->entries, i);
      const TroupeTranscriptKind kind = troupe_transcript_entry_get_kind (entry);

      troupe_transcript_view_go_to (self->view, i);
      if (kind == TROUPE_TRANSCRIPT_TOOL && tool == NULL)
        tool = troupe_transcript_view_dup_selected (self->view);
      if (kind == TROUPE_TRANSCRIPT_ANSWER && answer == NULL)
        answer = troupe_transcript_view_dup_selected (self->view);
    }
  g_assert_cmpstr (
      tool, ==,
      "web_search\nArguments: {\"query\": \"losses\", \"limit\": 10}\nResult: ten results");
  g_assert_cmpstr (answer, ==, "# Seven\n**bold**");
}

/* Text of models, tools and documents is never interpreted as markup, and causes neither
 * warnings nor long frames. */
static void
test_hostile (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = {
    "<span size='1'>&amp; </b> & <",
    "\x01\x02\x1b[31m\x7f",
    "\u202etxt.exe\u2066\u200b",
    "[a](javascript:alert(1)) ![x](https://a.example/x.png) <img src=x>",
    "[b & <i>](https://a.example/?a=1&b=%22<>) **bold <b>** `<tt>` _&_",
    "| a | <b> |\n|---|---|\n| & | < |\n```\n<code>\n",
    "\xff\xfe broken \xc3",
  };
  g_autofree char *huge = g_strnfill (5 * 1000 * 1000, 'x');
  g_autoptr (TroupeValue) line = troupe_value_new_string (huge, -1);

  for (guint i = 0; i <= G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TroupeValue) text = i < G_N_ELEMENTS (texts)
                                         ? troupe_value_new_string (texts[i], -1)
                                         : troupe_value_ref (line);
      const char *name = troupe_value_get_string (text, NULL);
      g_autoptr (TroupeScope) task = NULL;
      g_autoptr (TroupeScope) agent = NULL;
      g_autoptr (TroupeScope) call = NULL;
      g_autoptr (TroupeScope) tool = NULL;
      TroupeMapBuilder fields;

      task = open_scope (self, TROUPE_EVENT_TASK_STARTED, NULL, name, name, "{}");
      agent = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, NULL, name, "{}");
      call = troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, self->sequence + 1, agent, NULL, name);
      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "model", troupe_value_ref (text));
      troupe_map_builder_add (&fields, "messages", troupe_value_ref (text));
      tell_value (self, TROUPE_EVENT_LLM_CALL_STARTED, call, troupe_map_builder_end (&fields));
      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "chunk", troupe_value_ref (text));
      tell_value (self, TROUPE_EVENT_LLM_STREAM_CHUNK, call, troupe_map_builder_end (&fields));
      update (self);
      monitor_test_draw (GTK_WIDGET (self->view));
      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "response", troupe_value_ref (text));
      tell_value (self, TROUPE_EVENT_LLM_CALL_FINISHED, call, troupe_map_builder_end (&fields));
      tool = troupe_scope_new_stored (TROUPE_SCOPE_TOOL_CALL, self->sequence + 1, agent, NULL, name);
      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "tool_args", troupe_value_ref (text));
      tell_value (self, TROUPE_EVENT_TOOL_STARTED, tool, troupe_map_builder_end (&fields));
      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "error", troupe_value_ref (text));
      tell_value (self, TROUPE_EVENT_TOOL_FAILED, tool, troupe_map_builder_end (&fields));
    }
  update (self);
  for (guint i = 0; i < g_list_model_get_n_items (self->entries); i++)
    {
      g_autoptr (TroupeTranscriptEntry) entry = g_list_model_get_item (self->entries, i);
      g_autofree char *spoken = troupe_transcript_line_describe (entry);

      g_assert_true (g_utf8_validate (spoken, -1, NULL));
      g_assert_cmpuint (strlen (spoken), <, 5000);
      g_assert_null (strstr (spoken, "\u202e"));
      g_assert_null (strchr (spoken, '\x1b'));
      troupe_transcript_fold (troupe_transcript_view_get_transcript (self->view), entry, TRUE);
      troupe_transcript_entry_set_whole (entry, TRUE);
      troupe_transcript_view_go_to (self->view, i);
      monitor_test_draw (GTK_WIDGET (self->view));
    }
}

static int
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, gboolean minimum)
{
  int least;
  int natural;

  gtk_widget_measure (widget, orientation, for_size, &least, &natural, NULL, NULL);

  return minimum ? least : natural;
}

/* The label of a row has the same size as a GtkLabel with the same wrapping. */
static void
test_label (void)
{
  const char *const words = "Measured losses in the distribution grid fell from 8.9 to 6.1 %";
  GtkWidget *label = gtk_label_new (words);
  GtkWidget *text = troupe_transcript_label_new (words, TROUPE_TRANSCRIPT_LABEL_LINES);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *window;
  g_autoptr (PangoAttrList) marks = pango_attr_list_new ();
  int natural;
  int line;

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), text);
  window = monitor_test_open (box, 600, 300);
  natural = measure (text, GTK_ORIENTATION_HORIZONTAL, -1, FALSE);
  g_assert_cmpint (natural, ==, measure (label, GTK_ORIENTATION_HORIZONTAL, -1, FALSE));
  line = measure (text, GTK_ORIENTATION_VERTICAL, natural, FALSE);
  g_assert_cmpint (line, ==, measure (label, GTK_ORIENTATION_VERTICAL, natural, FALSE));
  for (int part = 2; part < 5; part++)
    g_assert_cmpint (measure (text, GTK_ORIENTATION_VERTICAL, natural / part, FALSE), ==,
                     measure (label, GTK_ORIENTATION_VERTICAL, natural / part, FALSE));
  g_assert_cmpint (measure (text, GTK_ORIENTATION_VERTICAL, natural / 4, FALSE), >, 3 * line);
  troupe_transcript_label_set_max_lines (TROUPE_TRANSCRIPT_LABEL (text), 2);
  g_assert_cmpint (measure (text, GTK_ORIENTATION_VERTICAL, natural / 4, FALSE), ==, 2 * line);
  g_assert_cmpint (measure (text, GTK_ORIENTATION_HORIZONTAL, -1, TRUE), <, natural);
  troupe_transcript_label_set_form (TROUPE_TRANSCRIPT_LABEL (text), TROUPE_TRANSCRIPT_LABEL_WHOLE);
  g_assert_cmpint (measure (text, GTK_ORIENTATION_HORIZONTAL, -1, TRUE), ==, natural);

  troupe_transcript_label_set_marks (TROUPE_TRANSCRIPT_LABEL (text), marks);
  g_assert_true (troupe_transcript_label_get_marks (TROUPE_TRANSCRIPT_LABEL (text)) == marks);
  troupe_transcript_label_set_text (TROUPE_TRANSCRIPT_LABEL (text), words);
  g_assert_nonnull (troupe_transcript_label_get_marks (TROUPE_TRANSCRIPT_LABEL (text)));
  troupe_transcript_label_set_text (TROUPE_TRANSCRIPT_LABEL (text), "6.1 %");
  g_assert_null (troupe_transcript_label_get_marks (TROUPE_TRANSCRIPT_LABEL (text)));
  g_assert_cmpint (measure (text, GTK_ORIENTATION_HORIZONTAL, -1, FALSE), <, natural / 4);
  monitor_test_close (window);
}

/* Returns TRUE if a part of @label has a background color. */
static gboolean
has_ground (GtkLabel *label)
{
  PangoAttrList *list = pango_layout_get_attributes (gtk_label_get_layout (label));
  g_autoptr (PangoAttrIterator) iterator =
      list != NULL ? pango_attr_list_get_iterator (list) : NULL;

  do
    if (iterator != NULL && pango_attr_iterator_get (iterator, PANGO_ATTR_BACKGROUND) != NULL)
      return TRUE;
  while (iterator != NULL && pango_attr_iterator_next (iterator));
  return FALSE;
}

/* Matches are also highlighted in answers, until the search changes or ends. */
static void
test_marks_go (void)
{
  GtkWidget *label = gtk_label_new ("the <b>first</b> and the second");
  GtkWidget *window;
  TroupeTranscriptWords *words = troupe_transcript_words_new ("second");
  TroupeTranscriptWords *others = troupe_transcript_words_new ("nothing of it");

  gtk_label_set_use_markup (GTK_LABEL (label), TRUE);
  window = monitor_test_open (label, 400, 200);
  g_assert_false (has_ground (GTK_LABEL (label)));
  for (guint i = 0; i < 2; i++)
    {
      troupe_transcript_words_mark (words, label);
      g_assert_true (has_ground (GTK_LABEL (label)));
      troupe_transcript_words_mark (i == 0 ? others : NULL, label);
      g_assert_false (has_ground (GTK_LABEL (label)));
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "the first and the second");
    }
  troupe_transcript_words_free (words);
  troupe_transcript_words_free (others);
  monitor_test_close (window);
}

/* Appends the labels of the rendered answer: the markup of each, with `|` in front of each cell of a
 * table, "CODE:" in front of each block of code and "RULE" for a separator. */
static void
describe_answer (GtkWidget *widget, GString *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SEPARATOR (child))
      g_string_append (text, "RULE;");
    else if (GTK_IS_LABEL (child))
      g_string_append_printf (text, "%s%s;",
                              GTK_IS_GRID (widget)                                 ? "|"
                              : gtk_widget_has_css_class (child, "markdown-block") ? "CODE:"
                                                                                   : "",
                              gtk_label_get_label (GTK_LABEL (child)));
    else
      describe_answer (child, text);
}

static char *
render_answer (const char *text)
{
  GtkWidget *widget = g_object_ref_sink (troupe_transcript_markdown_new (text));
  GString *labels = g_string_new (NULL);

  describe_answer (widget, labels);
  g_object_unref (widget);

  return g_string_free (labels, FALSE);
}

static void
assert_answer (const char *text, const char *expected)
{
  g_autofree char *labels = render_answer (text);

  g_assert_cmpstr (labels, ==, expected);
}

/* Inline code is monospaced on a translucent background. */
#define CODE(text) "<span face=\"monospace\" bgcolor=\"#8883\">" text "</span>"

static void
test_markdown (void)
{
  assert_answer ("plain & <b>", "plain &amp; &lt;b&gt;;");
  assert_answer ("# Head **x**\ntext", "<b>Head <b>x</b></b>\ntext;");
  assert_answer ("a **b** *c* `d*e*` ~~f~~", "a <b>b</b> <i>c</i> " CODE ("d*e*") " <s>f</s>;");
  assert_answer ("snake_case_name 2 * 3 * 4 **", "snake_case_name 2 * 3 * 4 **;");
  assert_answer ("\\*no\\* &amp; &copy;", "*no* &amp; &amp;copy;;");
  assert_answer (
      "[t](https://e.example/?a&b)",
      "<a href=\"https://e.example/?a&amp;b\" title=\"https://e.example/?a&amp;amp;b\">t</a>;");
  assert_answer ("see https://e.example/x.",
                 "see <a href=\"https://e.example/x\" "
                 "title=\"https://e.example/x\">https://e.example/x</a>.;");
  assert_answer ("[t][1]\n\n[1]: https://e.example",
                 "<a href=\"https://e.example\" title=\"https://e.example\">t</a>;");
}

/* Text of models starts nothing: only links to web pages and mail become links. */
static void
test_markdown_hostile (void)
{
  assert_answer ("[t](javascript:x) [t](file:///etc)", "[t](javascript:x) [t](file:///etc);");
  assert_answer ("<file:///etc> ![a *b*](https://e.example/p.png)",
                 "[file:///etc](file:///etc) ![a <i>b</i>](https://e.example/p.png);");
  assert_answer ("[t](<https://e.example/ x>)", "[t](https://e.example/ x);");
  assert_answer ("<a href=\"x\">", "&lt;a href=&quot;x&quot;&gt;;");
  assert_answer ("<b>x</b>\n\n<script>\ny", "&lt;b&gt;x&lt;/b&gt;\n\n&lt;script&gt;\ny;");
  assert_answer ("[a\"><b>](https://e.example/\"><b>)",
                 "<a href=\"https://e.example/&quot;&gt;&lt;b&gt;\" "
                 "title=\"https://e.example/&amp;quot;&amp;gt;&amp;lt;b&amp;gt;\">"
                 "a&quot;&gt;&lt;b&gt;</a>;");
}

static void
test_markdown_blocks (void)
{
  assert_answer ("one\ntwo\n\nthree", "one\ntwo\n\nthree;");
  assert_answer ("Points:\n- one\n- two\n  - deep\n    more\n\nend",
                 "Points:\n•  one\n•  two\n    •  deep\n    more\n\nend;");
  assert_answer ("2. two\n3. three\n   1. deep", "2. two\n3. three\n    1. deep;");
  assert_answer ("1. a\n\n2. b", "1. a\n\n2. b;");
  assert_answer ("- [ ] open\n- [x] done", "☐  open\n☑  done;");
  assert_answer ("> said\n> so\n\nend", "<i>said\nso</i>\n\nend;");
  assert_answer ("above\n\n---\nbelow", "above;RULE;below;");
  assert_answer ("do\n```python\nif a:\n  b < c\n```\nso", "do;CODE:if a:\n  b < c;so;");
  /* The fence of a text that was cut is never closed. */
  assert_answer ("```\na", "CODE:a;");
  assert_answer ("{\n  \"a\": [\n    1\n  ]\n}", "{\n  &quot;a&quot;: [\n    1\n  ]\n};");
  assert_answer ("a\n\n| h | **i** |\n|---|:-:|\n| 1 | `2` |\n| 3 |\n\nb",
                 "a;|<b>h</b>;|<b><b>i</b></b>;|1;|" CODE ("2") ";|3;|;b;");
}

/* What exceeds a limit stays readable. */
static void
test_markdown_limits (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *wide = NULL;
  g_autofree char *many = NULL;

  for (guint i = 0; i < 15; i++)
    g_string_append_printf (text, "|c%u", i);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < 15; i++)
    g_string_append (text, "|---");
  g_string_append (text, "\n|1|\n");
  wide = render_answer (text->str);
  g_assert_nonnull (strstr (wide, "|;<b>c12</b> | <b>c13</b> | <b>c14</b> | ;"));

  g_string_assign (text, "|h|\n|---|\n");
  for (guint i = 1; i <= 250; i++)
    g_string_append_printf (text, "|r%u|\n", i);
  many = render_answer (text->str);
  g_assert_nonnull (strstr (many, "|r199;r200 | \nr201 | \n"));
  g_assert_nonnull (strstr (many, "r250 | ;"));
}

/* The time to render hostile text does not grow quadratically, and neither does its length. */
static void
test_markdown_long (void)
{
  static const char *const marks[] = { "[",        "*",        "**",   "_a ", "`",   "[a](", "h",
                                       "https://", "| ",       "> ",   "- ",  "~~",  "*a ",  "&",
                                       "![",       "[a]: b\n", "<a b", "1. ", "|a\n" };
  g_autoptr (GString) references = g_string_new ("[a]: b");
  g_autoptr (GString) table = g_string_new (NULL);
  double begin;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *labels = NULL;

      while (text->len < TROUPE_TRANSCRIPT_WHOLE)
        g_string_append (text, marks[i]);
      begin = monitor_test_clock ();
      labels = render_answer (text->str);
      g_test_message ("%s: %.1f ms", marks[i], monitor_test_clock () - begin);
      g_assert_cmpfloat (monitor_test_clock () - begin, <, 1000.0);
    }

  for (guint i = 0; i < 8000; i++)
    g_string_append_c (references, 'b');
  g_string_append (references, "\n\n");
  while (references->len < TROUPE_TRANSCRIPT_WHOLE)
    g_string_append (references, "[a]");
  for (guint i = 0; i < 8; i++)
    for (guint k = 0; k < (i < 2 ? 2500 : 600); k++)
      g_string_append (table, k == (i < 2 ? 2499 : 599) ? "|a|\n" : i == 1 ? "|---" : "|a");
  for (guint i = 0; i < 2; i++)
    {
      const char *text = i == 0 ? references->str : table->str;
      g_autofree char *labels = NULL;

      begin = monitor_test_clock ();
      labels = render_answer (text);
      g_assert_cmpfloat (monitor_test_clock () - begin, <, 1000.0);
      g_assert_cmpuint (strlen (labels), <, 20 * strlen (text));
    }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/transcript/empty-answer", test_empty_answer);
  ADD ("/transcript/failed-agent", test_failed_agent);
  ADD ("/transcript/pictures", test_pictures);
  ADD ("/transcript/entries", test_entries);
  ADD ("/transcript/groups", test_groups);
  ADD ("/transcript/text-arguments", test_text_arguments);
  ADD ("/transcript/rows-gone", test_rows_gone);
  ADD ("/transcript/expected", test_expected);
  ADD ("/transcript/expected-line", test_expected_line);
  ADD ("/transcript/folds", test_folds);
  ADD ("/transcript/fold-in-place", test_fold_in_place);
  ADD ("/transcript/stream", test_stream);
  ADD ("/transcript/search", test_search);
  ADD ("/transcript/copy", test_copy);
  ADD ("/transcript/hostile", test_hostile);
#undef ADD
  g_test_add_func ("/transcript/label", test_label);
  g_test_add_func ("/transcript/marks-go", test_marks_go);
  g_test_add_func ("/transcript/markdown", test_markdown);
  g_test_add_func ("/transcript/markdown-hostile", test_markdown_hostile);
  g_test_add_func ("/transcript/markdown-blocks", test_markdown_blocks);
  g_test_add_func ("/transcript/markdown-limits", test_markdown_limits);
  g_test_add_func ("/transcript/markdown-long", test_markdown_long);

  return g_test_run ();
}
