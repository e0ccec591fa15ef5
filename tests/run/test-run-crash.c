/* test-run-crash.c: crash test: a run killed at any point is resumed without losing or repeating
 * work
 *
 * The test is built with the crash points of store/ and run/. For each document of
 * tests/run/crash/, it first executes a run undisturbed. Then it kills processes at several visits
 * of each crash point of that run and resumes the runs in new processes. It also kills some of the
 * new processes, and finally compares the result with the undisturbed run. The processes are forks
 * of this process, which starts no thread. If TROUPE_CRASH_ALL is set in the environment, all
 * places are tried (build-aux/check-crash), otherwise only a sample.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test-time.h"
#include "crash-model.h"
#include "test-run-crash-child.h"
#include "troupe-value.h"

/* Number of visits of each crash point at which a process is killed, unless the document
 * specifies the number. The visits are evenly distributed. `-m slow` uses the larger number. */
#define N_VISITS 2
#define N_VISITS_SLOW 8
/* Number of places that are tried for an example crew and for any other document if not all
 * places are tried. The crash points that were tried least often in earlier documents come first,
 * so that all documents together try each point. The places of a point are chosen by the seed that
 * the test prints and that `--seed` accepts. */
#define N_SAMPLED_EXAMPLE TEST_ROUNDS (18)
#define N_SAMPLED TEST_ROUNDS (12)
#define MAX_SLOTS 8

/* The minimum totals of the test. */
#define WANTED_POINTS 60
#define WANTED_DOCUMENTS 20

/* A run that is killed at one place, and possibly at another place while it is resumed. */
typedef struct
{
  char *point;
  guint visit;
  char *second_point; /* (nullable) */
} Job;

/* A slot that executes a job, one process at a time. */
typedef struct
{
  CrashPage *page;
  const Job *job; /* NULL if free */
  pid_t process;
  guint n_processes;
  guint n_kills;
  char *folder;
  GString *log;        /* of all previous processes */
  char *last_log;      /* of the previous process */
  GHashTable *durable; /* method to number of its durable ends when the last process started */
  guint serial;        /* of the process */
  GHashTable *calls;   /* requests to the model by all previous processes, by task */
} Slot;

/* The result of the undisturbed run. */
typedef struct
{
  char *remains;
  GHashTable *starts; /* method to number of its start events */
  guint n_actions;
  GHashTable *calls; /* requests to the model, by task */
} Whole;

static GPtrArray *documents; /* (element-type CrashDocument) */
static Slot slots[MAX_SLOTS];
static guint n_slots;

static const CrashDocument *document; /* the current one */
static TroupeValue *marks;            /* (nullable): its `x-crash` */
static Whole whole;

static GHashTable *points_used; /* crash points used in all documents */
static GHashTable *n_drawn;     /* crash point to number of its places in all samples */
static guint n_all_kills;
static guint n_all_answers; /* answers of unfinished work that were durable when a process
                               resumed it */
static guint n_all_documents;

/* --- Folders ------------------------------------------------------------------------------------- */

static char *
make_folder (void)
{
  g_autofree char *template = g_strdup ("/dev/shm/troupe-crash-XXXXXX");

  return g_mkdtemp (template) != NULL ? g_steal_pointer (&template)
                                      : g_dir_make_tmp ("troupe-crash-XXXXXX", NULL);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_remove (path);
    }
  g_rmdir (folder);
}

/* --- Logs of a child -------------------------------------------------------------------------- */

/* Parses `a*1 b*2`. */
static GHashTable *
read_counts (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *star = strchr (words[i], '*');

      if (star != NULL)
        g_hash_table_insert (counts, g_strndup (words[i], (gsize) (star - words[i])),
                             GUINT_TO_POINTER ((guint) atoi (star + 1)));
    }
  return counts;
}

/* Counts how often each method is followed by @mark in the log. */
static GHashTable *
count_marks (const char *log, char mark)
{
  g_auto (GStrv) words = g_strsplit (log, " ", -1);
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize length = strlen (words[i]);
      char *name;
      guint count;

      if (length == 0 || words[i][length - 1] != mark)
        continue;
      name = g_strndup (words[i], length - 1);
      count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
      g_hash_table_insert (counts, name, GUINT_TO_POINTER (count + 1));
    }
  return counts;
}

static guint
get_count (GHashTable *counts, const char *method)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, method));
}

