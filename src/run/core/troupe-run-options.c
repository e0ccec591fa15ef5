/* troupe-run-options.c: options of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-options"

#include "config.h"

#include "troupe-http-hosts.h"
#include "troupe-limits.h"
#include "troupe-money.h"
#include "troupe-run-options.h"
#include "troupe-store-rounds.h"

void
troupe_run_options_init (TroupeRunOptions *self)
{
  *self = (TroupeRunOptions){ 0 };
  self->folder = g_get_current_dir ();
  self->memory_limit = TROUPE_LIMIT_RUN_MEMORY;
  self->disk_limit = TROUPE_LIMIT_RUN_DISK;
}

void
troupe_run_options_clear (TroupeRunOptions *self)
{
  if (self->environment_destroy != NULL)
    self->environment_destroy (self->environment_data);
  if (self->feedback_destroy != NULL)
    self->feedback_destroy (self->feedback_data);
  if (self->offer_destroy != NULL)
    self->offer_destroy (self->offer_data);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_clear_pointer (&self->pending, troupe_value_unref);
  g_clear_object (&self->store);
  troupe_crew_rounds_plan_clear (&self->rounds);
  g_free (self->path);
  g_free (self->document);
  g_free (self->folder);
  g_free (self->state_database);
  g_free (self->fork_from);
  g_free (self->restore_from);
  g_free (self->state_id);
  g_free (self->only_model);
  g_free (self->until);
  g_free (self->only);
  g_free (self->reuse);
  g_clear_pointer (&self->results, troupe_reused_results_unref);
  g_strfreev (self->kept_results);
  g_clear_pointer (&self->files, troupe_value_unref);
  g_clear_pointer (&self->inputs_of, troupe_value_unref);
  g_clear_pointer (&self->origin, troupe_value_unref);
  g_clear_pointer (&self->recorder, troupe_recorder_unref);
  g_free (self->agreed_code);
  g_strfreev (self->agreed_files);
  g_strfreev (self->agreed_digests);
  g_strfreev (self->granted_folders);
  g_strfreev (self->granted_programs);
  g_clear_pointer (&self->granted_recipients, troupe_key_recipients_unref);
  g_free (self->granted_interpreter);
  *self = (TroupeRunOptions){ 0 };
}

void
troupe_run_options_set_state_database (TroupeRunOptions *self, const char *path)
{
  g_free (self->state_database);
  self->state_database = path != NULL ? g_canonicalize_filename (path, self->folder) : NULL;
}

void
troupe_run_options_set_restore_from (TroupeRunOptions *self, const char *location)
{
  g_free (self->restore_from);
  self->restore_from = location != NULL ? g_canonicalize_filename (location, self->folder) : NULL;
}

static char **
copy_texts (GPtrArray *texts)
{
  char **copy = g_new0 (char *, texts->len + 1);

  g_assert (texts != NULL);

  for (guint i = 0; i < texts->len; i++)
    copy[i] = g_strdup (g_ptr_array_index (texts, i));
  return copy;
}

gsize
troupe_run_options_get_disk_limit (const TroupeRunOptions *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->is_unreviewed && !self->has_disk_limit ? TROUPE_LIMIT_RUN_DISK_UNREVIEWED
                                                      : self->disk_limit;
}

void
troupe_run_options_set_agreed_code (TroupeRunOptions *self, const TroupeProjectCode *code)
{
  self->has_agreed_code = code->is_whole;
  troupe_set_str (&self->agreed_code, code->digest);
  g_clear_pointer (&self->agreed_files, g_strfreev);
  g_clear_pointer (&self->agreed_digests, g_strfreev);
  if (!code->is_whole)
    return;
  self->agreed_files = copy_texts (code->files);
  self->agreed_digests = copy_texts (code->digests);
}

/* @folders: (nullable): a list of strings. (transfer full) (nullable) */
static char **
copy_folders (TroupeValue *folders)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (folders == NULL || !troupe_value_is (folders, TROUPE_VALUE_LIST))
    return NULL;
  for (gsize i = 0; i < troupe_value_list_get_length (folders); i++)
    g_strv_builder_add (builder,
                        troupe_value_get_string (troupe_value_list_get (folders, i), NULL));
  return g_strv_builder_end (builder);
}

