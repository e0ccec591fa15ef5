/* troupe-page-consent.c: what a person has to agree to before a page's run begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-consent-dialog.h"
#include "troupe-page-private.h"
#include "troupe-rights.h"

static void
keep_consent (TroupePage *self, TroupeRun *run, TroupePythonPermissions python)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  const char *digest = troupe_flow_get_digest (troupe_run_get_flow (run));
  g_autoptr (GError) error = NULL;

  if (!troupe_rights_grant (folder, digest, &error) ||
      (python != TROUPE_PYTHON_PERMIT_NOTHING &&
       !troupe_rights_grant_python (folder, digest, python, &error)))
    _troupe_page_tell (self, error->message);
}

/* Whether what runs is what the page shows, and not a kept version of it. */
static gboolean
is_shown (TroupePage *self, TroupeRun *run)
{
  return g_str_equal (troupe_flow_get_digest (troupe_run_get_flow (run)),
                      troupe_flow_get_digest (troupe_flow_document_get_flow (self->document)));
}

/* Who agrees to a kept version has not seen what the file says now. */
static void
trust (TroupePage *self, TroupeRun *run, TroupePythonPermissions python)
{
  if (!is_shown (self, run))
    return;
  self->is_trusted = TRUE;
  self->trusted_python |= python;
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
answered (TroupeConsentDialog *dialog, gboolean is_allowed, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);
  g_autoptr (TroupeRun) run = g_steal_pointer (&self->waiting_run);
  g_autoptr (GPtrArray) events = g_steal_pointer (&self->waiting_events);
  g_autoptr (TroupeValue) explained = NULL;
  TroupePythonPermissions python;

  if (run == NULL || self->editor == NULL)
    return;
  if (!is_allowed)
    {
      refuse (self);
      return;
    }
  explained = troupe_rights_explain (troupe_run_get_flow (run));
  python = troupe_rights_get_python (explained);
  trust (self, run, python);
  keep_consent (self, run, python);
  _troupe_page_launch (self, run, events);
}

static void
ask (TroupePage *self, TroupeRun *run, TroupeValue *explained, GPtrArray *events)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (self->document));
  g_autofree char *body =
      g_strdup_printf (self->is_trusted
                           /* Translators: the name of a flow. */
                           ? _ ("%s is not agreed to yet. This is all it can do.")
                           : _ ("%s comes from elsewhere. This is all it can do."),
                       title);

  if (self->consent_dialog != NULL)
    gtk_window_destroy (self->consent_dialog);
  g_set_object (&self->waiting_run, run);
  g_clear_pointer (&self->waiting_events, g_ptr_array_unref);
  self->waiting_events = events != NULL ? g_ptr_array_ref (events) : NULL;
  self->consent_dialog = GTK_WINDOW (troupe_consent_dialog_new (body, explained));
  g_object_add_weak_pointer (G_OBJECT (self->consent_dialog), (gpointer *) &self->consent_dialog);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (self->consent_dialog, GTK_WINDOW (root));
  g_signal_connect_object (self->consent_dialog, "answered", G_CALLBACK (answered), self, 0);
  gtk_window_present (self->consent_dialog);
}

/* What a person made or changed here is theirs; content from elsewhere is agreed to once. Python is
 * agreed to by itself, wherever it comes from: pasted code looks like one's own. */
gboolean
_troupe_page_has_consent (TroupePage *self,
                          TroupeRun *run,
                          TroupeValue *explained,
                          GPtrArray *events)
{
  const char *digest = troupe_flow_get_digest (troupe_run_get_flow (run));
  const gboolean shown = is_shown (self, run);
  const TroupePythonPermissions python = troupe_rights_get_python (explained);
  g_autofree char *folder = NULL;
  TroupePythonPermissions granted;

  if (!troupe_rights_need_consent (explained) && python == TROUPE_PYTHON_PERMIT_NOTHING)
    return TRUE;
  folder = troupe_store_get_default_folder ();
  granted = troupe_rights_get_granted_python (folder, digest);
  /* What was agreed to on this page goes for what the person makes of it, not for a kept version. */
  if (shown)
    granted |= self->trusted_python;
  if ((python & ~granted) != 0 ||
      !((shown && self->is_trusted) || troupe_rights_were_granted (folder, digest)))
    {
      ask (self, run, explained, events);
      return FALSE;
    }
  trust (self, run, python);
  keep_consent (self, run, python);
  return TRUE;
}

/* --- Saving ------------------------------------------------------------------------------------ */

struct _TroupePageConsent
{
  TroupeFlow *flow;   /* what is saved */
  TroupeFlow *agreed; /* (nullable): what a person agreed to here */
  TroupeFlow *filed;  /* (nullable): what the file had, which may have been agreed to before */
  TroupePythonPermissions python; /* agreed to here */
};

static TroupeFlow *
ref_flow (TroupeFlow *flow)
{
  return flow != NULL ? troupe_flow_ref (flow) : NULL;
}

TroupePageConsent *
_troupe_page_take_consent (TroupePage *self)
{
  TroupePageConsent *consent = g_new0 (TroupePageConsent, 1);

  consent->flow = troupe_flow_ref (troupe_flow_document_get_flow (self->document));
  consent->agreed = ref_flow (self->agreed_flow);
  consent->filed = ref_flow (self->filed_flow);
  consent->python = self->trusted_python;
  return consent;
}

void
_troupe_page_consent_free (TroupePageConsent *self)
{
  troupe_flow_unref (self->flow);
  g_clear_pointer (&self->agreed, troupe_flow_unref);
  g_clear_pointer (&self->filed, troupe_flow_unref);
  g_free (self);
}

/* Whether each kind of thing that @wanted lists is among those that @agreed lists. */
static gboolean
has_no_more_kinds (TroupeValue *wanted, TroupeValue *agreed)
{
  static const char *const kinds[] = { "hosts", "programs", "code", "folders", "environment" };

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
  TroupeFlow *base = self->agreed != NULL ? self->agreed : self->filed;
  const char *digest = troupe_flow_get_digest (self->flow);
  TroupePythonPermissions python = self->python;
  g_autoptr (TroupeValue) wanted = NULL;
  g_autoptr (TroupeValue) agreed = NULL;
  g_autoptr (GError) error = NULL;

  if (base == NULL || g_str_equal (troupe_flow_get_digest (base), digest))
    return;
  if (self->agreed == NULL &&
      !troupe_rights_were_granted (folder, troupe_flow_get_digest (self->filed)))
    return;
  wanted = troupe_rights_explain (self->flow);
  agreed = troupe_rights_explain (base);
  python |= troupe_rights_get_granted_python (folder, troupe_flow_get_digest (base));
  python &= troupe_rights_get_python (wanted);
  if (!troupe_rights_need_consent (wanted) || !has_no_more_kinds (wanted, agreed))
    return;
  /* Where it cannot be kept the person is asked again, which is said when a run is begun. */
  if (!troupe_rights_grant (folder, digest, &error) ||
      (python != TROUPE_PYTHON_PERMIT_NOTHING &&
       !troupe_rights_grant_python (folder, digest, python, &error)))
    g_debug ("The consent cannot be kept: %s", error->message);
}

void
_troupe_page_consent_settle (TroupePageConsent *self, TroupePage *page)
{
  g_clear_pointer (&page->filed_flow, troupe_flow_unref);
  page->filed_flow = troupe_flow_ref (self->flow);
}
