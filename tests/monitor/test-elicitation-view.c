/* test-elicitation-view.c: MCP elicitation requests that are shown to the user and answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "monitor-test.h"
#include "troupe-elicitation-row.h"
#include "troupe-elicitation-view.h"
#include "troupe-feedback-view.h"

#define FORM                                                                                       \
  "{'message': 'Where <b>to</b>?', 'requestedSchema': {'type': 'object', 'properties': {'city': "  \
  "{'type': 'string', 'title': 'City <i>', 'description': 'With its country'}, 'nights': "         \
  "{'type': 'integer', 'minimum': 1, 'maximum': 9, 'default': 2}, 'room': {'type': 'string', "     \
  "'oneOf': [{'const': 's', 'title': 'Single'}, {'const': 'd', 'title': 'Double'}], 'default': "   \
  "'d'}, 'sea': {'type': 'boolean', 'default': true}, 'pets': {'type': 'boolean'}, 'meals': "      \
  "{'type': 'array', 'items': {'type': 'string', 'enum': ['b', 'l', 'd']}, 'default': ['b']}}, "   \
  "'required': ['city']}}"

typedef struct
{
  guint n_answers;
  char *words;
  char *outcome;
  char *opened;
} Answers;

static void
answers_clear (Answers *self)
{
  g_free (self->words);
  g_free (self->outcome);
  g_free (self->opened);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answers, answers_clear)

static void
answered_cb (GtkWidget *view, const char *id, const char *words, const char *outcome, Answers *self)
{
  g_free (self->words);
  g_free (self->outcome);
  self->n_answers++;
  self->words = g_strdup (words);
  self->outcome = g_strdup (outcome);
}

static gboolean
open_cb (GtkWidget *view, const char *url, Answers *self)
{
  self->opened = g_strdup (url);
  return TRUE;
}

/* Creates a request. @params: JSON with ' for ". (transfer full) */
static TroupeFeedbackRequest *
make_request (const char *params)
{
  g_autoptr (TroupeValue) value = monitor_test_value (params);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeElicitation) elicitation = troupe_elicitation_new ("a server", value, &error);

  g_assert_no_error (error);
  return troupe_feedback_request_new_for_elicitation ("run", "Flow", elicitation);
}

static GtkWidget *
show (TroupeFeedbackRequest *request, int width, Answers *answers)
{
  GtkWidget *view = troupe_feedback_view_new (TRUE);
  GtkWidget *window = monitor_test_open (view, width, 500);

  g_signal_connect (view, "answered", G_CALLBACK (answered_cb), answers);
  troupe_feedback_view_set_narrow (TROUPE_FEEDBACK_VIEW (view), width < 500);
  troupe_feedback_view_set_request (TROUPE_FEEDBACK_VIEW (view), request, 1, 1);
  g_signal_connect (monitor_test_find_type (window, TROUPE_TYPE_ELICITATION_VIEW), "open",
                    G_CALLBACK (open_cb), answers);
  monitor_test_draw (view);
  return window;
}

static gboolean
is_sensitive (gpointer widget)
{
  return gtk_widget_is_sensitive (widget);
}

/* A request that has just been shown is not agreed to. */
static void
click (GtkWidget *window, const char *label)
{
  GtkWidget *button = monitor_test_find_label (window, label);

  g_assert_nonnull (button);
  monitor_test_wait (is_sensitive, button);
  g_signal_emit_by_name (button, "clicked");
}

static gboolean
is_row (GtkWidget *widget, gpointer name)
{
  return TROUPE_IS_ELICITATION_ROW (widget) &&
         g_str_equal (troupe_elicitation_row_get_field (TROUPE_ELICITATION_ROW (widget))->name,
                      name);
}

static GtkWidget *
find_control (GtkWidget *window, const char *name, GType type)
{
  GtkWidget *control =
      monitor_test_find_type (monitor_test_find (window, is_row, (gpointer) name), type);

  g_assert_nonnull (control);
  return control;
}

