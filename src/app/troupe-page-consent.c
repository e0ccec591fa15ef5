/* troupe-page-consent.c: what a person has to agree to before a page's run begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-consent-dialog.h"
#include "troupe-page-private.h"
#include "troupe-rights.h"

/* What a run could do, and the code beside its document by which it could. @digest: (nullable): what consent
 * to it is bound to */
struct _TroupePageRights
{
  TroupeValue *explained;
  TroupeProjectCode *code;
  char *digest;
};

/* Takes both over. */
static TroupePageRights *
rights_new (TroupeRun *run, TroupeValue *explained, TroupeProjectCode *code)
{
  TroupePageRights *self = g_new0 (TroupePageRights, 1);

  self->explained = troupe_rights_add_code (explained, code);
  self->code = code;
  self->digest =
      troupe_rights_make_digest (troupe_flow_get_digest (troupe_run_get_flow (run)), code);
  troupe_value_unref (explained);
  return self;
}

void
_troupe_page_rights_free (TroupePageRights *self)
{
  troupe_value_unref (self->explained);
  troupe_project_code_free (self->code);
  g_free (self->digest);
  g_free (self);
}

/* --- Keeping --------------------------------------------------------------------------------- */

/* A consent on its way into the file. */
typedef struct
{
  TroupePage *page;
  char *folder;
  char *digest;
  TroupePythonPermissions python;
} Keeping;

static void
keeping_free (Keeping *self)
{
  g_object_unref (self->page);
  g_free (self->folder);
  g_free (self->digest);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Keeping, keeping_free)

static gboolean
grant (const char *folder, const char *digest, TroupePythonPermissions python, GError **error)
{
  return troupe_rights_grant (folder, digest, error) &&
         (python == TROUPE_PYTHON_PERMIT_NOTHING ||
          troupe_rights_grant_python (folder, digest, python, error));
}

/* Waits for the disk, and for other programs that keep consents. */
static void
keep_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Keeping *keeping = task_data;
  GError *error = NULL;

  if (grant (keeping->folder, keeping->digest, keeping->python, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Keeping) keeping = user_data;
  GApplication *application = g_application_get_default ();
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error) && _troupe_page_is_there (keeping->page))
    _troupe_page_tell (keeping->page, error->message);
  if (application != NULL)
    g_application_release (application);
}

static void
keep_consent (TroupePage *self, TroupePageRights *rights, TroupePythonPermissions python)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GTask) task = NULL;
  Keeping *keeping;

  if (rights->digest == NULL)
    return;
  keeping = g_new0 (Keeping, 1);
  keeping->page = g_object_ref (self);
  keeping->folder = troupe_store_get_default_folder ();
  keeping->digest = g_strdup (rights->digest);
  keeping->python = python;
  if (application != NULL)
    g_application_hold (application);
  task = g_task_new (NULL, NULL, kept, keeping);
  g_task_set_source_tag (task, keep_consent);
  g_task_set_task_data (task, keeping, NULL);
  g_task_run_in_thread (task, keep_thread);
}

/* --- Asking ---------------------------------------------------------------------------------- */

/* Whether what runs is what the page shows, and not a kept version of it. */
static gboolean
is_shown (TroupePage *self, TroupeRun *run)
{
  return g_str_equal (troupe_flow_get_digest (troupe_run_get_flow (run)),
                      troupe_flow_get_digest (troupe_flow_document_get_flow (self->document)));
}

/* Whether the code beside the document is what was agreed to on this page. */
static gboolean
has_same_code (TroupePage *self, const TroupeProjectCode *code)
{
  return code->is_whole && g_strcmp0 (code->digest, self->trusted_code) == 0;
}

