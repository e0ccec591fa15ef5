/* troupe-run-notice.c: notice bar above the canvas about the state of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-notice"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-keyring-watch.h"
#include "troupe-llm-target.h"
#include "troupe-money.h"
#include "troupe-provider-table.h"
#include "troupe-run-notice.h"
#include "troupe-run.h"
#include "troupe-sanitize-text.h"

struct _TroupeRunNotice
{
  GObject parent_instance;

  TroupeNoticeBar *bar; /* (nullable): weak */
  TroupeRunNoticeSubject subject;
  char *failed_method; /* (nullable) */
  gboolean needs_permission; /* for want of which the run failed */
  char *kept_method;   /* (nullable): in which the stored run failed that is offered */
  char *resume;        /* (nullable): label of the button that resumes the failed run */
  char *key_variable;  /* (nullable): of the key that the run needs */
  char *key_message;   /* (nullable): why it needs it */

  /* Current content of the bar. */
  TroupeNoticeKind kind;
  char *text;   /* (nullable) */
  char *button; /* (nullable) */
};

enum
{
  METHOD_REQUESTED,
  RESUME_REQUESTED,
  TEXT_REQUESTED,
  RESUME_DECLINED,
  KEY_REQUESTED,
  MODEL_REQUESTED,
  ITEM_LEFT,
  ITEM_REQUESTED,
  PERMISSIONS_REQUESTED,
  BUDGET_RAISED,
  STOP_REQUESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunNotice, troupe_run_notice, G_TYPE_OBJECT)

/* Returns TRUE if the first button opens the permissions because the run failed for want of one. */
static gboolean
is_about_permission (TroupeRunNotice *self)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  return self->subject == TROUPE_RUN_NOTICE_FAILED && self->needs_permission;
}

/* Returns the label of the second button. A run for which a key is missing can be resumed when the key was added.
 * (transfer none) (nullable) */
static const char *
get_other (TroupeRunNotice *self)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  if (self->subject == TROUPE_RUN_NOTICE_KEPT && self->kept_method != NULL)
    return _ ("Show");
  if (self->subject == TROUPE_RUN_NOTICE_ITEM)
    return _ ("Run With These Inputs");
  if (self->subject == TROUPE_RUN_NOTICE_KEY)
    return _ ("Choose Model");
  if (self->resume == NULL && is_about_permission (self) && self->failed_method != NULL)
    return _ ("Show");
  return self->resume;
}

static void
show (TroupeRunNotice *self,
      TroupeRunNoticeSubject subject,
      TroupeNoticeKind kind,
      const char *text,
      const char *button)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  self->subject = subject;
  if (subject != TROUPE_RUN_NOTICE_FAILED && subject != TROUPE_RUN_NOTICE_KEY)
    g_clear_pointer (&self->resume, g_free);
  self->kind = kind;
  troupe_set_str (&self->text, text);
  troupe_set_str (&self->button, button);
  if (self->bar == NULL)
    return;
  troupe_notice_bar_show (self->bar, kind, text, button);
  troupe_notice_bar_set_dismissable (
      self->bar, subject == TROUPE_RUN_NOTICE_KEPT || subject == TROUPE_RUN_NOTICE_FOREIGN ||
                     subject == TROUPE_RUN_NOTICE_KEY || subject == TROUPE_RUN_NOTICE_ITEM ||
                     subject == TROUPE_RUN_NOTICE_REFUSED || subject == TROUPE_RUN_NOTICE_BUDGET);
  troupe_notice_bar_set_other (self->bar, get_other (self));
  if (subject == TROUPE_RUN_NOTICE_BUDGET)
    troupe_notice_bar_set_dismiss_label (self->bar, _ ("Stop"));
}

/* --- User actions ----------------------------------------------------------------------------- */