/* @url: (nullable). (transfer full) */
static TroupeFeedbackRequest *
make_sign_in (const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeElicitation) elicitation =
      troupe_elicitation_new_sign_in ("mcp.example", "It wants you to sign in.", url, &error);

  g_assert_no_error (error);
  return troupe_feedback_request_new_for_elicitation ("run", "Flow", elicitation);
}

/* A request to sign in is presented as a question of Troupe, not of the server. */
static void
test_sign_in (void)
{
  g_autoptr (TroupeFeedbackRequest) whether = make_sign_in (NULL);
  g_autoptr (TroupeFeedbackRequest) where = make_sign_in ("https://auth.example/authorize?a=b");
  g_auto (Answers) agreed = { 0 };
  g_auto (Answers) opened = { 0 };
  GtkWidget *window = show (whether, 900, &agreed);

  g_assert_nonnull (monitor_test_find_label (window, "Sign-in to mcp.example"));
  g_assert_null (monitor_test_find_label (window, "_Open Browser"));
  g_assert_null (monitor_test_find_label (window, "_Cancel"));
  click (window, "_Continue");
  g_assert_cmpuint (agreed.n_answers, ==, 1);
  g_assert_cmpstr (agreed.outcome, ==, "accept");
  g_assert_null (agreed.opened);
  monitor_test_close (window);

  window = show (where, 900, &opened);
  g_assert_nonnull (monitor_test_find_label (window, "https://auth.example/authorize?a=b"));
  g_assert_null (opened.opened);
  click (window, "_Open Browser");
  g_assert_cmpstr (opened.opened, ==, "https://auth.example/authorize?a=b");
  g_assert_cmpstr (opened.outcome, ==, "accept");
  monitor_test_close (window);
}

/* Each type of field has its own control, and the form rejects invalid input. */
static void
test_form (void)
{
  g_autoptr (TroupeFeedbackRequest) request = make_request (FORM);
  g_auto (Answers) answers = { 0 };
  GtkWidget *window = show (request, 900, &answers);
  GtkWidget *city = find_control (window, "city", GTK_TYPE_ENTRY);
  GtkWidget *nights = find_control (window, "nights", GTK_TYPE_ENTRY);

  g_assert_nonnull (monitor_test_find_label (window, "a server Needs Your Answer"));
  g_assert_nonnull (monitor_test_find_label (window, "Where <b>to</b>?"));
  g_assert_nonnull (monitor_test_find_label (window, "City <i> (required)"));
  g_assert_nonnull (monitor_test_find_label (window, "With its country"));
  g_assert_null (monitor_test_find_label (window, "_Later"));
  gtk_test_accessible_assert_property (city, GTK_ACCESSIBLE_PROPERTY_LABEL, "City <i>");
  click (window, "_Answer");
  g_assert_cmpuint (answers.n_answers, ==, 0);
  gtk_test_accessible_assert_state (city, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  gtk_editable_set_text (GTK_EDITABLE (city), "Oslo");
  gtk_editable_set_text (GTK_EDITABLE (nights), "10");
  g_signal_emit_by_name (city, "activate");
  g_assert_cmpuint (answers.n_answers, ==, 0);
  g_assert_nonnull (
      monitor_test_find_label (window, "“nights”: the value must be between 1 and 9."));
  gtk_editable_set_text (GTK_EDITABLE (nights), "");
  click (window, "_Answer");
  g_assert_cmpstr (answers.outcome, ==, "accept");
  g_assert_cmpstr (answers.words, ==,
                   "{\"city\":\"Oslo\",\"nights\":null,\"room\":\"d\",\"sea\":true,\"pets\":null,"
                   "\"meals\":[\"b\"]}");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_control (window, "room", GTK_TYPE_DROP_DOWN)), 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_control (window, "pets", GTK_TYPE_DROP_DOWN)), 2);
  gtk_switch_set_active (GTK_SWITCH (find_control (window, "sea", GTK_TYPE_SWITCH)), FALSE);
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (find_control (window, "meals", GTK_TYPE_CHECK_BUTTON)), FALSE);
  click (window, "_Answer");
  g_assert_cmpstr (answers.words, ==,
                   "{\"city\":\"Oslo\",\"nights\":null,\"room\":null,\"sea\":false,"
                   "\"pets\":false,\"meals\":null}");
  monitor_test_close (window);
}

