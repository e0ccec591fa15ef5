/* troupe-page-content.c: abstract content of a document page, with one subclass per document type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-content"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-feedback-view.h"
#include "troupe-page-content.h"
#include "troupe-pass-focus.h"
#include "troupe-subpage.h"
#include "troupe-time-text.h"

typedef struct
{
  TroupeDocument *document;
  TroupePageRun *run;
  TroupePageQuestions *questions;
  TroupePageStoredRun *kept;
  gboolean is_inspector_visible;
  gboolean is_outline_visible;
  TroupeEditorWidth width;
  char *run_words; /* (nullable) */
} TroupePageContentPrivate;

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_INSPECTOR_VISIBLE,
  PROP_OUTLINE_VISIBLE,
  PROP_COVERED,
  N_PROPS,
};

enum
{
  MESSAGE,
  ASKS,
  TEXT_REQUESTED,
  PROBLEM_ACTIVATED,
  VIEW_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TroupePageContent, troupe_page_content, GTK_TYPE_WIDGET)

static TroupePageContentPrivate *
get_private (TroupePageContent *self)
{
  return troupe_page_content_get_instance_private (self);
}

/* --- Accessors -------------------------------------------------------------------------------- */

TroupeDocument *
troupe_page_content_get_document (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return get_private (self)->document;
}

TroupePageRun *
troupe_page_content_get_run (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return get_private (self)->run;
}

TroupePageQuestions *
troupe_page_content_get_questions (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return get_private (self)->questions;
}

TroupePageStoredRun *
troupe_page_content_get_stored_run (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return get_private (self)->kept;
}

void
troupe_page_content_leave (TroupePageContent *self)
{
  TroupePageContentPrivate *priv;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  priv = get_private (self);
  if (!troupe_page_run_is_under_way (priv->run))
    return;
  if (troupe_page_questions_get_n (priv->questions) == 0)
    {
      troupe_page_run_stop (priv->run);
      return;
    }
  troupe_page_questions_leave (priv->questions);
  troupe_page_run_keep (priv->run);
}

/* --- Title bar texts of a run ----------------------------------------------------------------- */

char *
troupe_page_content_describe_run (TroupePageContent *self)
{
  TroupePageContentPrivate *priv;
  const char *inputs;
  g_autofree char *time = NULL;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  priv = get_private (self);
  if (troupe_page_run_is_stopping (priv->run))
    return g_strdup (_ ("Stopping…"));
  if (troupe_page_run_is_held (priv->run))
    return g_strdup (_ ("Paused"));
  if (troupe_page_questions_get_n (priv->questions) > 0)
    return g_strdup (_ ("Waiting for your answer"));
  if (!troupe_page_run_is_under_way (priv->run))
    return NULL;
  if (priv->run_words != NULL)
    return g_strdup (priv->run_words);
  inputs = troupe_page_run_get_inputs (priv->run);
  time = troupe_time_for_display (troupe_page_run_get_started (priv->run));
  if (inputs != NULL)
    /* Translators: the start time, and the inputs, such as: score = 0.5 */
    return g_strdup_printf (_ ("Running · started %s · with %s"), time, inputs);
  return g_strdup_printf (_ ("Running · started %s"), time);
}

void
troupe_page_content_set_run_words (TroupePageContent *self, const char *words)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  troupe_set_str (&get_private (self)->run_words, words);
}

char *
troupe_page_content_describe_stored_run (TroupePageContent *self)
{
  TroupePageContentPrivate *priv;
  const TroupeStoredRun *kept;
  g_autofree char *time = NULL;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  priv = get_private (self);
  kept = troupe_page_stored_run_get (priv->kept);
  if (kept == NULL || kept->is_waiting || kept->has_failed ||
      !troupe_page_stored_run_is_restored (priv->kept))
    return NULL;
  time = troupe_time_for_display (kept->last_us);
  /* Translators: %s is the time at which the application, and with it the run, was killed or
   * crashed. */
  return g_strdup_printf (_ ("Interrupted at %s"), time);
}

/* --- Feedback requests ------------------------------------------------------------------------ */

/* Returns TRUE if a new feedback request may grab the focus. It may not do so while the user is
 * typing or a menu is open. */
static gboolean
may_take_focus (TroupePageContent *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  g_assert (TROUPE_IS_PAGE_CONTENT (self));

  if (root == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  return focus == NULL || !(GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus) ||
                            gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL);
}

static void
question_came_cb (TroupePageContent *self, const char *request_id, gboolean is_only)
{
  g_assert (TROUPE_IS_PAGE_CONTENT (self));

  if (is_only && may_take_focus (self))
    gtk_widget_grab_focus (troupe_page_questions_get_view (get_private (self)->questions));
  g_signal_emit (self, signals[ASKS], 0, request_id);
}