static guint
count_visits (const CrashPage *page, const char *point)
{
  for (guint i = 0; i < page->n_points; i++)
    {
      if (g_str_equal (page->points[i].name, point))
        return page->points[i].n_visits;
    }
  return 0;
}

static TroupeValue *
get_mark (const char *name)
{
  return marks != NULL ? troupe_value_map_lookup_string (marks, name, -1) : NULL;
}

/* --- Processes ----------------------------------------------------------------------------------- */

static void
start_process (Slot *self, const char *point, guint visit, gboolean stops)
{
  CrashPage *page = self->page;

  memset (page, 0, sizeof *page);
  page->deadly_point = point;
  page->deadly_visit = visit;
  self->n_processes++;
  crash_model_forget ((guint) (self - slots), ++self->serial);
  self->process = fork ();
  g_assert_cmpint (self->process, >=, 0);
  if (self->process == 0)
    {
      if (document->asks_model)
        crash_model_enter ((guint) (self - slots), self->serial);
      crash_child (document, self->folder, stops, page);
    }
}

/* Returns TRUE if the process was killed. If the process failed for any other reason, the test
 * fails. */
static gboolean
take_status (int status)
{
  if (WIFSIGNALED (status))
    {
      g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
      return TRUE;
    }
  g_assert_cmpint (status, ==, 0);
  return FALSE;
}

static gboolean
wait_for_process (Slot *self)
{
  int status = 0;

  while (waitpid (self->process, &status, 0) < 0)
    g_assert_cmpint (errno, ==, EINTR);
  return take_status (status);
}