static void
test_refused (void)
{
  g_autoptr (TroupeFeedbackRequest) request = make_request (FORM);
  g_auto (Answers) answers = { 0 };
  GtkWidget *window = show (request, 900, &answers);

  click (window, "_Decline");
  g_assert_cmpstr (answers.outcome, ==, "decline");
  g_assert_cmpstr (answers.words, ==, "");
  click (window, "_Cancel");
  g_assert_cmpstr (answers.outcome, ==, "cancel");
  monitor_test_close (window);
}

/* The URL is shown completely, and opened only if the user clicks the button. */
static void
test_address (void)
{
  g_autoptr (TroupeFeedbackRequest) request =
      make_request ("{'mode': 'url', 'message': 'Sign in', 'elicitationId': 'e', 'url': "
                    "'https://login.example.org/x?y=z#w'}");
  g_auto (Answers) answers = { 0 };
  GtkWidget *window = show (request, 900, &answers);
  GtkWidget *address = monitor_test_find_label (window, "https://login.example.org/x?y=z#w");

  g_assert_true (GTK_IS_LABEL (address));
  g_assert_null (answers.opened);
  click (window, "_Open URL");
  g_assert_cmpstr (answers.opened, ==, "https://login.example.org/x?y=z#w");
  g_assert_cmpstr (answers.outcome, ==, "accept");
  monitor_test_close (window);
}

/* A form of forty fields with long names fits a narrow window. */
static void
test_large (void)
{
  g_autoptr (GString) text =
      g_string_new ("{'message': 'm', 'requestedSchema': {'type': 'object', 'properties': {");
  g_autoptr (TroupeFeedbackRequest) request = NULL;
  g_auto (Answers) answers = { 0 };
  GtkWidget *window = NULL;
  GtkWidget *view = NULL;
  int minimum = 0;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text,
                            "%s'a_rather_long_name_without_a_place_to_break_it_%u': {'type': "
                            "'string', 'description': 'awordthatisalsowithoutanyplacetobreakit'}",
                            i > 0 ? "," : "", i);
  g_string_append (text, "}}}");
  request = make_request (text->str);
  window = show (request, 340, &answers);
  view = monitor_test_find_type (window, TROUPE_TYPE_FEEDBACK_VIEW);
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 340);
  gtk_widget_measure (view, GTK_ORIENTATION_VERTICAL, 340, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 420);
  monitor_test_close (window);
}

/* A subsequent request replaces the controls. */
static void
test_next (void)
{
  g_autoptr (TroupeFeedbackRequest) first = make_request (FORM);
  g_autoptr (TroupeFeedbackRequest) second =
      make_request ("{'message': 'Sure?', 'requestedSchema': {'type': 'object', 'properties': "
                    "{}}}");
  g_auto (Answers) answers = { 0 };
  GtkWidget *window = show (first, 900, &answers);
  GtkWidget *view = monitor_test_find_type (window, TROUPE_TYPE_FEEDBACK_VIEW);

  troupe_feedback_view_set_request (TROUPE_FEEDBACK_VIEW (view), second, 1, 1);
  monitor_test_draw (view);
  g_assert_null (monitor_test_find (window, is_row, (gpointer) "city"));
  click (window, "_Yes");
  g_assert_cmpstr (answers.outcome, ==, "accept");
  g_assert_cmpstr (answers.words, ==, "{}");
  monitor_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/elicitation-view/form", test_form);
  g_test_add_func ("/elicitation-view/refused", test_refused);
  g_test_add_func ("/elicitation-view/address", test_address);
  g_test_add_func ("/elicitation-view/sign-in", test_sign_in);
  g_test_add_func ("/elicitation-view/large", test_large);
  g_test_add_func ("/elicitation-view/next", test_next);

  return g_test_run ();
}
