/* troupe-run-consent.c: requests the user's consent before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-consent"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-consent-dialog.h"
#include "troupe-dialog-placement.h"
#include "troupe-run-consent.h"
#include "troupe-run-settings.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool-consent-dialog.h"

struct _TroupeRunConsent
{
  GObject parent_instance;

  TroupeRunFactory *source;
  TroupePageRun *run;
  GtkWidget *over; /* (nullable): weak */

  GtkWindow *dialog;              /* (nullable) */
  TroupeRun *waiting_run;         /* (nullable) */
  GPtrArray *waiting_events;      /* (nullable) */
  TroupeConsent *waiting_consent; /* (nullable) */
  gboolean is_looking;            /* searching for project code */

  gboolean is_own;        /* created by the user */
  GHashTable *
      refused; /* (nullable): the values of the entries that were refused alone in the last answer */
  gboolean asks_always;
  guint n_withdrawn;      /* troupe_permissions_get_n_withdrawn() when the rest was remembered */
  gboolean is_withdrawn;  /* the user has revoked all permissions since the last question */
  TroupeConsent *granted; /* (nullable): the last consent of this session */
  TroupePythonPermissions trusted_python;
  char *trusted_code; /* (nullable): digest of the trusted project code */
  char *heading;      /* (nullable): of the dialog, see troupe_run_consent_set_action() */
  char *button;       /* (nullable) */
  TroupeFlow *agreed; /* (nullable): the content that last ran with consent */
  TroupeFlow *filed;  /* (nullable): the content of the file, if known */
  TroupeFlow *taken;  /* (nullable): the content that is being saved */
};

enum
{
  ASKS,
  AGREED,
  DENIED,
  IMPOSSIBLE,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunConsent, troupe_run_consent, G_TYPE_OBJECT)

static TroupeFlow *
get_flow (TroupeRunConsent *self)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  return troupe_run_factory_get_flow (self->source);
}

/* @flow: (nullable) */
static void
set_flow (TroupeFlow **target, TroupeFlow *flow)
{
  TroupeFlow *old = *target;

  *target = flow != NULL ? troupe_flow_ref (flow) : NULL;
  g_clear_pointer (&old, troupe_flow_unref);
}

/* Returns FALSE if the tab or window was closed in the meantime. */
static gboolean
is_there (TroupeRunConsent *self)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  return self->over != NULL && gtk_widget_get_root (self->over) != NULL;
}

/* --- Storing the consent ---------------------------------------------------------------------- */

static void
kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeRunConsent) self = user_data;
  GApplication *application = g_application_get_default ();
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  if (!troupe_consent_grant_finish (TROUPE_CONSENT (source), result, &error))
    g_signal_emit (self, signals[FAILED], 0, error->message);
  if (application != NULL)
    g_application_release (application);
}

/* --- Asking the user -------------------------------------------------------------------------- */

/* Returns TRUE if the run executes the current content of the document, not a stored version. */
static gboolean
is_shown (TroupeRunConsent *self, TroupeRun *run)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  return g_str_equal (troupe_flow_get_digest (troupe_run_get_flow (run)),
                      troupe_flow_get_digest (get_flow (self)));
}

/* Returns TRUE if the project code is the code to which the user consented in this session. */
static gboolean
has_same_code (TroupeRunConsent *self, const TroupeProjectCode *code)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  return code->is_whole && g_strcmp0 (code->digest, self->trusted_code) == 0;
}

/* Forgets what was allowed in this session. */
static void
forget_granted (TroupeRunConsent *self)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  g_clear_object (&self->granted);
  self->trusted_python = TROUPE_PYTHON_PERMIT_NOTHING;
  troupe_set_str (&self->trusted_code, NULL);
  set_flow (&self->agreed, NULL);
}

/* If the user has revoked all permissions in the meantime, what this session remembers does not count any more. A run without a question would
 * store it again. */
static void
follow_withdrawal (TroupeRunConsent *self)
{
  const guint n_withdrawn = troupe_permissions_get_n_withdrawn ();

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  if (self->n_withdrawn == n_withdrawn)
    return;
  self->n_withdrawn = n_withdrawn;
  self->is_withdrawn = TRUE;
  forget_granted (self);
}

/* @programs: %TROUPE_PYTHON_PERMIT_PROGRAMS if it is granted for the content; edits of the user do not keep it. @was_asked: whether the user was shown
 * the entries and has allowed them */
