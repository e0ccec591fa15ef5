/* troupe-run-checkpoint.c: checkpoints of a run in CrewAI's format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-checkpoint"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-crash-point.h"
#include "troupe-folder.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-checkpoint.h"

/* CrewAI version of the format. CrewAI rejects snapshots without a version. */
#define CREWAI_VERSION "1.15.30"
#define BRANCH "main"

struct _TroupeRunCheckpoint
{
  TroupeFlowRunner *runner;
  char *location;
  gboolean in_database;
  gboolean at_all;
  gboolean at[TROUPE_EVENT_N_TYPES];
  gint64 max; /* -1 to keep all */
  char *parent_id;
  gboolean is_busy;
  GArray *sizes; /* (element-type gsize): of this run's checkpoints that are not pruned yet */
  gboolean has_warned; /* warned of a failure since the last checkpoint that was written */
};

TroupeRunCheckpoint *
troupe_run_checkpoint_new (TroupeFlowRunner *runner)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (runner);
  TroupeValue *block = troupe_value_get_member (troupe_flow_get_config (flow), "checkpoint");
  gboolean in_database;
  g_autofree char *location = troupe_flow_get_checkpoint_location (flow, &in_database);
  TroupeValue *max;
  TroupeRunCheckpoint *self;
  TroupeValue *list;

  if (location == NULL || troupe_flow_runner_get_options (runner)->discards_outputs)
    return NULL;
  self = g_new0 (TroupeRunCheckpoint, 1);
  self->runner = runner;
  self->location =
      g_canonicalize_filename (location, troupe_flow_runner_get_options (runner)->folder);
  self->in_database = in_database;
  list = troupe_value_get_member (block, "on_events");
  for (gsize i = 0; list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (list);
       i++)
    {
      TroupeValue *name = troupe_value_list_get (list, i);
      TroupeEventType type;

      if (!troupe_value_is (name, TROUPE_VALUE_STRING))
        continue;
      if (g_str_equal (troupe_value_get_string (name, NULL), "*"))
        self->at_all = TRUE;
      else if (troupe_event_type_from_name (troupe_value_get_string (name, NULL), &type))
        self->at[type] = TRUE;
    }
  max = troupe_value_get_member (block, "max_checkpoints");
  self->max = max != NULL && troupe_value_is (max, TROUPE_VALUE_INTEGER)
                  ? troupe_value_get_integer (max)
                  : -1;
  self->parent_id = g_strdup (troupe_flow_runner_get_checkpoint_id (runner));
  self->sizes = g_array_new (FALSE, FALSE, sizeof (gsize));
  return self;
}

void
troupe_run_checkpoint_free (TroupeRunCheckpoint *self)
{
  if (self == NULL)
    return;
  g_free (self->location);
  g_free (self->parent_id);
  g_array_unref (self->sizes);
  g_free (self);
}

/* --- Snapshot --------------------------------------------------------------------------------- */

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

static TroupeValue *
count_outputs (TroupeFlowRunner *runner)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (runner);
  GArray *outputs = troupe_runner_record_get_outputs (troupe_flow_runner_get_record (runner));
  g_autofree guint *counts = g_new0 (guint, troupe_flow_get_n_methods (flow) + 1);
  TroupeMapBuilder builder;

  for (guint i = 0; i < outputs->len; i++)
    counts[g_array_index (outputs, TroupeRunOutput, i).method]++;
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      if (counts[i] > 0)
        troupe_map_builder_add (&builder, troupe_flow_get_method (flow, i)->name,
                                troupe_value_new_integer (counts[i]));
    }
  return troupe_map_builder_end (&builder);
}