static void
begin_slot (Slot *self, const Job *job)
{
  self->job = job;
  self->folder = make_folder ();
  self->n_processes = self->n_kills = 0;
  self->log = g_string_new (NULL);
  self->last_log = g_strdup ("");
  self->durable = read_counts ("");
  self->calls = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
end_slot (Slot *self)
{
  remove_folder (self->folder);
  g_clear_pointer (&self->folder, g_free);
  g_string_free (g_steal_pointer (&self->log), TRUE);
  g_clear_pointer (&self->last_log, g_free);
  g_clear_pointer (&self->durable, g_hash_table_unref);
  g_clear_pointer (&self->calls, g_hash_table_unref);
  self->job = NULL;
}

static char *
read_remains (Slot *self)
{
  g_autofree char *path = g_build_filename (self->folder, "remains", NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* --- Invariants ------------------------------------------------------------------------------- */

static void
check_page (const CrashPage *page)
{
  g_assert_cmpuint (page->n_points, <, CRASH_MAX_POINTS);
  g_assert_cmpuint (page->n_log, <, CRASH_MAX_LOG);
}

/* Asserts that no durable end was lost, and that the end of each method was durable before it
 * was reported. */
static void
check_nothing_lost (Slot *self)
{
  g_autoptr (GHashTable) now = read_counts (self->page->before);
  g_autoptr (GHashTable) told = count_marks (self->last_log, '<');
  GHashTableIter iter;
  gpointer method, count;

  g_hash_table_iter_init (&iter, self->durable);
  while (g_hash_table_iter_next (&iter, &method, &count))
    g_assert_cmpuint (get_count (now, method), >=, GPOINTER_TO_UINT (count));
  g_hash_table_iter_init (&iter, told);
  while (g_hash_table_iter_next (&iter, &method, &count))
    g_assert_cmpuint (get_count (now, method), >=, GPOINTER_TO_UINT (count));
  g_hash_table_unref (self->durable);
  self->durable = g_steal_pointer (&now);
}

/* Asserts that no method whose end was durable starts or acts again. */
static void
check_nothing_repeated (Slot *self)
{
  g_autoptr (GHashTable) starts = count_marks (self->page->log, '>');
  guint n_actions = count_visits (self->page, "action-begun");
  GHashTableIter iter;
  gpointer method, count;

  g_hash_table_iter_init (&iter, starts);
  while (g_hash_table_iter_next (&iter, &method, &count))
    g_assert_cmpuint (GPOINTER_TO_UINT (count) + get_count (self->durable, method), <=,
                      get_count (whole.starts, method));
  g_assert_cmpuint (n_actions + self->page->n_before, <=, whole.n_actions);
}

/* Returns the number of model calls that one execution of the task needs. */
static guint
get_price (const char *task)
{
  return get_count (whole.calls, task) / MAX (get_count (whole.starts, task), 1);
}

/* Returns the name of the task at a place like `review#2/0`, or of the method at a place like
 * `review#2`. (transfer full) (nullable) */
static char *
find_worker (const char *place)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (document->text, -1, NULL);
  g_autofree char *method = g_strndup (place, strcspn (place, "#"));
  const char *slash = strrchr (place, '/');
  const char *const path[] = { "methods", method, "do", "with", "tasks" };
  TroupeValue *at = value;

  if (slash == NULL)
    return g_strdup (method);
  for (guint i = 0; at != NULL && i < G_N_ELEMENTS (path); i++)
    at = troupe_value_map_lookup_string (at, path[i], -1);
  if (at == NULL)
    return NULL;
  if (troupe_value_is (at, TROUPE_VALUE_MAP))
    return g_strdup (
        troupe_value_get_string (troupe_value_map_get_key (at, (gsize) atoi (slash + 1)), NULL));
  at = troupe_value_map_lookup_string (troupe_value_list_get (at, (gsize) atoi (slash + 1)), "name",
                                       -1);
  return at != NULL ? g_strdup (troupe_value_get_string (at, NULL)) : NULL;
}

/* Returns how many answers for the unfinished task were durable when the process started. */
static guint
count_durable_answers (Slot *self, const char *task)
{
  g_autoptr (GHashTable) answers = read_counts (self->page->answers);
  GHashTableIter iter;
  gpointer place, count;
  guint n_answers = 0;

  g_hash_table_iter_init (&iter, answers);
  while (g_hash_table_iter_next (&iter, &place, &count))
    {
      g_autofree char *worker = find_worker (place);

      if (g_strcmp0 (worker, task) == 0)
        n_answers += GPOINTER_TO_UINT (count);
    }
  return n_answers;
}

/* Asserts that no task whose end was durable and no durable answer is paid for again. */
static void
check_calls (Slot *self)
{
  g_autoptr (GHashTable) calls = crash_model_count ((guint) (self - slots), self->serial);
  g_autoptr (GHashTable) answers = read_counts (self->page->answers);
  GHashTableIter iter;
  gpointer task, count;

  g_hash_table_iter_init (&iter, answers);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    n_all_answers += GPOINTER_TO_UINT (count);
  g_hash_table_iter_init (&iter, calls);
  while (g_hash_table_iter_next (&iter, &task, &count))
    {
      g_assert_cmpuint (GPOINTER_TO_UINT (count) + count_durable_answers (self, task) +
                            get_price (task) * get_count (self->durable, task),
                        <=, get_count (whole.calls, task));
      g_hash_table_insert (self->calls, task,
                           GUINT_TO_POINTER (get_count (self->calls, task) +
                                             GPOINTER_TO_UINT (count)));
    }
}

/* Asserts that each kill caused at most the repetition of the calls that were running. */
static void
check_all_calls (Slot *self)
{
  GHashTableIter iter;
  gpointer task, count;

  g_hash_table_iter_init (&iter, whole.calls);
  while (g_hash_table_iter_next (&iter, &task, &count))
    g_assert_cmpuint (get_count (self->calls, task), <=,
                      GPOINTER_TO_UINT (count) + self->n_kills * get_price (task));
}

/* Asserts that each script acted once, and at most one additional time for each kill. */
static void
check_scripts (Slot *self)
{
  g_autofree char *path = g_build_filename (self->folder, "actions", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  if (get_mark ("python") == NULL)
    return;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_hash_table_add (names, lines[i]);
  g_assert_cmpuint (g_hash_table_size (names), ==, 3);
  g_assert_cmpuint (g_strv_length (lines), <=, 3 + self->n_kills);
}

/* Asserts that the last process has completed all missing work exactly once. */
static void
check_end (Slot *self)
{
  g_autofree char *remains = read_remains (self);
  g_autoptr (GHashTable) starts = count_marks (self->log->str, '>');
  guint n_actions = count_visits (self->page, "action-begun");
  GHashTableIter iter;
  gpointer method, count;

  g_assert_cmpstr (remains, ==, whole.remains);
  check_scripts (self);
  check_all_calls (self);
  if (get_mark ("races") == NULL)
    g_assert_cmpuint (n_actions + self->page->n_before, ==, whole.n_actions);
  g_hash_table_iter_init (&iter, whole.starts);
  while (g_hash_table_iter_next (&iter, &method, &count))
    g_assert_cmpuint (get_count (starts, method), >=, GPOINTER_TO_UINT (count));
}

/* --- One document ----------------------------------------------------------------------------- */

/* Returns TRUE if the document requires the first process of a job to be cancelled or paused. */
static gboolean
is_first_stopped (void)
{
  return get_mark ("cancel") != NULL || get_mark ("pause") != NULL;
}

static void
run_whole (void)
{
  Slot *self = &slots[0];
  g_auto (GStrv) lines = NULL;
  TroupeValue *rows = get_mark ("rows");
  g_autofree char *expected =
      g_strconcat ("rows=", rows != NULL ? troupe_value_get_string (rows, NULL) : "", NULL);

  begin_slot (self, NULL);
  start_process (self, NULL, 0, FALSE);
  g_assert_false (wait_for_process (self));
  check_page (self->page);
  whole.remains = read_remains (self);
  whole.starts = count_marks (self->page->log, '>');
  whole.n_actions = count_visits (self->page, "action-begun");
  whole.calls = crash_model_count ((guint) (self - slots), self->serial);
  lines = g_strsplit (whole.remains, "\n", -1);
  if (get_mark ("pause") == NULL && !document->asks_model &&
      !g_strv_contains ((const char *const *) lines, expected))
    g_error ("%s: %s was expected in\n%s", document->name, expected, whole.remains);
  end_slot (self);
}

static Job *
job_new (const char *point, guint visit, const char *second_point)
{
  Job *job = g_new0 (Job, 1);

  job->point = g_strdup (point);
  job->visit = visit;
  job->second_point = g_strdup (second_point);
  return job;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->point);
  g_free (job->second_point);
  g_free (job);
}

/* Returns the crash points of a run that is resumed in the middle. */
static GPtrArray *
probe_resume (const CrashPage *first)
{
  Slot *self = &slots[0];
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  guint n_visits = count_visits (first, "run-committed");

  begin_slot (self, NULL);
  start_process (self, "run-committed", (n_visits + 1) / 2, is_first_stopped ());
  wait_for_process (self);
  start_process (self, NULL, 0, FALSE);
  g_assert_false (wait_for_process (self));
  for (guint i = 0; i < self->page->n_points; i++)
    g_ptr_array_add (names, g_strdup (self->page->points[i].name));
  end_slot (self);
  return names;
}

static gboolean
is_all_tried (void)
{
  return g_test_slow () || g_getenv ("TROUPE_CRASH_ALL") != NULL;
}

static void
add_jobs (GPtrArray *jobs, const CrashPage *first, GPtrArray *second_points)
{
  TroupeValue *mark = get_mark ("visits");
  guint max_visits = mark != NULL ? (guint) troupe_value_get_integer (mark) : N_VISITS;
  guint n_committed = count_visits (first, "run-committed");

  if (g_test_slow () || (document->asks_model && is_all_tried ()))
    max_visits = N_VISITS_SLOW;
  for (guint i = 0; i < first->n_points; i++)
    {
      guint n_visits = first->points[i].n_visits;
      guint n_wanted = MIN (n_visits, max_visits);

      for (guint k = 0; k < n_wanted; k++)
        {
          guint visit = 1 + (n_wanted > 1 ? k * (n_visits - 1) / (n_wanted - 1) : n_visits / 2);
          const char *second =
              jobs->len % 4 == 1
                  ? g_ptr_array_index (second_points, (jobs->len / 4) % second_points->len)
                  : NULL;

          g_ptr_array_add (jobs, job_new (first->points[i].name, MIN (visit, n_visits), second));
        }
    }
  /* Resuming works similarly for all documents, so each document uses only a third of the
   * points, unless slow tests are enabled. */
  for (guint i = g_test_slow () ? 0 : n_all_documents % 3; i < second_points->len;
       i += g_test_slow () ? 1 : 3)
    g_ptr_array_add (jobs, job_new ("run-committed", MAX (1, n_committed / 2),
                                    g_ptr_array_index (second_points, i)));
}

/* Keeps one out of @share jobs, and selects different jobs for each document. */
static void
thin_out (GPtrArray *jobs, guint share)
{
  for (guint i = jobs->len; i > 0; i--)
    {
      if ((i - 1) % share != n_all_documents % share)
        g_ptr_array_remove_index (jobs, i - 1);
    }
}

static void
shuffle (GPtrArray *jobs)
{
  for (guint i = 0; i + 1 < jobs->len; i++)
    {
      const guint other = (guint) g_test_rand_int_range ((gint32) i, (gint32) jobs->len);
      gpointer job = jobs->pdata[i];

      jobs->pdata[i] = jobs->pdata[other];
      jobs->pdata[other] = job;
    }
}

/* Returns how often the rarer of the crash points of a job was drawn. */
static guint
count_draws (const Job *job)
{
  const guint n_first = get_count (n_drawn, job->point);

  return job->second_point != NULL ? MIN (n_first, get_count (n_drawn, job->second_point))
                                   : n_first;
}

static void
add_draw (const char *point)
{
  g_hash_table_insert (n_drawn, g_strdup (point),
                       GUINT_TO_POINTER (get_count (n_drawn, point) + 1));
}

/* Keeps @n_wanted random jobs, those of the least drawn crash points first, and all jobs of crash
 * points that were never drawn. */
static void
draw_sample (GPtrArray *jobs, guint n_wanted)
{
  guint n_kept = 0;

  shuffle (jobs);
  for (; n_kept < jobs->len; n_kept++)
    {
      guint best = n_kept;
      Job *job;

      for (guint i = n_kept + 1; i < jobs->len; i++)
        if (count_draws (jobs->pdata[i]) < count_draws (jobs->pdata[best]))
          best = i;
      job = jobs->pdata[best];
      if (n_kept >= n_wanted && count_draws (job) > 0)
        break;
      jobs->pdata[best] = jobs->pdata[n_kept];
      jobs->pdata[n_kept] = job;
      add_draw (job->point);
      if (job->second_point != NULL)
        add_draw (job->second_point);
    }
  g_ptr_array_set_size (jobs, (gint) n_kept);
}

static GPtrArray *
plan_jobs (void)
{
  Slot *self = &slots[0];
  GPtrArray *jobs = g_ptr_array_new_with_free_func (job_free);
  g_autofree CrashPage *first = g_new (CrashPage, 1);
  g_autoptr (GPtrArray) second_points = NULL;

  begin_slot (self, NULL);
  start_process (self, NULL, 0, is_first_stopped ());
  g_assert_false (wait_for_process (self));
  memcpy (first, self->page, sizeof *first);
  end_slot (self);
  second_points = probe_resume (first);
  add_jobs (jobs, first, second_points);
  if (get_mark ("share") != NULL && !is_all_tried ())
    thin_out (jobs, (guint) troupe_value_get_integer (get_mark ("share")));
  if (!is_all_tried ())
    draw_sample (jobs, document->asks_model ? N_SAMPLED_EXAMPLE : N_SAMPLED);
  return jobs;
}

static void
begin_job (Slot *self, const Job *job)
{
  begin_slot (self, job);
  g_test_message ("%s, %s, visit %u%s%s", document->name, job->point, job->visit,
                  job->second_point != NULL ? ", then " : "",
                  job->second_point != NULL ? job->second_point : "");
  start_process (self, job->point, job->visit, is_first_stopped ());
}

/* Called when a process of the job has ended: resumes the run or checks the final result. */
static void
go_on_with_job (Slot *self, int status)
{
  gboolean is_killed = take_status (status);
  gboolean kills_again = self->n_processes == 1 && self->job->second_point != NULL;

  check_page (self->page);
  if (is_killed)
    {
      self->n_kills++;
      g_hash_table_add (points_used, g_strdup (self->page->deadly_point));
    }
  /* A process that was killed before it read the stored run has not done any work. */
  if (self->n_processes > 1 && self->page->has_looked)
    {
      check_nothing_lost (self);
      check_nothing_repeated (self);
    }
  check_calls (self);
  g_string_append (self->log, self->page->log);
  g_free (self->last_log);
  self->last_log = g_strdup (self->page->log);
  if (is_killed || kills_again || (self->n_processes == 1 && is_first_stopped ()))
    {
      start_process (self, kills_again ? self->job->second_point : NULL, 1, FALSE);
      return;
    }
  check_end (self);
  n_all_kills += self->n_kills;
  end_slot (self);
}

static Slot *
find_slot (pid_t process)
{
  for (guint i = 0; i < n_slots; i++)
    {
      if (slots[i].job != NULL && slots[i].process == process)
        return &slots[i];
    }
  g_assert_not_reached ();
}

static void
run_jobs (GPtrArray *jobs)
{
  guint next = 0, n_running = 0;

  while (next < jobs->len || n_running > 0)
    {
      int status = 0;
      pid_t process;
      Slot *slot;

      for (guint i = 0; i < n_slots && next < jobs->len; i++)
        {
          if (slots[i].job != NULL)
            continue;
          begin_job (&slots[i], g_ptr_array_index (jobs, next++));
          n_running++;
        }
      process = waitpid (-1, &status, 0);
      g_assert_cmpint (process, >, 0);
      slot = find_slot (process);
      go_on_with_job (slot, status);
      if (slot->job == NULL)
        n_running--;
    }
}

static void
test_document (gconstpointer data)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GPtrArray) jobs = NULL;
  guint n_kills_before = n_all_kills;
  gint64 begun_us = g_get_monotonic_time ();

  document = data;
  value = troupe_value_from_json (document->text, -1, NULL);
  g_assert_nonnull (value);
  marks = troupe_value_map_lookup_string (value, "x-crash", -1);
  run_whole ();
  jobs = plan_jobs ();
  run_jobs (jobs);
  g_test_message ("%s: %u places, %u kills in %.1f s", document->name, jobs->len,
                  n_all_kills - n_kills_before,
                  (double) (g_get_monotonic_time () - begun_us) / G_USEC_PER_SEC);
  /* Some crash points are not reached if work finishes in a different order. */
  g_assert_cmpuint (n_all_kills - n_kills_before, >=,
                    get_mark ("share") != NULL ? N_SAMPLED / 2
                    : document->asks_model     ? N_SAMPLED_EXAMPLE * 3 / 4
                                               : N_SAMPLED * 3 / 4);
  n_all_documents++;
  g_clear_pointer (&whole.remains, g_free);
  g_clear_pointer (&whole.starts, g_hash_table_unref);
  g_clear_pointer (&whole.calls, g_hash_table_unref);
}