static void
agree (TroupeRunConsent *self,
       TroupeRun *run,
       TroupeConsent *consent,
       GPtrArray *events,
       TroupePythonPermissions programs,
       gboolean was_asked)
{
  TroupePythonPermissions python = troupe_consent_get_python (consent);
  GApplication *application;
  const TroupeProjectCode *code = troupe_consent_get_code (consent);

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  if (was_asked)
    self->is_withdrawn = FALSE;
  /* Trusts the current content. If the run executes a stored version, the consent does not
   * extend to the current content, because the user has not reviewed the current content. */
  if (is_shown (self, run))
    {
      if (!has_same_code (self, code))
        self->trusted_python = TROUPE_PYTHON_PERMIT_NOTHING;
      g_set_object (&self->granted, consent);
      self->trusted_python |= python;
      troupe_set_str (&self->trusted_code, code->digest);
      set_flow (&self->agreed, troupe_run_get_flow (run));
    }
  application = g_application_get_default ();
  if (troupe_consent_get_digest (consent) != NULL)
    {
      if (application != NULL)
        g_application_hold (application);
      /* Without a question nothing is granted, and the user may just take it back. */
      troupe_consent_grant_async (consent, was_asked ? python | programs : python, was_asked, kept,
                                  g_object_ref (self));
    }
  g_signal_emit (self, signals[AGREED], 0, run, events);
}

/* Begins the run without what was refused. The answer is for this run only: it is neither stored nor extended to
 * edits, and the next run asks again. */
static void
agree_in_part (TroupeRunConsent *self, TroupeRun *run, TroupeConsent *consent, GPtrArray *events)
{
  g_autoptr (TroupeConsent) part = troupe_consent_new_without (consent, self->refused);

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  troupe_run_set_granted (run, troupe_consent_get_content (part), troupe_consent_get_report (part));
  g_signal_emit (self, signals[AGREED], 0, run, events);
}