static char *
make_text (TroupeRunCheckpoint *self, const char *trigger)
{
  TroupeMapBuilder entity;
  TroupeValue *entities[1];
  g_autoptr (TroupeValue) whole = NULL;
  TroupeMapBuilder builder, record;
  TroupeFlow *flow;
  g_autoptr (GPtrArray) names = NULL;
  TroupeFlowRunner *runner;
  TroupeFlow *output_flow;
  GArray *outputs;
  g_autofree TroupeValue **items = NULL;

  g_assert (self != NULL);

  troupe_map_builder_init (&entity);
  troupe_map_builder_add (&entity, "entity_type", troupe_value_new_string ("flow", -1));
  flow = troupe_flow_runner_get_flow (self->runner);
  names = g_ptr_array_new ();
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      if (troupe_runner_record_is_completed (troupe_flow_runner_get_record (self->runner), i))
        g_ptr_array_add (names,
                         troupe_value_new_string (troupe_flow_get_method (flow, i)->name, -1));
    }
  troupe_map_builder_add (&entity, "checkpoint_completed_methods",
                          troupe_value_new_list ((TroupeValue **) names->pdata, names->len));
  runner = self->runner;
  output_flow = troupe_flow_runner_get_flow (runner);
  outputs = troupe_runner_record_get_outputs (troupe_flow_runner_get_record (runner));
  items = g_new (TroupeValue *, outputs->len + 1);
  for (guint i = 0; i < outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (outputs, TroupeRunOutput, i);
      TroupeMapBuilder output_builder;

      troupe_map_builder_init (&output_builder);
      troupe_map_builder_add (
          &output_builder, "method",
          troupe_value_new_string (troupe_flow_get_method (output_flow, output->method)->name, -1));
      troupe_map_builder_add (&output_builder, "output", troupe_value_ref (output->value));
      if (output->feedback != NULL && output->feedback != output->value)
        troupe_map_builder_add (&output_builder, "human_feedback",
                                troupe_value_ref (output->feedback));
      items[i] = troupe_map_builder_end (&output_builder);
    }
  troupe_map_builder_add (&entity, "checkpoint_method_outputs",
                          troupe_value_new_list (items, outputs->len));
  troupe_map_builder_add (&entity, "checkpoint_method_counts", count_outputs (self->runner));
  troupe_map_builder_add (
      &entity, "checkpoint_state",
      troupe_value_ref (troupe_runner_state_get (troupe_flow_runner_get_state (self->runner))));
  entities[0] = troupe_map_builder_end (&entity);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "crewai_version", troupe_value_new_string (CREWAI_VERSION, -1));
  troupe_map_builder_add (&builder, "parent_id", text_or_null (self->parent_id));
  troupe_map_builder_add (&builder, "branch", troupe_value_new_string (BRANCH, -1));
  troupe_map_builder_add (&builder, "entities", troupe_value_new_list (entities, 1));
  troupe_map_builder_init (&record);
  troupe_map_builder_add (&record, "nodes", troupe_value_from_json ("{}", -1, NULL));
  troupe_map_builder_add (&builder, "event_record", troupe_map_builder_end (&record));
  troupe_map_builder_add (&builder, "trigger", troupe_value_new_string (trigger, -1));
  whole = troupe_map_builder_end (&builder);
  return troupe_store_value_to_python_json (whole);
}

/* --- Writing ------------------------------------------------------------------------------------- */

typedef struct
{
  char *name;
  gint64 time_us;
} OldFile;

static void
old_file_clear (gpointer data)
{
  g_free (((OldFile *) data)->name);
}

static gint
compare_files (gconstpointer a, gconstpointer b)
{
  const OldFile *left = a;
  const OldFile *right = b;

  if (left->time_us != right->time_us)
    return left->time_us < right->time_us ? -1 : 1;
  return strcmp (left->name, right->name);
}

/* Skips an id such as `20261122T101500_0123abcd` at the start of @text. */
static gboolean
skip_id (const char **text)
{
  static const char form[] = "00000000T000000_xxxxxxxx";

  for (gsize i = 0; i < strlen (form); i++)
    {
      char letter = (*text)[i];

      if (form[i] == '0'   ? !g_ascii_isdigit (letter)
          : form[i] == 'x' ? !g_ascii_isxdigit (letter) || g_ascii_isupper (letter)
                           : letter != form[i])
        return FALSE;
    }
  *text += strlen (form);
  return TRUE;
}

/* Returns TRUE for the names that CrewAI and Troupe give to checkpoints. Files with other names
 * are not modified. */