/* Who agrees to a kept version has not seen what the file says now. */
static void
trust (TroupePage *self, TroupeRun *run, TroupePageRights *rights, TroupePythonPermissions python)
{
  if (!is_shown (self, run))
    return;
  if (!has_same_code (self, rights->code))
    self->trusted_python = TROUPE_PYTHON_PERMIT_NOTHING;
  self->is_trusted = TRUE;
  self->trusted_python |= python;
  troupe_set_str (&self->trusted_code, rights->code->digest);
  g_clear_pointer (&self->agreed_flow, troupe_flow_unref);
  self->agreed_flow = troupe_flow_ref (troupe_run_get_flow (run));
}

static void
refuse (TroupePage *self)
{
  troupe_editor_set_notice (
      TROUPE_EDITOR (self->editor), TROUPE_NOTICE_INFO,
      _ ("Nothing was started: the flow may not do what it could do. Press Run "
         "to look at it again."),
      NULL);
}

static void
agree (TroupePage *self, TroupeRun *run, TroupePageRights *rights, GPtrArray *events)
{
  TroupePythonPermissions python = troupe_rights_get_python (rights->explained);

  trust (self, run, rights, python);
  keep_consent (self, rights, python);
  _troupe_page_launch (self, run, events);
}

static void
answered (TroupeConsentDialog *dialog, gboolean is_allowed, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);
  g_autoptr (TroupeRun) run = g_steal_pointer (&self->waiting_run);
  g_autoptr (GPtrArray) events = g_steal_pointer (&self->waiting_events);
  g_autoptr (TroupePageRights) rights = g_steal_pointer (&self->waiting_rights);

  if (run == NULL || self->editor == NULL)
    return;
  if (is_allowed)
    agree (self, run, rights, events);
  else
    refuse (self);
}

/* Takes @rights over. */
static void
ask (TroupePage *self, TroupeRun *run, TroupePageRights *rights, GPtrArray *events)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (self->document));
  g_autofree char *shown = troupe_text_to_line (title);
  g_autofree char *body =
      g_strdup_printf (self->is_trusted
                           /* Translators: the name of a flow. */
                           ? _ ("%s is not agreed to yet. This is all it can do.")
                           : _ ("%s comes from elsewhere. This is all it can do."),
                       shown);

  if (self->consent_dialog != NULL)
    gtk_window_destroy (self->consent_dialog);
  g_set_object (&self->waiting_run, run);
  g_clear_pointer (&self->waiting_events, g_ptr_array_unref);
  self->waiting_events = events != NULL ? g_ptr_array_ref (events) : NULL;
  g_clear_pointer (&self->waiting_rights, _troupe_page_rights_free);
  self->waiting_rights = rights;
  self->consent_dialog = GTK_WINDOW (troupe_consent_dialog_new (body, rights->explained));
  g_object_add_weak_pointer (G_OBJECT (self->consent_dialog), (gpointer *) &self->consent_dialog);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (self->consent_dialog, GTK_WINDOW (root));
  g_signal_connect_object (self->consent_dialog, "answered", G_CALLBACK (answered), self, 0);
  gtk_window_present (self->consent_dialog);
}

/* What a person made or changed here is theirs; content from elsewhere is agreed to once. Python is
 * agreed to by itself, wherever it comes from: pasted code looks like one's own. */
static gboolean
has_consent (TroupePage *self, TroupeRun *run, TroupePageRights *rights)
{
  const gboolean shown = is_shown (self, run);
  const TroupePythonPermissions python = troupe_rights_get_python (rights->explained);
  TroupePythonPermissions granted = TROUPE_PYTHON_PERMIT_NOTHING;
  g_autofree char *folder = troupe_store_get_default_folder ();

  if (rights->digest != NULL)
    granted = troupe_rights_get_granted_python (folder, rights->digest);
  /* What was agreed to on this page goes for what the person makes of it, not for a kept version, and not for
   * what others make of the code beside it. */
  if (shown && has_same_code (self, rights->code))
    granted |= self->trusted_python;
  if ((python & ~granted) != 0)
    return FALSE;
  return (shown && self->is_trusted) ||
         (rights->digest != NULL && troupe_rights_were_granted (folder, rights->digest));
}