static void
answered_cb (TroupeConsentDialog *dialog, gboolean is_allowed, gpointer user_data)
{
  TroupeRunConsent *self = TROUPE_RUN_CONSENT (user_data);
  g_autoptr (TroupeRun) run = g_steal_pointer (&self->waiting_run);
  g_autoptr (GPtrArray) events = g_steal_pointer (&self->waiting_events);
  g_autoptr (TroupeConsent) consent = g_steal_pointer (&self->waiting_consent);
  TroupePythonPermissions programs;

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  if (run == NULL)
    return;
  if (is_allowed)
    {
      g_clear_pointer (&self->refused, g_hash_table_unref);
      if (g_hash_table_size (troupe_consent_dialog_get_refused (dialog)) > 0)
        self->refused = g_hash_table_ref (troupe_consent_dialog_get_refused (dialog));
    }
  programs = troupe_consent_dialog_get_programs (dialog) ? TROUPE_PYTHON_PERMIT_PROGRAMS
                                                         : TROUPE_PYTHON_PERMIT_NOTHING;
  troupe_run_set_python (run, troupe_consent_get_python (consent) | programs,
                         TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  if (is_allowed && self->refused != NULL)
    agree_in_part (self, run, consent, events);
  else if (is_allowed)
    agree (self, run, consent, events, programs, TRUE);
  else
    g_signal_emit (self, signals[DENIED], 0);
}

/* Returns the text above the entries. If the user has allowed the document before, the dialog adds
 * when, and what is new. (transfer full) */
static char *
make_body (TroupeRunConsent *self, TroupeConsent *consent)
{
  g_autofree char *changes = troupe_consent_describe_changes (consent);
  g_autofree char *title =
      troupe_document_get_title (troupe_run_factory_get_document (self->source));
  g_autofree char *shown = troupe_text_to_name (title);

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  if (!self->is_own)
    /* Translators: %s is the name of a flow. */
    return g_strdup_printf (_ ("“%s” comes from another source. It can do the following."), shown);
  if (changes != NULL)
    /* Translators: %s is the name of a flow. */
    return g_strdup_printf (_ ("“%s” can do the following."), shown);
  /* Translators: %s is the name of a flow. */
  return g_strdup_printf (_ ("“%s” has not been allowed to run yet. It can do the following."),
                          shown);
}

/* @programs: as for agree() */
static void
ask (TroupeRunConsent *self,
     TroupeRun *run,
     TroupeConsent *consent,
     GPtrArray *events,
     TroupePythonPermissions programs)
{
  g_autofree char *body = make_body (self, consent);

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  troupe_run_consent_close (self);
  self->waiting_run = g_object_ref (run);
  self->waiting_events = events != NULL ? g_ptr_array_ref (events) : NULL;
  self->waiting_consent = g_object_ref (consent);
  g_set_weak_pointer (&self->dialog, GTK_WINDOW (troupe_consent_dialog_new (body, consent)));
  if (self->button != NULL)
    troupe_consent_dialog_set_action (TROUPE_CONSENT_DIALOG (self->dialog), self->heading,
                                      self->button);
  if (self->refused != NULL)
    troupe_consent_dialog_set_refused (TROUPE_CONSENT_DIALOG (self->dialog), self->refused);
  troupe_consent_dialog_set_programs (TROUPE_CONSENT_DIALOG (self->dialog),
                                      programs != TROUPE_PYTHON_PERMIT_NOTHING);
  troupe_dialog_put_over (self->dialog, self->over);
  g_signal_connect_object (self->dialog, "answered", G_CALLBACK (answered_cb), self, 0);
  gtk_window_present (self->dialog);
  g_signal_emit (self, signals[ASKS], 0);
}

/* Returns TRUE if consent exists. Content that the user created in this application is trusted;
 * content from elsewhere requires consent once, and again if an edit adds an entry. Python code and hosts that are no
 * addresses of providers require consent wherever they come from, because what was pasted into a field cannot be
 * distinguished from what the user has typed. @has_others: other files say what the run does, too */
static gboolean
has_consent (TroupeRunConsent *self, TroupeRun *run, TroupeConsent *consent, gboolean has_others)
{
  const gboolean shown = is_shown (self, run);
  const TroupePythonPermissions python = troupe_consent_get_python (consent);
  TroupePythonPermissions granted;
  g_autofree char *folder = troupe_store_get_default_folder ();
  const gboolean was_granted = troupe_consent_was_granted (consent, folder, &granted);

  g_assert (self != NULL);

  /* Python consent given in this session covers further edits by the user, but neither a stored
   * version nor project code that was changed by others. */
  if (shown && has_same_code (self, troupe_consent_get_code (consent)))
    granted |= self->trusted_python;
  if ((python & ~granted) != 0)
    return FALSE;
  if (was_granted || !shown)
    return was_granted;
  /* Other files were reviewed with the content that they had then. Code of a run may have changed them since. */
  if (has_others && !has_same_code (self, troupe_consent_get_code (consent)))
    return FALSE;
  if (self->granted != NULL && troupe_consent_is_covered (consent, self->granted))
    return TRUE;
  return self->is_own && !self->is_withdrawn && !has_others &&
         (!troupe_consent_must_be_reviewed (consent) || troupe_consent_adds_nothing (consent));
}

/* @has_others: as for has_consent() */
static void
start (TroupeRunConsent *self,
       TroupeRun *run,
       TroupeConsent *consent,
       GPtrArray *events,
       gboolean has_others)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = troupe_store_get_default_folder ();
  const TroupePythonPermissions programs = troupe_consent_get_programs (consent, folder);

  g_assert (TROUPE_IS_RUN_CONSENT (self));

  /* The run is validated first to find other errors. The validation executes nothing. */
  troupe_run_set_unreviewed (run, !troupe_consent_is_needed (consent));
  troupe_run_set_python (run, troupe_consent_get_python (consent) | programs,
                         TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  troupe_run_set_agreed_code (run, troupe_consent_get_code (consent));
  troupe_run_set_granted (run, troupe_consent_get_content (consent),
                          troupe_consent_get_report (consent));
  if (!troupe_run_check (run, &error))
    g_signal_emit (self, signals[IMPOSSIBLE], 0, error);
  else if (!troupe_consent_is_needed (consent))
    g_signal_emit (self, signals[AGREED], 0, run, events);
  else if (!self->asks_always && has_consent (self, run, consent, has_others))
    agree (self, run, consent, events, programs, FALSE);
  else
    ask (self, run, consent, events, programs);
}

/* --- Project code ----------------------------------------------------------------------------- */

/* The search for project code. Runs on another thread, because a project may contain much code
 * on a slow disk. */
typedef struct
{
  TroupeRunConsent *self;
  TroupeRun *run;
  GPtrArray *events; /* (nullable) */
  TroupeValue *permission_report;
  char *digest; /* of the flow */
  char *path;   /* (nullable) */
  char *folder;
  TroupeConsent *consent;
  TroupeFlow *filed; /* (nullable): the content of the file, if the document was edited since */
  TroupeConsent *earlier; /* (nullable): the consent that the user gave to that content before */
  TroupePythonPermissions earlier_python;
  gboolean has_others;
  guint n_withdrawn; /* as for #TroupeRunConsent, when the search began */
} Look;

static void
look_free (Look *look)
{
  g_object_unref (look->self);
  g_object_unref (look->run);
  g_clear_pointer (&look->events, g_ptr_array_unref);
  g_clear_pointer (&look->permission_report, troupe_value_unref);
  g_clear_object (&look->consent);
  g_clear_pointer (&look->filed, troupe_flow_unref);
  g_clear_object (&look->earlier);
  g_free (look->digest);
  g_free (look->path);
  g_free (look->folder);
  g_free (look);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static TroupeValue *
get_python (TroupeValue *permission_report)
{
  return troupe_value_map_lookup_string (permission_report, "python", -1);
}

/* Returns TRUE if the action, or one of its steps, runs the crew of another file. */
static gboolean
has_other_crew (const TroupeFlowAction *action)
{
  if (action->type == TROUPE_ACTION_CREW && action->definition == NULL)
    return TRUE;
  for (guint i = 0; i < action->n_steps; i++)
    if (has_other_crew (action->steps[i].action))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if not only the document says what the run does, but also the file `.env` beside it or
 * a crew in another file. Both may come from others, even if the user created the document. */
static gboolean
find_others (TroupeFlow *flow, const char *folder)
{
  g_autoptr (GHashTable) settings = troupe_run_settings_read (folder);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (has_other_crew (troupe_flow_get_method (flow, i)->action))
      return TRUE;
  return g_hash_table_size (settings) > 0;
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Look *look = task_data;
  g_autofree char *data_folder = troupe_store_get_default_folder ();
  g_autoptr (TroupeValue) stated = NULL;
  g_autoptr (TroupeConsent) consent = NULL;
  TroupePythonPermissions granted;

  g_assert (G_IS_TASK (task));

  look->consent = troupe_consent_new (
      look->digest, look->path, look->permission_report,
      troupe_project_code_find (look->folder, get_python (look->permission_report)));
  troupe_consent_compare (look->consent, data_folder);
  look->has_others = find_others (troupe_run_get_flow (look->run), look->folder);
  /* Finds the consent that the user gave, in an earlier session, to the content that the file
   * has. */
  if (look->filed != NULL)
    {
      stated = troupe_permissions_report_in_folder (look->filed, look->folder);
      consent = troupe_consent_new (troupe_flow_get_digest (look->filed), look->path, stated,
                                    troupe_project_code_find (look->folder, get_python (stated)));
      if (troupe_consent_was_granted (consent, data_folder, &granted) &&
          (troupe_consent_get_python (consent) & ~granted) == 0)
        {
          look->earlier = g_steal_pointer (&consent);
          look->earlier_python = granted;
        }
    }
  troupe_run_ask_keyring (look->run);
  g_task_return_boolean (task, TRUE);
}

/* Continues a consent of an earlier session, so that edits by the user need no new one if they add
 * nothing, as if the user had run the document before editing it. */
static void
take_earlier (TroupeRunConsent *self, const Look *look)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  if (look->earlier == NULL || self->granted != NULL || self->filed != look->filed ||
      look->n_withdrawn != self->n_withdrawn)
    return;
  g_set_object (&self->granted, look->earlier);
  self->trusted_python = look->earlier_python;
  troupe_set_str (&self->trusted_code, troupe_consent_get_code (look->earlier)->digest);
  set_flow (&self->agreed, look->filed);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Look) look = user_data;
  TroupeRunConsent *self = look->self;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->is_looking = FALSE;
  if (!is_there (self) || troupe_page_run_is_under_way (self->run))
    return;
  follow_withdrawal (self);
  take_earlier (self, look);
  start (self, look->run, look->consent, look->events, look->has_others);
}

void
troupe_run_consent_set_asks_always (TroupeRunConsent *self, gboolean asks_always)
{
  g_return_if_fail (TROUPE_IS_RUN_CONSENT (self));

  self->asks_always = asks_always;
}

void
troupe_run_consent_ask (TroupeRunConsent *self, TroupeRun *run, GPtrArray *events)
{
  g_autoptr (TroupeValue) permission_report = NULL;
  g_autoptr (GTask) task = NULL;
  Look *look;
  TroupeValue *python;
  gboolean wants_keyring;

  g_return_if_fail (TROUPE_IS_RUN_CONSENT (self));
  g_return_if_fail (TROUPE_IS_RUN (run));

  follow_withdrawal (self);
  permission_report = troupe_permissions_report_run (run);
  wants_keyring = troupe_run_wants_keyring (run);
  python = get_python (permission_report);
  /* Crews and texts in other files, such as what a training has written, are compared when the run begins. */
  if (!troupe_permissions_need_consent (permission_report) && !wants_keyring &&
      (python == NULL || troupe_value_list_get_length (python) == 0))
    {
      g_autoptr (TroupeConsent) consent =
          troupe_consent_new (troupe_flow_get_digest (troupe_run_get_flow (run)),
                              troupe_run_get_path (run), permission_report,
                              troupe_project_code_find ("/", NULL));

      start (self, run, consent, events, FALSE);
      return;
    }
  look = g_new0 (Look, 1);
  look->self = g_object_ref (self);
  look->n_withdrawn = self->n_withdrawn;
  look->run = g_object_ref (run);
  look->events = events != NULL ? g_ptr_array_ref (events) : NULL;
  look->permission_report = g_steal_pointer (&permission_report);
  look->digest = g_strdup (troupe_flow_get_digest (troupe_run_get_flow (run)));
  look->path = g_strdup (troupe_run_get_path (run));
  look->folder = troupe_run_get_code_folder (run);
  if (self->granted == NULL && self->filed != NULL &&
      !g_str_equal (troupe_flow_get_digest (self->filed), look->digest))
    look->filed = troupe_flow_ref (self->filed);
  self->is_looking = TRUE;
  task = g_task_new (NULL, NULL, looked, look);
  g_task_set_source_tag (task, troupe_run_consent_ask);
  g_task_set_task_data (task, look, NULL);
  g_task_run_in_thread (task, look_thread);
}

GtkWindow *
troupe_run_consent_get_dialog (TroupeRunConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONSENT (self), NULL);

  return self->dialog;
}