static void
activated_cb (TroupeRunNotice *self)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  if (self->subject == TROUPE_RUN_NOTICE_ERRORS)
    g_signal_emit (self, signals[TEXT_REQUESTED], 0);
  else if (self->subject == TROUPE_RUN_NOTICE_KEPT)
    g_signal_emit (self, signals[RESUME_REQUESTED], 0);
  else if (self->subject == TROUPE_RUN_NOTICE_KEY)
    g_signal_emit (self, signals[KEY_REQUESTED], 0);
  else if (self->subject == TROUPE_RUN_NOTICE_ITEM)
    g_signal_emit (self, signals[ITEM_LEFT], 0);
  else if (self->subject == TROUPE_RUN_NOTICE_REFUSED || is_about_permission (self))
    g_signal_emit (self, signals[PERMISSIONS_REQUESTED], 0);
  else if (self->subject == TROUPE_RUN_NOTICE_BUDGET)
    g_signal_emit (self, signals[BUDGET_RAISED], 0);
  else if (self->failed_method != NULL)
    g_signal_emit (self, signals[METHOD_REQUESTED], 0, self->failed_method);
}

static void
other_activated_cb (TroupeRunNotice *self)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  if (self->subject == TROUPE_RUN_NOTICE_KEPT && self->kept_method != NULL)
    g_signal_emit (self, signals[METHOD_REQUESTED], 0, self->kept_method);
  else if (self->subject == TROUPE_RUN_NOTICE_KEY)
    g_signal_emit (self, signals[MODEL_REQUESTED], 0);
  else if (self->subject == TROUPE_RUN_NOTICE_ITEM)
    g_signal_emit (self, signals[ITEM_REQUESTED], 0);
  else if (self->resume != NULL)
    g_signal_emit (self, signals[RESUME_REQUESTED], 0);
  else if (is_about_permission (self) && self->failed_method != NULL)
    g_signal_emit (self, signals[METHOD_REQUESTED], 0, self->failed_method);
}

static void
dismissed_cb (TroupeRunNotice *self)
{
  const TroupeRunNoticeSubject was = self->subject;

  g_assert (TROUPE_IS_RUN_NOTICE (self));

  self->subject = TROUPE_RUN_NOTICE_NONE;
  self->kind = TROUPE_NOTICE_NONE;
  if (was == TROUPE_RUN_NOTICE_KEPT)
    g_signal_emit (self, signals[RESUME_DECLINED], 0);
  else if (was == TROUPE_RUN_NOTICE_BUDGET)
    g_signal_emit (self, signals[STOP_REQUESTED], 0);
}

/* --- Showing notices -------------------------------------------------------------------------- */

TroupeRunNoticeSubject
troupe_run_notice_get_subject (TroupeRunNotice *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_NOTICE (self), TROUPE_RUN_NOTICE_NONE);

  return self->subject;
}

void
troupe_run_notice_clear (TroupeRunNotice *self)
{
  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  g_clear_pointer (&self->failed_method, g_free);
  self->needs_permission = FALSE;
  show (self, TROUPE_RUN_NOTICE_NONE, TROUPE_NOTICE_NONE, NULL, NULL);
}

/* Returns the environment variable of the missing API key that the error message names.
 * (transfer full) (nullable) */
static char *
find_key_variable (const GError *error)
{
  g_autoptr (GRegex) regex = g_regex_new ("\\b[A-Z][A-Z0-9_]*_KEY\\b", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_error_matches (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER) ||
      !g_regex_match (regex, error->message, 0, &match))
    return NULL;
  return g_match_info_fetch (match, 0);
}

/* Returns the text of a notice that has a button to add the key. @text: contains the message of an error about a
 * missing key. (transfer full) */
static char *
shorten (const char *text, const char *variable)
{
  static const char *const models[] = { TROUPE_LLM_MODEL_WITHOUT_KEY,
                                        TROUPE_LLM_EVALUATOR_WITHOUT_KEY };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autofree char *advice = troupe_llm_target_dup_key_advice (variable, models[i]);
      const char *at = strstr (text, advice);
      g_autofree char *start = at != NULL ? g_strndup (text, (gsize) (at - text)) : NULL;

      if (start != NULL)
        /* Translators: the first %s is a sentence that says that a model requires a key, the second one a model */
        return g_strdup_printf (_ ("%s Add it, or choose the model %s, which requires none."),
                                g_strchomp (start), models[i]);
    }
  return g_strdup (text);
}

/* Returns the label of the first button of a failed run. (transfer none) (nullable) */
static const char *
get_failed_button (TroupeRunNotice *self)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  if (self->needs_permission)
    return _ ("Permissions…");
  return self->failed_method != NULL ? _ ("Show") : NULL;
}