/* Takes @rights over. */
static void
start (TroupePage *self, TroupeRun *run, TroupePageRights *rights, GPtrArray *events)
{
  g_autoptr (TroupePageRights) owned = rights;
  g_autoptr (GError) error = NULL;

  /* Nothing of it is run before it is agreed to; the check is to find what else is wrong. */
  troupe_run_set_python (run, troupe_rights_get_python (rights->explained),
                         TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  troupe_run_set_agreed_code (run, rights->code);
  if (!troupe_run_check (run, &error))
    _troupe_page_tell_refusal (self, error);
  else if (!troupe_rights_need_consent (rights->explained))
    _troupe_page_launch (self, run, events);
  else if (has_consent (self, run, rights))
    agree (self, run, rights, events);
  else
    ask (self, run, g_steal_pointer (&owned), events);
}

/* --- The code beside the document ------------------------------------------------------------ */

/* The search for it, on another thread: there may be much of it, on a slow disk. */
typedef struct
{
  TroupePage *page;
  TroupeRun *run;
  GPtrArray *events; /* (nullable) */
  TroupeValue *explained;
  char *folder;
  TroupeProjectCode *code;
} Look;

static void
look_free (Look *self)
{
  g_object_unref (self->page);
  g_object_unref (self->run);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->explained, troupe_value_unref);
  g_clear_pointer (&self->code, troupe_project_code_free);
  g_free (self->folder);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static TroupeValue *
get_python (TroupeValue *explained)
{
  return troupe_value_map_lookup_string (explained, "python", -1);
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Look *look = task_data;

  look->code = troupe_project_code_find (look->folder, get_python (look->explained));
  g_task_return_boolean (task, TRUE);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Look) look = user_data;
  TroupePage *self = look->page;
  TroupePageRights *rights;

  self->is_starting = FALSE;
  if (!_troupe_page_is_there (self) || self->run != NULL)
    return;
  rights =
      rights_new (look->run, g_steal_pointer (&look->explained), g_steal_pointer (&look->code));
  start (self, look->run, rights, look->events);
}

void
_troupe_page_start (TroupePage *self, TroupeRun *run, GPtrArray *events)
{
  g_autoptr (TroupeValue) explained = troupe_rights_explain_run (run);
  g_autoptr (GTask) task = NULL;
  Look *look;

  if (troupe_value_list_get_length (get_python (explained)) == 0)
    {
      start (self, run,
             rights_new (run, g_steal_pointer (&explained), troupe_project_code_find ("/", NULL)),
             events);
      return;
    }
  look = g_new0 (Look, 1);
  look->page = g_object_ref (self);
  look->run = g_object_ref (run);
  look->events = events != NULL ? g_ptr_array_ref (events) : NULL;
  look->explained = g_steal_pointer (&explained);
  look->folder = troupe_run_get_code_folder (run);
  self->is_starting = TRUE;
  task = g_task_new (NULL, NULL, looked, look);
  g_task_set_source_tag (task, _troupe_page_start);
  g_task_set_task_data (task, look, NULL);
  g_task_run_in_thread (task, look_thread);
}

/* --- Saving ------------------------------------------------------------------------------------ */

struct _TroupePageConsent
{
  TroupeFlow *flow;    /* what is saved */
  TroupeFlow *base;    /* (nullable): what a person agreed to here, or what the file had */
  TroupeValue *wanted; /* what both could do */
  TroupeValue *agreed; /* (nullable) */
  gboolean is_agreed;  /* here; else it may have been before */
  char *folder;        /* of the document */
  char *code;          /* (nullable): the digest of what lay beside it when it was agreed to */
  TroupePythonPermissions python; /* agreed to here */
};