gboolean
troupe_run_consent_is_busy (TroupeRunConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONSENT (self), FALSE);

  return self->is_looking || self->dialog != NULL;
}

void
troupe_run_consent_close (TroupeRunConsent *self)
{
  g_return_if_fail (TROUPE_IS_RUN_CONSENT (self));

  g_clear_object (&self->waiting_run);
  g_clear_pointer (&self->waiting_events, g_ptr_array_unref);
  g_clear_object (&self->waiting_consent);
  if (self->dialog != NULL)
    gtk_window_destroy (self->dialog);
  g_clear_weak_pointer (&self->dialog);
}

/* --- Saving the document ---------------------------------------------------------------------- */

void
troupe_run_consent_forget (TroupeRunConsent *self)
{
  g_return_if_fail (TROUPE_IS_RUN_CONSENT (self));

  if (self->filed != NULL &&
      g_str_equal (troupe_flow_get_digest (self->filed), troupe_flow_get_digest (get_flow (self))))
    return;
  troupe_document_set_own (troupe_run_factory_get_document (self->source), FALSE);
  set_flow (&self->filed, get_flow (self));
}

TroupeSavedConsent *
troupe_run_consent_take (TroupeRunConsent *self, const char *path)
{
  TroupeSavedConsent *saved;
  TroupeFlow *base;

  g_return_val_if_fail (TROUPE_IS_RUN_CONSENT (self), NULL);

  follow_withdrawal (self);
  base = self->agreed != NULL ? self->agreed : self->filed;
  set_flow (&self->taken, get_flow (self));
  saved = g_new0 (TroupeSavedConsent, 1);
  saved->digest = g_strdup (troupe_flow_get_digest (self->taken));
  saved->path = g_strdup (
      path != NULL ? path
                   : troupe_document_get_path (troupe_run_factory_get_document (self->source)));
  saved->folder = troupe_path_get_document_folder (saved->path);
  saved->wanted = troupe_permissions_report_in_folder (self->taken, saved->folder);
  if (base != NULL)
    {
      saved->base_digest = g_strdup (troupe_flow_get_digest (base));
      saved->agreed = troupe_permissions_report_in_folder (base, saved->folder);
    }
  saved->is_own = self->is_own;
  saved->is_agreed = self->agreed != NULL;
  saved->code = g_strdup (self->trusted_code);
  saved->python = self->trusted_python;
  return saved;
}