/* @recipients: (nullable): programs and hosts. (transfer full) (nullable) */
static char **
copy_programs (TroupeValue *recipients)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (recipients == NULL || !troupe_value_is (recipients, TROUPE_VALUE_LIST))
    return NULL;
  for (gsize i = 0; i < troupe_value_list_get_length (recipients); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (recipients, i);
      const char *path = troupe_value_get_member_text (recipient, "path");
      const char *target = troupe_value_get_member_text (recipient, "target");
      TroupeValue *refused =
          troupe_value_get_member_of (recipient, "refused", TROUPE_VALUE_BOOLEAN);

      if (path == NULL || (refused != NULL && troupe_value_get_boolean (refused)))
        continue;
      g_strv_builder_add (builder, path);
      g_strv_builder_add (builder, target != NULL ? target : path);
    }
  return g_strv_builder_end (builder);
}

void
troupe_run_options_set_granted (TroupeRunOptions *self, TroupeValue *report)
{
  TroupeValue *interpreter;
  TroupeValue *list;
  TroupeValue *any;
  TroupeValue *hosts;

  g_return_if_fail (self != NULL && report != NULL);

  interpreter = troupe_value_get_member (report, "interpreter");
  g_strfreev (self->granted_folders);
  g_strfreev (self->granted_programs);
  self->granted_folders = copy_folders (troupe_value_get_member (report, "folders"));
  self->granted_programs = copy_programs (troupe_value_get_member (report, "recipients"));
  g_clear_pointer (&self->granted_recipients, troupe_key_recipients_unref);
  list = troupe_value_get_member_of (report, "recipients", TROUPE_VALUE_LIST);
  any = troupe_value_get_member_of (report, "any_model", TROUPE_VALUE_BOOLEAN);
  self->granted_recipients =
      list != NULL ? troupe_key_recipients_new (list, any != NULL && troupe_value_get_boolean (any))
                   : NULL;
  /* The permissions have shown where the names of these hosts lead. */
  hosts = troupe_value_get_member_of (report, "recipients", TROUPE_VALUE_LIST);
  for (gsize i = 0; hosts != NULL && i < troupe_value_list_get_length (hosts); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (hosts, i);
      const char *host = troupe_value_get_member_text (recipient, "host");
      TroupeValue *addresses =
          troupe_value_get_member_of (recipient, "leads_to", TROUPE_VALUE_LIST);

      for (gsize k = 0;
           host != NULL && addresses != NULL && k < troupe_value_list_get_length (addresses); k++)
        troupe_http_hosts_allow (
            host, troupe_value_get_string (troupe_value_list_get (addresses, k), NULL));
    }
  troupe_set_str (&self->granted_interpreter,
                  interpreter != NULL ? troupe_value_get_member_text (interpreter, "path") : NULL);
}

void
troupe_run_options_set_like (TroupeRunOptions *self, const TroupeRunOptions *other)
{
  self->memory_limit = other->memory_limit;
  self->disk_limit = other->disk_limit;
  self->has_disk_limit = other->has_disk_limit;
  self->is_unreviewed = other->is_unreviewed;
  self->is_refused = self->is_refused || other->is_refused;
  troupe_set_str (&self->folder, other->folder);
  self->is_unsaved = other->is_unsaved;
  self->permissions = other->permissions;
  self->sandbox = other->sandbox;
  self->environment_func = other->environment_func;
  self->environment_data = other->environment_data;
  self->environment_destroy = NULL;
  self->offer_func = other->offer_func;
  self->offer_data = other->offer_data;
  self->offer_destroy = NULL;
  self->has_agreed_code = other->has_agreed_code;
  troupe_set_str (&self->agreed_code, other->agreed_code);
  g_strfreev (self->agreed_files);
  g_strfreev (self->agreed_digests);
  self->agreed_files = g_strdupv (other->agreed_files);
  self->agreed_digests = g_strdupv (other->agreed_digests);
  g_strfreev (self->granted_folders);
  self->granted_folders = g_strdupv (other->granted_folders);
  g_strfreev (self->granted_programs);
  self->granted_programs = g_strdupv (other->granted_programs);
  g_clear_pointer (&self->granted_recipients, troupe_key_recipients_unref);
  if (other->granted_recipients != NULL)
    self->granted_recipients = troupe_key_recipients_ref (other->granted_recipients);
  troupe_set_str (&self->granted_interpreter, other->granted_interpreter);
}