void
troupe_run_notice_tell_failure (TroupeRunNotice *self,
                                const char *method,
                                const char *text,
                                const GError *error,
                                gboolean needs_permission)
{
  char *variable = NULL;
  g_autofree char *shown = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (text != NULL);

  g_clear_pointer (&self->resume, g_free);
  troupe_set_str (&self->failed_method, method);
  self->needs_permission = needs_permission;
  variable = error != NULL ? find_key_variable (error) : NULL;
  if (variable == NULL)
    {
      show (self, TROUPE_RUN_NOTICE_FAILED, TROUPE_NOTICE_ERROR, text, get_failed_button (self));
      return;
    }
  g_free (self->key_variable);
  self->key_variable = variable;
  troupe_set_str (&self->key_message, error->message);
  shown = shorten (text, variable);
  show (self, TROUPE_RUN_NOTICE_KEY, TROUPE_NOTICE_ERROR, shown, _ ("Add Key"));
}

const char *
troupe_run_notice_get_key_message (TroupeRunNotice *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_NOTICE (self), NULL);

  return self->key_message;
}

const char *
troupe_run_notice_get_key_variable (TroupeRunNotice *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_NOTICE (self), NULL);

  return self->key_variable;
}

gboolean
troupe_run_notice_has_failure (TroupeRunNotice *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_NOTICE (self), FALSE);

  return self->failed_method != NULL;
}

void
troupe_run_notice_tell_refusal (TroupeRunNotice *self, const GError *error)
{
  const char *variable;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (error != NULL);

  g_clear_pointer (&self->resume, g_free);
  self->needs_permission = FALSE;
  g_free (self->key_variable);
  self->key_variable = find_key_variable (error);
  variable = self->key_variable;
  if (variable == NULL)
    {
      show (self, TROUPE_RUN_NOTICE_FAILED, TROUPE_NOTICE_ERROR, error->message, NULL);
      return;
    }
  troupe_set_str (&self->key_message, error->message);
  text = shorten (error->message, variable);
  show (self, TROUPE_RUN_NOTICE_KEY, TROUPE_NOTICE_ERROR, text, _ ("Add Key"));
}

/* Returns TRUE if both variables hold the key of the same provider. */
static gboolean
is_same_key (const char *variable, const char *other)
{
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  if (g_str_equal (variable, other))
    return TRUE;
  for (guint i = 0; i < n_providers; i++)
    if (g_strv_contains (providers[i].key_variables, variable) &&
        g_strv_contains (providers[i].key_variables, other))
      return TRUE;
  return FALSE;
}

/* Removes the notice about a missing key, once it was stored. */
static void
keyring_changed_cb (TroupeRunNotice *self, const char *variable, gboolean is_stored)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  if (is_stored && self->subject == TROUPE_RUN_NOTICE_KEY && self->key_variable != NULL &&
      is_same_key (self->key_variable, variable))
    {
      g_autofree char *text = g_strdup (self->text);

      /* A run that failed for want of the key can be resumed now. */
      if (self->resume != NULL)
        show (self, TROUPE_RUN_NOTICE_FAILED, TROUPE_NOTICE_ERROR, text, get_failed_button (self));
      else
        show (self, TROUPE_RUN_NOTICE_NONE, TROUPE_NOTICE_NONE, NULL, NULL);
    }
}

static void
show_budget (TroupeRunNotice *self, const char *text, gint64 more)
{
  g_autofree char *rise = troupe_money_for_display (more);
  /* Translators: label of a button; %s is the amount of money that is added to the budget. */
  g_autofree char *button = g_strdup_printf (_ ("Add %s"), rise);

  g_assert (TROUPE_IS_RUN_NOTICE (self));

  show (self, TROUPE_RUN_NOTICE_BUDGET, TROUPE_NOTICE_WAITING, text, button);
}

void
troupe_run_notice_tell_budget (TroupeRunNotice *self, gint64 spent, gint64 more)
{
  g_autofree char *sum = troupe_money_for_display (spent);
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  /* Translators: %s is an amount of money. */
  text = g_strdup_printf (_ ("Paused at %s: the budget has been used up."), sum);
  show_budget (self, text, more);
}