void
troupe_run_consent_settle (TroupeRunConsent *self)
{
  g_return_if_fail (TROUPE_IS_RUN_CONSENT (self));

  set_flow (&self->filed, self->taken);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_run_consent_dispose (GObject *object)
{
  TroupeRunConsent *self = TROUPE_RUN_CONSENT (object);

  troupe_run_consent_close (self);
  g_clear_weak_pointer (&self->over);
  g_clear_object (&self->source);
  g_clear_object (&self->run);
  g_clear_object (&self->granted);
  G_OBJECT_CLASS (troupe_run_consent_parent_class)->dispose (object);
}

static void
troupe_run_consent_finalize (GObject *object)
{
  TroupeRunConsent *self = TROUPE_RUN_CONSENT (object);

  g_clear_pointer (&self->trusted_code, g_free);
  g_clear_pointer (&self->refused, g_hash_table_unref);
  g_clear_pointer (&self->heading, g_free);
  g_clear_pointer (&self->button, g_free);
  set_flow (&self->agreed, NULL);
  set_flow (&self->filed, NULL);
  set_flow (&self->taken, NULL);
  G_OBJECT_CLASS (troupe_run_consent_parent_class)->finalize (object);
}

static void
troupe_run_consent_class_init (TroupeRunConsentClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_run_consent_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_run_consent_finalize;

  signals[ASKS] =
      g_signal_new ("asks", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[AGREED] = g_signal_new ("agreed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, TROUPE_TYPE_RUN, G_TYPE_PTR_ARRAY);
  signals[DENIED] =
      g_signal_new ("denied", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[IMPOSSIBLE] = g_signal_new ("impossible", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_run_consent_init (TroupeRunConsent *self)
{
  self->n_withdrawn = troupe_permissions_get_n_withdrawn ();
}

/* Content from elsewhere, such as a paste, must be reviewed. What was allowed before applies to the
 * content without it. */
static void
foreign_cb (TroupeRunConsent *self, TroupeDocument *document)
{
  g_assert (TROUPE_IS_RUN_CONSENT (self));

  self->is_own = FALSE;
  forget_granted (self);
  /* So that saving does not extend to this content what was allowed for that of the file. */
  set_flow (&self->filed, NULL);
}

void
troupe_run_consent_set_action (TroupeRunConsent *self, const char *heading, const char *button)
{
  g_return_if_fail (TROUPE_IS_RUN_CONSENT (self));
  g_return_if_fail (heading != NULL && button != NULL);

  troupe_set_str (&self->heading, heading);
  troupe_set_str (&self->button, button);
}

TroupeRunConsent *
troupe_run_consent_new (TroupeRunFactory *source, TroupePageRun *run, GtkWidget *over)
{
  TroupeRunConsent *self;
  TroupeDocument *document;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (source), NULL);
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (run), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (over), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_CONSENT, NULL);
  self->source = g_object_ref (source);
  self->run = g_object_ref (run);
  g_set_weak_pointer (&self->over, over);
  troupe_tools_dialog_watch (run, over);
  document = troupe_run_factory_get_document (source);
  self->is_own = troupe_document_is_own (document);
  g_signal_connect_object (document, "foreign", G_CALLBACK (foreign_cb), self, G_CONNECT_SWAPPED);
  /* If the document was restored with unsaved changes, the content of its file is unknown. */
  if (troupe_document_get_path (document) != NULL && !troupe_document_is_modified (document))
    set_flow (&self->filed, get_flow (self));
  return self;
}

static TroupeRunConsent *
new_like (TroupeRunConsent *other, TroupeRunFactory *source, TroupePageRun *run, GtkWidget *over)
{
  TroupeRunConsent *self = troupe_run_consent_new (source, run, over);

  g_assert (TROUPE_IS_RUN_CONSENT (other));

  self->is_own = other->is_own;
  self->n_withdrawn = other->n_withdrawn;
  self->is_withdrawn = other->is_withdrawn;
  g_set_object (&self->granted, other->granted);
  self->trusted_python = other->trusted_python;
  troupe_set_str (&self->trusted_code, other->trusted_code);
  return self;
}

TroupeRunConsent *
troupe_run_consent_new_like (TroupeRunConsent *other, TroupePageRun *run, GtkWidget *over)
{
  TroupeRunConsent *self;

  g_return_val_if_fail (TROUPE_IS_RUN_CONSENT (other), NULL);

  self = new_like (other, other->source, run, over);
  set_flow (&self->agreed, other->agreed);
  set_flow (&self->filed, other->filed);
  return self;
}

TroupeRunConsent *
troupe_run_consent_new_for (TroupeRunConsent *other,
                            TroupeRunFactory *source,
                            TroupePageRun *run,
                            GtkWidget *over)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONSENT (other), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (source), NULL);

  return new_like (other, source, run, over);
}