/* --- Serialization ---------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *name, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, name, troupe_value_new_string (text, -1));
}

/* Serializes the purpose of the kickoffs for the history; such runs are not resumed. */
static TroupeValue *
rounds_to_value (const TroupeCrewRoundsPlan *rounds)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_text (&builder, "kind",
            rounds->file != NULL ? TROUPE_STORE_ROUNDS_TRAINING : TROUPE_STORE_ROUNDS_TEST);
  troupe_map_builder_add (&builder, "n", troupe_value_new_integer (rounds->n));
  add_text (&builder, "file", rounds->file);
  add_text (&builder, "model", rounds->model);
  add_text (&builder, "place", rounds->place);
  add_text (&builder, "beside", rounds->beside);
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_run_options_to_value (const TroupeRunOptions *self)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_text (&builder, "folder", self->folder);
  if (self->is_unsaved)
    troupe_map_builder_add (&builder, "unsaved", troupe_value_new_boolean (TRUE));
  add_text (&builder, "state_database", self->state_database);
  add_text (&builder, "fork_from", self->fork_from);
  add_text (&builder, "restore_from", self->restore_from);
  if (self->budget > 0)
    troupe_map_builder_add (&builder, "budget", troupe_money_to_value (self->budget));
  if (self->pending != NULL)
    troupe_map_builder_add (&builder, "pending", troupe_value_ref (self->pending));
  add_text (&builder, "until", self->until);
  add_text (&builder, "only", self->only);
  add_text (&builder, "reuse", self->reuse);
  if (self->files != NULL)
    troupe_map_builder_add (&builder, "files", troupe_value_ref (self->files));
  if (self->inputs_of != NULL)
    troupe_map_builder_add (&builder, "inputs_of", troupe_value_ref (self->inputs_of));
  if (self->ignores_pins)
    troupe_map_builder_add (&builder, "ignores_pins", troupe_value_new_boolean (TRUE));
  if (self->origin != NULL)
    troupe_map_builder_add (&builder, "origin", troupe_value_ref (self->origin));
  if (self->rounds.n > 0)
    troupe_map_builder_add (&builder, "rounds", rounds_to_value (&self->rounds));
  return troupe_map_builder_end (&builder);
}

static void
take_map (TroupeValue **place, TroupeValue *value, const char *name)
{
  TroupeValue *map = troupe_value_get_member_of (value, name, TROUPE_VALUE_MAP);

  g_clear_pointer (place, troupe_value_unref);
  if (map != NULL)
    *place = troupe_value_ref (map);
}

guint
troupe_run_options_count_kept (const TroupeRunOptions *self)
{
  TroupeValue *kept = troupe_value_get_member_of (self->origin, "kept", TROUPE_VALUE_INTEGER);

  return kept != NULL ? (guint) troupe_value_get_integer (kept) : 0;
}

void
troupe_run_options_take_value (TroupeRunOptions *self, TroupeValue *value)
{
  TroupeValue *pending =
      value != NULL ? troupe_value_map_lookup_string (value, "pending", -1) : NULL;

  troupe_money_from_value (
      value != NULL ? troupe_value_map_lookup_string (value, "budget", -1) : NULL, &self->budget);
  if (troupe_value_get_member_text (value, "folder") != NULL)
    troupe_set_str (&self->folder, troupe_value_get_member_text (value, "folder"));
  self->is_unsaved = troupe_value_get_member (value, "unsaved") != NULL;
  troupe_run_options_set_state_database (self,
                                         troupe_value_get_member_text (value, "state_database"));
  troupe_set_str (&self->fork_from, troupe_value_get_member_text (value, "fork_from"));
  troupe_run_options_set_restore_from (self, troupe_value_get_member_text (value, "restore_from"));
  g_clear_pointer (&self->pending, troupe_value_unref);
  if (pending != NULL)
    self->pending = troupe_value_ref (pending);
  troupe_set_str (&self->until, troupe_value_get_member_text (value, "until"));
  troupe_set_str (&self->only, troupe_value_get_member_text (value, "only"));
  take_map (&self->inputs_of, value, "inputs_of");
  take_map (&self->origin, value, "origin");
  take_map (&self->files, value, "files");
  self->ignores_pins = troupe_value_get_member (value, "ignores_pins") != NULL;
}