static void
questions_settled_cb (TroupePageContent *self)
{
  g_assert (TROUPE_IS_PAGE_CONTENT (self));

  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* --- Virtual functions ------------------------------------------------------------------------ */

/* Closes the subpage that covers the document, so that the requested part of the document is
 * visible. */
static void
show_front (TroupePageContent *self)
{
  TroupeSubpage *page = troupe_subpage_find (self);

  g_assert (TROUPE_IS_PAGE_CONTENT (self));

  if (page != NULL)
    troupe_subpage_leave (page);
}

static gboolean
troupe_page_content_grab_focus (GtkWidget *widget)
{
  TroupePageContent *self = TROUPE_PAGE_CONTENT (widget);
  TroupeSubpage *page = troupe_subpage_find (self);

  return gtk_widget_grab_focus (page != NULL ? GTK_WIDGET (page)
                                             : troupe_page_content_get_front (self));
}

void
troupe_page_content_commit (TroupePageContent *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  TROUPE_PAGE_CONTENT_GET_CLASS (self)->commit (self);
}

gboolean
troupe_page_content_can_run (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), FALSE);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->can_run (self);
}

void
troupe_page_content_run (TroupePageContent *self, gboolean ask)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  show_front (self);
  TROUPE_PAGE_CONTENT_GET_CLASS (self)->run (self, ask);
}

GStrv
troupe_page_content_list_kept (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->list_kept (self);
}

void
troupe_page_content_count_results (TroupePageContent *self, guint *n_valid, guint *n_stale)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));
  g_return_if_fail (n_valid != NULL && n_stale != NULL);

  TROUPE_PAGE_CONTENT_GET_CLASS (self)->count_results (self, n_valid, n_stale);
}

TroupeEditorWidth
troupe_page_content_get_width_class (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), TROUPE_EDITOR_WIDE);

  return get_private (self)->width;
}

void
troupe_page_content_set_width_class (TroupePageContent *self, TroupeEditorWidth width)
{
  TroupeSubpage *page;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  get_private (self)->width = width;
  page = troupe_subpage_find (self);
  if (page != NULL)
    troupe_subpage_set_width_class (page, width);

  troupe_feedback_view_set_narrow (
      TROUPE_FEEDBACK_VIEW (troupe_page_questions_get_view (get_private (self)->questions)),
      width >= TROUPE_EDITOR_NARROW);
  TROUPE_PAGE_CONTENT_GET_CLASS (self)->set_width_class (self, width);
}

void
troupe_page_content_set_errors (TroupePageContent *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  TROUPE_PAGE_CONTENT_GET_CLASS (self)->set_errors (self, text);
}

gboolean
troupe_page_content_has_place (TroupePageContent *self, const TroupeProblem *problem)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->has_place (self, problem);
}

void
troupe_page_content_show_problem (TroupePageContent *self, const TroupeProblem *problem)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));
  g_return_if_fail (problem != NULL);

  show_front (self);
  TROUPE_PAGE_CONTENT_GET_CLASS (self)->show_problem (self, problem);
}

const char *
troupe_page_content_get_place (TroupePageContent *self, guint index, const char **detail)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->get_place (self, index, detail);
}

void
troupe_page_content_go_to_place (TroupePageContent *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));
  g_return_if_fail (name != NULL);

  show_front (self);
  TROUPE_PAGE_CONTENT_GET_CLASS (self)->go_to_place (self, name);
}

gboolean
troupe_page_content_get_view (TroupePageContent *self, double *zoom, double *x, double *y)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), FALSE);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->get_view (self, zoom, x, y);
}

void
troupe_page_content_set_view (TroupePageContent *self, double zoom, double x, double y)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  TROUPE_PAGE_CONTENT_GET_CLASS (self)->set_view (self, zoom, x, y);
}

GtkWidget *
troupe_page_content_get_bar (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->get_bar (self);
}

void
troupe_page_content_perform (TroupePageContent *self, const char *action)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));
  g_return_if_fail (action != NULL);

  /* Undo and redo apply to the document, whatever part of it is visible. */
  if (!g_str_has_suffix (action, ".undo") && !g_str_has_suffix (action, ".redo") &&
      !g_str_has_prefix (action, "content."))
    show_front (self);
  TROUPE_PAGE_CONTENT_GET_CLASS (self)->perform (self, action);
}

TroupeExportSubject *
troupe_page_content_make_export (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->make_export (self);
}

TroupeRunController *
troupe_page_content_get_running (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->get_running (self);
}

GtkWidget *
troupe_page_content_get_front (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->get_front (self);
}