static gboolean
is_checkpoint (const char *name)
{
  if (!skip_id (&name) || !g_str_has_prefix (name, "_p-"))
    return FALSE;
  name += strlen ("_p-");
  return g_str_equal (name, "none.json") || (skip_id (&name) && g_str_equal (name, ".json"));
}

static char *
save_file (TroupeRunCheckpoint *self,
           const char *id,
           const char *text,
           gint64 *removed,
           GError **error)
{
  g_autofree char *path = g_build_filename (self->location, BRANCH, NULL);
  g_autofree char *name =
      g_strdup_printf ("%s_p-%s.json", id, self->parent_id != NULL ? self->parent_id : "none");
  g_autoptr (GError) cause = NULL;
  int folder = troupe_folder_open (path, troupe_flow_runner_get_options (self->runner)->folder,
                                   TRUE, &cause);
  gboolean is_saved;

  g_assert (self != NULL);

  if (folder < 0)
    {
      g_set_error (error, G_IO_ERROR, cause->code,
                   _ ("Could not create the folder “%s” for checkpoints: %s"), path,
                   cause->message);
      return NULL;
    }
  is_saved = troupe_folder_save (folder, name, text, strlen (text), error);
  TROUPE_CRASH_POINT ("checkpoint-file-written");
  if (is_saved && self->max >= 0)
    {
      gint64 max = self->max;
      g_autoptr (GArray) files = NULL;
      gint64 n_removed = 0;
      int descriptor;
      DIR *dir;
      struct dirent *entry;

      files = g_array_new (FALSE, FALSE, sizeof (OldFile));
      descriptor = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      dir = descriptor >= 0 ? fdopendir (descriptor) : NULL;
      g_array_set_clear_func (files, old_file_clear);
      if (dir == NULL && descriptor >= 0)
        close (descriptor);
      while (dir != NULL && (entry = readdir (dir)) != NULL)
        {
          OldFile file = { NULL, 0 };
          struct stat info;

          if (!is_checkpoint (entry->d_name) ||
              fstatat (folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
              !S_ISREG (info.st_mode))
            continue;
          file.name = g_strdup (entry->d_name);
          file.time_us = info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000;
          g_array_append_val (files, file);
        }
      if (dir != NULL)
        closedir (dir);
      /* Removes the oldest checkpoints and keeps @max. */
      g_array_sort (files, compare_files);
      for (gint64 i = 0; i + max < files->len; i++)
        n_removed += unlinkat (folder, g_array_index (files, OldFile, i).name, 0) == 0;
      *removed = n_removed;
    }
  TROUPE_CRASH_POINT ("checkpoint-files-pruned");
  close (folder);
  return is_saved ? g_build_filename (path, name, NULL) : NULL;
}

static void
begin_fields (TroupeRunCheckpoint *self,
              TroupeMapBuilder *fields,
              const char *location,
              const char *trigger)
{
  g_assert (self != NULL);

  troupe_map_builder_init (fields);
  troupe_map_builder_add (fields, "location", troupe_value_new_string (location, -1));
  troupe_map_builder_add (
      fields, "provider",
      troupe_value_new_string (self->in_database ? "SqliteProvider" : "JsonProvider", -1));
  troupe_map_builder_add (fields, "trigger", troupe_value_new_string (trigger, -1));
  troupe_map_builder_add (fields, "branch", troupe_value_new_string (BRANCH, -1));
  troupe_map_builder_add (fields, "parent_id", text_or_null (self->parent_id));
}

/* Counts a checkpoint. The oldest checkpoint may be removed for it. If the checkpoint would
 * exceed the limit of the disk, it is not written, and the next method fails. */
static gboolean
take_room (TroupeRunCheckpoint *self, gsize size, GError **error)
{
  TroupeRunDisk *disk = troupe_flow_runner_get_options (self->runner)->disk;

  g_assert (self != NULL);

  troupe_run_disk_add (disk, size);
  if (!troupe_run_disk_has_room (disk, 0))
    {
      g_propagate_error (error, troupe_run_disk_make_error (disk));
      return FALSE;
    }
  g_array_append_val (self->sizes, size);
  if (self->max < 0 || self->sizes->len <= self->max)
    return TRUE;
  troupe_run_disk_remove (disk, g_array_index (self->sizes, gsize, 0));
  g_array_remove_index (self->sizes, 0);
  return TRUE;
}

/* Runs on the run's thread and blocks it while one small file or row is written. As in CrewAI, a
 * checkpoint belongs to the event that triggers it. The events of the checkpoint directly follow
 * that event, and the next method starts after the checkpoint was written. */
static void
save (TroupeRunCheckpoint *self, const char *trigger)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *timestamp = g_date_time_format (now, "%Y%m%dT%H%M%S");
  g_autofree char *id = g_strdup_printf ("%s_%08x", timestamp, g_random_int ());
  g_autofree char *whole = make_text (self, trigger);
  g_autofree char *text = troupe_redactor_hide_text (
      troupe_event_bus_get_redactor (troupe_flow_runner_get_options (self->runner)->bus), whole);
  g_autofree char *location = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begun_us = g_get_monotonic_time ();
  gint64 removed = 0;
  TroupeMapBuilder fields;
  TroupeMapBuilder success;

  g_assert (self != NULL);

  begin_fields (self, &fields, self->location, trigger);
  troupe_runner_report_checkpoint (self->runner, TROUPE_EVENT_CHECKPOINT_STARTED, &fields);
  TROUPE_CRASH_POINT ("checkpoint-begun");
  if (!take_room (self, strlen (text), &error))
    location = NULL;
  else if (self->in_database)
    {
      const char *base = troupe_flow_runner_get_options (self->runner)->folder;
      g_autofree char *path = troupe_path_confine (self->location, base, &error);

      if (path == NULL ||
          !troupe_run_checkpoint_save_row (path, base, id, timestamp, self->parent_id, BRANCH, text,
                                           self->max, &removed, &error))
        location = NULL;
      else
        location = g_strconcat (self->location, "#", id, NULL);
    }
  else
    location = save_file (self, id, text, &removed, &error);
  if (location == NULL)
    {
      TroupeMapBuilder failure;
      g_autofree char *message = NULL;

      begin_fields (self, &failure, self->location, trigger);
      troupe_map_builder_add (&failure, "error", troupe_value_new_string (error->message, -1));
      troupe_runner_report_checkpoint (self->runner, TROUPE_EVENT_CHECKPOINT_FAILED, &failure);
      if (!self->has_warned)
        {
          self->has_warned = TRUE;
          /* Translators: the first %s is the location of the checkpoints, the second one is the error */
          message = g_strdup_printf (
              _ ("The run continues, but a checkpoint could not be written to “%s”: %s"),
              self->location, error->message);
          troupe_runner_report_log (self->runner, "warning", message);
        }
      return;
    }
  TROUPE_CRASH_POINT ("checkpoint-saved");
  self->has_warned = FALSE;
  begin_fields (self, &success, location, trigger);
  troupe_map_builder_add (&success, "checkpoint_id", troupe_value_new_string (id, -1));
  troupe_map_builder_add (&success, "duration_ms",
                          troupe_value_new_double ((double) (g_get_monotonic_time () - begun_us) /
                                                   1000));
  troupe_runner_report_checkpoint (self->runner, TROUPE_EVENT_CHECKPOINT_COMPLETED, &success);
  if (self->max >= 0)
    {
      begin_fields (self, &success, self->location, trigger);
      troupe_map_builder_add (&success, "removed_count", troupe_value_new_integer (removed));
      troupe_map_builder_add (&success, "max_checkpoints", troupe_value_new_integer (self->max));
      troupe_runner_report_checkpoint (self->runner, TROUPE_EVENT_CHECKPOINT_PRUNED, &success);
    }
  g_free (self->parent_id);
  self->parent_id = g_steal_pointer (&id);
  TROUPE_CRASH_POINT ("checkpoint-told");
}

void
troupe_run_checkpoint_take_event (TroupeRunCheckpoint *self, TroupeEventType type)
{
  if (self == NULL || self->is_busy || !(self->at_all || self->at[type]) ||
      troupe_runner_replay_is_active (troupe_flow_runner_get_replay (self->runner)))
    return;
  self->is_busy = TRUE;
  save (self, troupe_event_type_get_name (type));
  self->is_busy = FALSE;
}