void
troupe_run_notice_tell_month (TroupeRunNotice *self, gint64 spent, gint64 more)
{
  g_autofree char *sum = troupe_money_for_display (spent);
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  /* Translators: %s is an amount of money. */
  text = g_strdup_printf (
      _ ("This month’s runs have cost %s, so the monthly budget has been used up."), sum);
  show_budget (self, text, more);
}

void
troupe_run_notice_tell_denial (TroupeRunNotice *self)
{
  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  show (self, TROUPE_RUN_NOTICE_NONE, TROUPE_NOTICE_INFO,
        _ ("Nothing was run: the permissions of this file were not granted. Press Run to review "
           "them."),
        NULL);
}

void
troupe_run_notice_offer_stored_run (TroupeRunNotice *self, gboolean is_waiting, gboolean is_changed)
{
  const char *text;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  if (is_waiting)
    text = is_changed ? _ ("The last run is waiting for your answer. The file has changed since; "
                           "the run will resume with the earlier version.")
                      : _ ("The last run is waiting for your answer.");
  else
    text = is_changed ? _ ("The last run was interrupted. The file has changed since; the run will "
                           "resume with the earlier version.")
                      : _ ("The last run was interrupted.");
  g_clear_pointer (&self->kept_method, g_free);
  show (self, TROUPE_RUN_NOTICE_KEPT, TROUPE_NOTICE_INFO, text, _ ("Resume"));
}

void
troupe_run_notice_offer_failed (TroupeRunNotice *self,
                                const char *method,
                                const char *error,
                                gboolean is_changed,
                                const char *button)
{
  g_autofree char *failed = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (button != NULL);

  troupe_set_str (&self->kept_method, method);
  if (method != NULL && error != NULL)
    /* Translators: the name of a method, and a sentence. */
    failed = g_strdup_printf (_ ("The last run failed in %s: %s"), method, error);
  else if (error != NULL)
    failed = g_strdup_printf (_ ("The last run failed: %s"), error);
  else
    failed = g_strdup (_ ("The last run failed."));
  text = g_strdup_printf (
      is_changed ? "%s %s" : "%s", failed,
      _ ("The file has changed since; the run will resume with the earlier version."));
  show (self, TROUPE_RUN_NOTICE_KEPT, TROUPE_NOTICE_INFO, text, button);
}

void
troupe_run_notice_set_resumable (TroupeRunNotice *self, const char *button)
{
  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  troupe_set_str (&self->resume, self->subject == TROUPE_RUN_NOTICE_FAILED ||
                                         self->subject == TROUPE_RUN_NOTICE_KEY
                                     ? button
                                     : NULL);
  if (self->bar != NULL)
    troupe_notice_bar_set_other (self->bar, get_other (self));
}

void
troupe_run_notice_tell_item (TroupeRunNotice *self, gint64 ordinal, const char *title)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (title != NULL);

  /* Translators: the number of an item, and the title of a batch, such as “Batch of topics.csv” */
  text = g_strdup_printf (_ ("This is the run of item %" PRId64 " of “%s”."), ordinal, title);
  show (self, TROUPE_RUN_NOTICE_ITEM, TROUPE_NOTICE_INFO, text, _ ("Back to Batch"));
}

void
troupe_run_notice_tell_past_failure (TroupeRunNotice *self, const char *error)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (error != NULL);

  if (self->subject == TROUPE_RUN_NOTICE_ITEM)
    {
      /* Translators: “This is the run of item 3 of “Batch of topics.csv”.”, and a sentence */
      text = g_strdup_printf (_ ("%s It failed: %s"), self->text, error);
      show (self, TROUPE_RUN_NOTICE_ITEM, TROUPE_NOTICE_ERROR, text, _ ("Back to Batch"));
    }
  else
    {
      text = g_strdup_printf (_ ("The run failed: %s"), error);
      troupe_run_notice_tell_failure (self, NULL, text, NULL, FALSE);
    }
}

void
troupe_run_notice_tell_refused_writes (TroupeRunNotice *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (text != NULL);

  show (self, TROUPE_RUN_NOTICE_REFUSED, TROUPE_NOTICE_WAITING, text, _ ("Permissions…"));
}

