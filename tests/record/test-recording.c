/* test-recording.c: recordings: keys, order of equal requests, damaged files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-wait.h"
#include "troupe-recorder.h"
#include "troupe-value-difference.h"

#define HEADER "{'troupe_recording': 1, 'document': 'd', 'time': '2026-01-01T00:00:00Z'}\n"
#define LINE(by, text, answer)                                                                     \
  "{'call': 'model', 'by': {'method': '" by "'}, 'request': {'model': 'm', 'messages': [{'role': " \
  "'user', 'content': '" text "'}]}, 'answer': {'text': '" answer "'}}\n"

static TroupeValue *
parse (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  return value;
}

static TroupeValue *
make_request (const char *content)
{
  g_autofree char *text =
      g_strdup_printf ("{'messages': [{'content': '%s', 'role': 'user'}], 'model': 'm'}", content);

  return parse (text);
}

/* Opens a recording with this text. */
static TroupeRecording *
open_text (const char *text, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  const int fd = g_file_open_tmp ("recording-XXXXXX", &path, NULL);
  TroupeRecording *recording = NULL;

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  recording = troupe_recording_open (path, error);
  g_unlink (path);
  return recording;
}

typedef struct
{
  char *text;
  char *error;
} Found;

static void
found_cb (TroupeValue *outcome, GError *error, gpointer func_data)
{
  Found *found = func_data;

  g_clear_pointer (&found->text, g_free);
  g_clear_pointer (&found->error, g_free);
  found->text =
      g_strdup (troupe_value_get_member_text (troupe_value_get_member (outcome, "answer"), "text"));
  found->error = error != NULL ? g_strdup (error->message) : NULL;
  g_clear_error (&error);
}

/* Returns the text that the recorder answers. */
static char *
ask (TroupeRecorder *recorder, const char *method, const char *content)
{
  g_autoptr (TroupeScope) scope = troupe_scope_new (TROUPE_SCOPE_METHOD, NULL, NULL, method);
  g_autoptr (TroupeValue) request = make_request (content);
  Found found = { NULL, NULL };

  troupe_recorder_find (recorder, TROUPE_RECORD_MODEL, request, scope, NULL, found_cb, &found);
  test_wait_until (found.text != NULL || found.error != NULL);
  if (found.text == NULL)
    return found.error;
  g_free (found.error);
  return found.text;
}

#define assert_answer(recorder, method, content, expected)                                         \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *answer = ask (recorder, method, content);                                   \
      g_assert_cmpstr (answer, ==, expected);                                                      \
    }                                                                                              \
  while (0)

/* Equal requests are answered in order, those of the same caller first, and the last one repeats. */
static void
test_order (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRecording) recording =
      open_text (HEADER LINE ("a", "x", "a1") LINE ("b", "x", "b1") LINE ("a", "x", "a2")
                     LINE ("a", "y", "y"),
                 &error);
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autoptr (TroupeRecorder) other = troupe_recorder_new ();
  g_autoptr (TroupeValue) calls = NULL;

  g_assert_no_error (error);
  troupe_recorder_set_recording (recorder, recording);
  troupe_recorder_set_recording (other, recording);
  g_assert_true (troupe_recorder_is_offline (recorder));
  assert_answer (recorder, "b", "x", "b1");
  assert_answer (recorder, "a", "x", "a1");
  assert_answer (recorder, "a", "x", "a2");
  assert_answer (recorder, "a", "x", "a2");
  assert_answer (recorder, "b", "x", "b1");
  assert_answer (recorder, "c", "y", "y");
  /* Another run begins from the start. */
  assert_answer (other, "a", "x", "a1");
  calls = troupe_recorder_count_calls (recorder);
  {
    g_autofree char *json = troupe_value_to_json (calls, TROUPE_JSON_COMPACT);

    g_assert_cmpstr (json, ==, "{\"models\":{\"m\":6},\"tools\":{},\"total\":6}");
  }
}

static void
append_dot_cb (gpointer user_data)
{
  g_string_append_c (user_data, '.');
}

/* Appends the text that was answered, and lets something else come before the next answer. */
static void
append_cb (TroupeValue *outcome, GError *error, gpointer func_data)
{
  GString *texts = func_data;

  g_assert_no_error (error);
  g_string_append (texts, troupe_value_get_member_text (troupe_value_get_member (outcome, "answer"),
                                                        "text"));
  g_idle_add_once (append_dot_cb, texts);
}