TroupePageConsent *
_troupe_page_take_consent (TroupePage *self)
{
  TroupePageConsent *consent = g_new0 (TroupePageConsent, 1);
  TroupeFlow *base = self->agreed_flow != NULL ? self->agreed_flow : self->filed_flow;

  consent->flow = troupe_flow_ref (troupe_flow_document_get_flow (self->document));
  consent->base = base != NULL ? troupe_flow_ref (base) : NULL;
  consent->wanted = troupe_rights_explain (consent->flow);
  consent->agreed = base != NULL ? troupe_rights_explain (base) : NULL;
  consent->is_agreed = self->agreed_flow != NULL;
  consent->folder =
      troupe_project_code_get_folder (troupe_document_get_path (TROUPE_DOCUMENT (self->document)));
  consent->code = g_strdup (self->trusted_code);
  consent->python = self->trusted_python;
  return consent;
}

void
_troupe_page_consent_free (TroupePageConsent *self)
{
  troupe_flow_unref (self->flow);
  g_clear_pointer (&self->base, troupe_flow_unref);
  troupe_value_unref (self->wanted);
  g_clear_pointer (&self->agreed, troupe_value_unref);
  g_free (self->folder);
  g_free (self->code);
  g_free (self);
}

/* Whether each kind of thing that @wanted lists is among those that @agreed lists. */
static gboolean
has_no_more_kinds (TroupeValue *wanted, TroupeValue *agreed)
{
  static const char *const kinds[] = { "hosts",   "programs", "code",
                                       "folders", "reach",    "environment" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      TroupeValue *now = troupe_value_map_lookup_string (wanted, kinds[i], -1);
      TroupeValue *then = troupe_value_map_lookup_string (agreed, kinds[i], -1);

      if (now != NULL && troupe_value_is (now, TROUPE_VALUE_LIST) &&
          troupe_value_list_get_length (now) > 0 &&
          (then == NULL || !troupe_value_is (then, TROUPE_VALUE_LIST) ||
           troupe_value_list_get_length (then) == 0))
        return FALSE;
    }
  return TRUE;
}

void
_troupe_page_consent_keep (TroupePageConsent *self)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  const char *new_digest = troupe_flow_get_digest (self->flow);
  g_autoptr (TroupeProjectCode) now = NULL;
  g_autoptr (TroupeProjectCode) then = NULL;
  g_autoptr (TroupeValue) wanted = NULL;
  g_autoptr (TroupeValue) agreed = NULL;
  g_autofree char *before = NULL;
  g_autofree char *digest = NULL;
  g_autoptr (GError) error = NULL;
  TroupePythonPermissions python = self->python;

  if (self->base == NULL || g_str_equal (troupe_flow_get_digest (self->base), new_digest))
    return;
  now = troupe_project_code_find (self->folder, get_python (self->wanted));
  then = troupe_project_code_find (self->folder, get_python (self->agreed));
  before = troupe_rights_make_digest (troupe_flow_get_digest (self->base), then);
  digest = troupe_rights_make_digest (new_digest, now);
  /* Code that came, or that somebody changed meanwhile, nobody has seen. */
  if (before == NULL || digest == NULL || g_strcmp0 (now->digest, then->digest) != 0 ||
      (self->is_agreed ? g_strcmp0 (now->digest, self->code) != 0
                       : !troupe_rights_were_granted (folder, before)))
    return;
  wanted = troupe_rights_add_code (self->wanted, now);
  agreed = troupe_rights_add_code (self->agreed, then);
  python |= troupe_rights_get_granted_python (folder, before);
  python &= troupe_rights_get_python (wanted);
  if (!troupe_rights_need_consent (wanted) || !has_no_more_kinds (wanted, agreed))
    return;
  /* Where it cannot be kept the person is asked again, which is said when a run is begun. */
  if (!grant (folder, digest, python, &error))
    g_debug ("The consent cannot be kept: %s", error->message);
}

void
_troupe_page_consent_settle (TroupePageConsent *self, TroupePage *page)
{
  g_clear_pointer (&page->filed_flow, troupe_flow_unref);
  page->filed_flow = troupe_flow_ref (self->flow);
}