/* Only the numbers are checked, because lost or repeated work would already have failed an
 * earlier test. */
static void
test_sum (void)
{
  if (n_all_documents < documents->len)
    {
      g_test_skip ("Not all documents were run");
      return;
    }
  g_print ("# %u kills at %u points in %u documents, 0 lost, 0 repeated; %u answers restored\n",
           n_all_kills, g_hash_table_size (points_used), n_all_documents, n_all_answers);
  g_assert_cmpuint (n_all_answers, >, 0);
  g_assert_cmpuint (g_hash_table_size (points_used), >=, WANTED_POINTS);
  g_assert_cmpuint (n_all_documents, >=, WANTED_DOCUMENTS);
}

/* --- Documents ----------------------------------------------------------------------------------- */

static void
document_free (gpointer data)
{
  CrashDocument *self = data;

  g_free (self->name);
  g_free (self->text);
  g_free (self->folder);
  g_free (self);
}

static gint
compare_documents (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const CrashDocument *const *) a)->name,
                 (*(const CrashDocument *const *) b)->name);
}

static void
read_documents (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "run", "crash", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GPtrArray) examples = NULL;
  const char *name;

  g_assert_no_error (error);
  documents = g_ptr_array_new_with_free_func (document_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      CrashDocument *self;

      if (!g_str_has_suffix (name, ".json"))
        continue;
      self = g_new0 (CrashDocument, 1);
      self->name = g_strndup (name, strlen (name) - strlen (".json"));
      self->folder = g_strdup (folder);
      g_file_get_contents (path, &self->text, NULL, &error);
      g_assert_no_error (error);
      g_ptr_array_add (documents, self);
    }
  g_ptr_array_sort (documents, compare_documents);
  examples = crash_model_list_documents ();
  for (guint i = 0; i < examples->len; i++)
    g_ptr_array_add (documents, g_ptr_array_index (examples, i));
}

static void
make_slots (void)
{
  /* There are more slots than processors, because some processes wait for a timer or the disk. */
  n_slots = CLAMP (2 * g_get_num_processors (), 4, MAX_SLOTS);
  for (guint i = 0; i < n_slots; i++)
    {
      slots[i].page = mmap (NULL, sizeof (CrashPage), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      g_assert_true (slots[i].page != MAP_FAILED);
    }
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  crash_model_start ();
  read_documents ();
  make_slots ();
  points_used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  n_drawn = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < documents->len; i++)
    {
      CrashDocument *self = g_ptr_array_index (documents, i);
      g_autofree char *path = g_strdup_printf ("/run/crash/%s", self->name);

      g_test_add_data_func (path, self, test_document);
    }
  g_test_add_func ("/run/crash/sum-of-all", test_sum);
  code = g_test_run ();
  g_hash_table_unref (points_used);
  g_hash_table_unref (n_drawn);
  g_ptr_array_unref (documents);
  for (guint i = 0; i < n_slots; i++)
    munmap (slots[i].page, sizeof (CrashPage));
  return code;
}