/* Outcomes of concurrent calls are delivered in the order in which the calls had ended, each with what it causes. */
static void
test_concurrent (void)
{
  g_autoptr (TroupeRecording) recording =
      open_text (HEADER LINE ("a", "x", "1") LINE ("b", "y", "2") LINE ("c", "z", "3"), NULL);
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autoptr (GString) texts = g_string_new (NULL);

  troupe_recorder_set_recording (recorder, recording);
  for (const char *at = "zxy"; *at != '\0'; at++)
    {
      const char content[] = { *at, '\0' };
      g_autoptr (TroupeValue) request = make_request (content);

      troupe_recorder_find (recorder, TROUPE_RECORD_MODEL, request, NULL, NULL, append_cb, texts);
    }
  test_wait_until (texts->len >= 6);
  g_assert_cmpstr (texts->str, ==, "1.2.3.");
}

/* Identifiers, times and the order of keys do not count. */
static void
test_key (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    gboolean is_same;
  } cases[] = {
    { "id 6b166661-40a6-4f47-873e-3af3f5d07eee.", "id 00000000-0000-0000-0000-00000000000A.",
      TRUE },
    { "at 2026-11-29T18:47:50.520465Z", "at 2025-01-02 03:04:05+01:00", TRUE },
    { "Today's date: 2026-11-29", "Today's date: 1. Mai 2020", TRUE },
    { "2026-11-29", "2026-11-30", FALSE },
    { "x6b166661-40a6-4f47-873e-3af3f5d07eee", "x6b166661-40a6-4f47-873e-3af3f5d07eef", FALSE },
    { "1.5", "1.6", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint8 first[TROUPE_RECORD_KEY_LENGTH];
      guint8 second[TROUPE_RECORD_KEY_LENGTH];
      TroupeMapBuilder builder;
      g_autoptr (TroupeValue) a = NULL;
      g_autoptr (TroupeValue) b = NULL;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "k", troupe_value_new_integer (1));
      troupe_map_builder_add (&builder, "text", troupe_value_new_string (cases[i].a, -1));
      a = troupe_map_builder_end (&builder);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "text", troupe_value_new_string (cases[i].b, -1));
      troupe_map_builder_add (&builder, "k", troupe_value_new_integer (1));
      b = troupe_map_builder_end (&builder);
      troupe_record_make_key (TROUPE_RECORD_MODEL, a, first);
      troupe_record_make_key (TROUPE_RECORD_MODEL, b, second);
      g_assert_cmpint (memcmp (first, second, sizeof first) == 0, ==, cases[i].is_same);
    }
}

static void
test_missing (void)
{
  g_autoptr (TroupeRecording) recording =
      open_text (HEADER LINE ("a", "the sun", "1") LINE ("a", "the moon", "2"), NULL);
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  troupe_recorder_set_recording (recorder, recording);
  text = ask (recorder, "a", "the moan");
  g_assert_nonnull (strstr (text, "model “m” (method “a”)"));
  g_assert_nonnull (strstr (text,
                            "differs at messages[0].content: recorded \"the moon\", now \"the "
                            "moan\""));
  error = troupe_recorder_get_error (recorder);
  g_assert_error (error, TROUPE_RECORDER_ERROR, TROUPE_RECORDER_ERROR_MISSING);
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *text;
    const char *message;
    const char *warning;
  } cases[] = {
    { HEADER LINE ("a", "x", "1") "{'call': 'mod", NULL, "ends within line 3" },
    { HEADER "\n" LINE ("a", "x", "1"), NULL, NULL },
    { HEADER "{'call': \n" LINE ("a", "x", "1"), "line 2 is not valid JSON", NULL },
    { HEADER "{'call': 'song', 'request': {}}\n", "line 2 requires", NULL },
    { HEADER "[1]\n", "line 2 requires", NULL },
    { LINE ("a", "x", "1"), "is not a recording", NULL },
    { "{'troupe_recording': 2}\n", "its format 2", NULL },
    { "", "it is empty", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeRecording) recording = open_text (cases[i].text, &error);

      g_test_message ("case %u: %s", i, error != NULL ? error->message : "opened");
      g_assert_cmpint (recording == NULL, ==, cases[i].message != NULL);
      if (recording == NULL)
        g_assert_nonnull (strstr (error->message, cases[i].message));
      else
        {
          const char *warning = troupe_recording_get_warning (recording);

          g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();

          troupe_recorder_set_recording (recorder, recording);
          assert_answer (recorder, "a", "x", "1");
          g_assert_cmpint (warning != NULL, ==, cases[i].warning != NULL);
          g_assert_true (warning == NULL || strstr (warning, cases[i].warning) != NULL);
        }
    }
}