TroupeCrewSubject *
troupe_page_content_get_crew (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->get_crew (self);
}

GStrv
troupe_page_content_list_crumbs (TroupePageContent *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (self), NULL);

  return TROUPE_PAGE_CONTENT_GET_CLASS (self)->list_crumbs (self);
}

/* --- For subclasses --------------------------------------------------------------------------- */

void
troupe_page_content_tell (TroupePageContent *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));
  g_return_if_fail (text != NULL);

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

void
troupe_page_content_request_text (TroupePageContent *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  g_signal_emit (self, signals[TEXT_REQUESTED], 0);
}

void
troupe_page_content_activate_problem (TroupePageContent *self, TroupeProblem *problem)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));
  g_return_if_fail (problem != NULL);

  g_signal_emit (self, signals[PROBLEM_ACTIVATED], 0, problem);
}

void
troupe_page_content_view_changed (TroupePageContent *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (self));

  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_page_content_dispose (GObject *object)
{
  TroupePageContentPrivate *priv = get_private (TROUPE_PAGE_CONTENT (object));
  TroupeSubpage *page = troupe_subpage_find (TROUPE_PAGE_CONTENT (object));

  if (page != NULL)
    gtk_widget_unparent (GTK_WIDGET (page));
  if (priv->run != NULL)
    troupe_page_run_leave (priv->run);
  g_clear_object (&priv->kept);
  g_clear_object (&priv->questions);
  g_clear_object (&priv->run);
  g_clear_object (&priv->document);
  g_clear_pointer (&priv->run_words, g_free);
  G_OBJECT_CLASS (troupe_page_content_parent_class)->dispose (object);
}

static void
troupe_page_content_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupePageContentPrivate *priv = get_private (TROUPE_PAGE_CONTENT (object));

  switch (id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, priv->document);
      break;
    case PROP_INSPECTOR_VISIBLE:
      g_value_set_boolean (value, priv->is_inspector_visible);
      break;
    case PROP_OUTLINE_VISIBLE:
      g_value_set_boolean (value, priv->is_outline_visible);
      break;
    case PROP_COVERED:
      g_value_set_boolean (value, troupe_subpage_find (TROUPE_PAGE_CONTENT (object)) != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_visible (GObject *object, gboolean *pane, gboolean is_visible, GParamSpec *pspec)
{
  if (*pane == is_visible)
    return;
  *pane = is_visible;
  g_object_notify_by_pspec (object, pspec);
}

static void
troupe_page_content_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupePageContentPrivate *priv = get_private (TROUPE_PAGE_CONTENT (object));

  switch (id)
    {
    case PROP_DOCUMENT:
      priv->document = g_value_dup_object (value);
      break;
    case PROP_INSPECTOR_VISIBLE:
      set_visible (object, &priv->is_inspector_visible, g_value_get_boolean (value), pspec);
      break;
    case PROP_OUTLINE_VISIBLE:
      set_visible (object, &priv->is_outline_visible, g_value_get_boolean (value), pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_page_content_class_init (TroupePageContentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);
  GParamFlags flags;

  object_class->dispose = troupe_page_content_dispose;
  object_class->get_property = troupe_page_content_get_property;
  object_class->set_property = troupe_page_content_set_property;
  flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  properties[PROP_DOCUMENT] =
      g_param_spec_object ("document", NULL, NULL, TROUPE_TYPE_DOCUMENT,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_INSPECTOR_VISIBLE] =
      g_param_spec_boolean ("inspector-visible", NULL, NULL, FALSE, flags);
  properties[PROP_OUTLINE_VISIBLE] =
      g_param_spec_boolean ("outline-visible", NULL, NULL, FALSE, flags);
  properties[PROP_COVERED] = g_param_spec_boolean ("covered", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ASKS] = g_signal_new ("asks", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  signals[TEXT_REQUESTED] =
      g_signal_new ("text-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PROBLEM_ACTIVATED] = g_signal_new ("problem-activated", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PROBLEM);
  signals[VIEW_CHANGED] =
      g_signal_new ("view-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  GTK_WIDGET_CLASS (klass)->grab_focus = troupe_page_content_grab_focus;
  troupe_pass_focus_install (GTK_WIDGET_CLASS (klass));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_page_content_init (TroupePageContent *self)
{
  TroupePageContentPrivate *priv = get_private (self);

  priv->run = troupe_page_run_new ();
  priv->questions = troupe_page_questions_new (priv->run);
  priv->kept = troupe_page_stored_run_new (priv->run);
  g_signal_connect_object (priv->questions, "came", G_CALLBACK (question_came_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (priv->questions, "settled", G_CALLBACK (questions_settled_cb), self,
                           G_CONNECT_SWAPPED);
}