void
troupe_run_notice_tell_foreign (TroupeRunNotice *self, const char *folder)
{
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (folder != NULL);

  if (self->kind != TROUPE_NOTICE_NONE)
    return;
  path = troupe_path_for_display (folder);
  shown = troupe_text_to_line (path);
  text = g_strdup_printf (
      /* Translators: %s is a folder */
      _ ("This file comes from %s. You can view everything; none of its code has been run."),
      shown);
  show (self, TROUPE_RUN_NOTICE_FOREIGN, TROUPE_NOTICE_LOCKED, text, NULL);
}

void
troupe_run_notice_set_errors (TroupeRunNotice *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));

  if (text != NULL &&
      (self->subject == TROUPE_RUN_NOTICE_NONE || self->subject == TROUPE_RUN_NOTICE_FOREIGN ||
       self->subject == TROUPE_RUN_NOTICE_ERRORS))
    show (self, TROUPE_RUN_NOTICE_ERRORS, TROUPE_NOTICE_ERROR, text, _ ("Edit Text"));
  else if (text == NULL && self->subject == TROUPE_RUN_NOTICE_ERRORS)
    show (self, TROUPE_RUN_NOTICE_NONE, TROUPE_NOTICE_NONE, NULL, NULL);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_run_notice_finalize (GObject *object)
{
  TroupeRunNotice *self = TROUPE_RUN_NOTICE (object);

  g_clear_weak_pointer (&self->bar);
  g_clear_pointer (&self->failed_method, g_free);
  g_clear_pointer (&self->kept_method, g_free);
  g_clear_pointer (&self->resume, g_free);
  g_clear_pointer (&self->key_variable, g_free);
  g_clear_pointer (&self->key_message, g_free);
  g_clear_pointer (&TROUPE_RUN_NOTICE (object)->key_message, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->button, g_free);
  G_OBJECT_CLASS (troupe_run_notice_parent_class)->finalize (object);
}

static void
troupe_run_notice_class_init (TroupeRunNoticeClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_run_notice_finalize;

  signals[METHOD_REQUESTED] = g_signal_new ("method-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RESUME_REQUESTED] = g_signal_new ("resume-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 0);
  signals[TEXT_REQUESTED] =
      g_signal_new ("text-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[KEY_REQUESTED] =
      g_signal_new ("key-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MODEL_REQUESTED] = g_signal_new ("model-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
  signals[ITEM_LEFT] =
      g_signal_new ("item-left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ITEM_REQUESTED] =
      g_signal_new ("item-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PERMISSIONS_REQUESTED] = g_signal_new ("permissions-requested", type, G_SIGNAL_RUN_LAST,
                                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[BUDGET_RAISED] =
      g_signal_new ("budget-raised", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STOP_REQUESTED] =
      g_signal_new ("stop-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESUME_DECLINED] = g_signal_new ("resume-declined", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_run_notice_init (TroupeRunNotice *self)
{
  g_signal_connect_object (troupe_keyring_watch_get (), "changed", G_CALLBACK (keyring_changed_cb),
                           self, G_CONNECT_SWAPPED);
}

static void
join_bar (TroupeRunNotice *self, TroupeNoticeBar *bar)
{
  g_assert (TROUPE_IS_RUN_NOTICE (self));

  g_set_weak_pointer (&self->bar, bar);
  g_signal_connect_object (bar, "activated", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (bar, "other-activated", G_CALLBACK (other_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (bar, "dismissed", G_CALLBACK (dismissed_cb), self, G_CONNECT_SWAPPED);
}

TroupeRunNotice *
troupe_run_notice_new (TroupeNoticeBar *bar)
{
  TroupeRunNotice *self;

  g_return_val_if_fail (TROUPE_IS_NOTICE_BAR (bar), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_NOTICE, NULL);
  join_bar (self, bar);
  return self;
}

void
troupe_run_notice_set_bar (TroupeRunNotice *self, TroupeNoticeBar *bar)
{
  g_autofree char *text = NULL;
  g_autofree char *button = NULL;

  g_return_if_fail (TROUPE_IS_RUN_NOTICE (self));
  g_return_if_fail (TROUPE_IS_NOTICE_BAR (bar));

  if (self->bar == bar)
    return;
  if (self->bar != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->bar, self);
      troupe_notice_bar_show (self->bar, TROUPE_NOTICE_NONE, NULL, NULL);
    }
  join_bar (self, bar);
  text = g_strdup (self->text);
  button = g_strdup (self->button);
  show (self, self->subject, self->kind, text, button);
}