/* What is written is found again, and keys are written nowhere. */
static void
test_write (void)
{
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autoptr (TroupeRecorder) replaying = troupe_recorder_new ();
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (TroupeValue) header =
      troupe_recording_make_header ("d", "n", NULL, "2026-01-01T00:00:00Z", "s");
  g_autoptr (TroupeValue) request = make_request ("my key is sk-0123456789abcdef");
  g_autoptr (TroupeValue) outcome = parse ("{'answer': {'text': 'so sk-0123456789abcdef it is'}}");
  g_autoptr (TroupeScope) scope = troupe_scope_new (TROUPE_SCOPE_METHOD, NULL, NULL, "a");
  g_autofree char *folder = g_dir_make_tmp ("recording-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "r.jsonl", NULL);
  g_autofree char *unused = g_build_filename (folder, "unused.jsonl", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRecording) recording = NULL;
  TroupeRecordingWriter *writer = troupe_recording_writer_new (-1, path, header, &error);

  g_assert_no_error (error);
  troupe_redactor_add (redactor, "sk-0123456789abcdef");
  troupe_recorder_set_writer (recorder, writer);
  troupe_recorder_begin (recorder, redactor);
  troupe_recorder_add (recorder, TROUPE_RECORD_MODEL, request, scope, outcome);
  g_assert_true (troupe_recording_writer_close (writer, &error));
  troupe_recording_writer_unref (writer);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  /* A run that does not begin keeps the recording, and leaves no empty one. */
  writer = troupe_recording_writer_new (-1, path, header, &error);
  g_assert_true (troupe_recording_writer_close (writer, &error));
  troupe_recording_writer_unref (writer);
  writer = troupe_recording_writer_new (-1, unused, header, &error);
  g_assert_no_error (error);
  troupe_recording_writer_unref (writer);
  g_assert_false (g_file_test (unused, G_FILE_TEST_EXISTS));
  g_assert_null (strstr (text, "0123456789abcdef"));
  recording = troupe_recording_open (path, &error);
  g_assert_no_error (error);
  troupe_recorder_set_recording (replaying, recording);
  troupe_recorder_begin (replaying, redactor);
  assert_answer (replaying, "a", "my key is sk-0123456789abcdef", "so ••• it is");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_difference (void)
{
  g_autoptr (TroupeValue) a = parse ("{'x': [1, {'y': 'one two'}], 'z': 1}");
  g_autoptr (TroupeValue) b = parse ("{'x': [1, {'y': 'one too'}], 'z': 1}");
  g_autoptr (TroupeValue) c = parse ("{'x': [1, {'y': 'one two'}], 'z': 1, 'n': null}");
  g_autofree char *path = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_false (troupe_value_difference_find (a, a, &path, &first, &second));
  g_assert_true (troupe_value_difference_find (a, b, &path, &first, &second));
  g_assert_cmpstr (path, ==, "x[1].y");
  g_assert_cmpstr (first, ==, "\"one two\"");
  g_assert_cmpstr (second, ==, "\"one too\"");
  g_clear_pointer (&path, g_free);
  g_clear_pointer (&first, g_free);
  g_clear_pointer (&second, g_free);
  g_assert_true (troupe_value_difference_find (a, c, &path, &first, &second));
  g_assert_cmpstr (path, ==, "n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/order", test_order);
  g_test_add_func ("/recording/concurrent", test_concurrent);
  g_test_add_func ("/recording/key", test_key);
  g_test_add_func ("/recording/missing", test_missing);
  g_test_add_func ("/recording/damaged", test_damaged);
  g_test_add_func ("/recording/write", test_write);
  g_test_add_func ("/recording/difference", test_difference);
  return g_test_run ();
}
