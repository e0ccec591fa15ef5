/* troupe-rounds-starter.c: starts a training or test of a crew on its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rounds-starter"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-rounds-starter.h"

struct _TroupeRoundsStarter
{
  GObject parent_instance;

  TroupePageContent *content; /* not owned: it outlives this object */
  TroupeRunFactory *source;
  TroupeRunStarter *starter;
  TroupeRunConsent *consent; /* (nullable): for the last run */
  TroupeRunConsent *next;    /* (nullable): for the test that follows with another model */
  TroupeRun *waiting;        /* (nullable): the run that begins when @next was given */
  TroupeCrew *crew;          /* (nullable): with its own models */
  TroupeRoundsOptions options;
  char *method; /* (nullable) */
};

enum
{
  BEGINS,
  REFUSED,
  DENIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRoundsStarter, troupe_rounds_starter, G_TYPE_OBJECT)

void
troupe_rounds_options_clear (TroupeRoundsOptions *self)
{
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->other, g_free);
  g_clear_pointer (&self->beside, g_free);
  g_clear_pointer (&self->next, g_free);
  self->n = 0;
  self->resumes = FALSE;
}

/* --- Replacing the models --------------------------------------------------------------------- */

/* Returns @agent with another model. @agent: (transfer none). (transfer full) */
static TroupeValue *
with_model (TroupeValue *agent, const char *model)
{
  g_autoptr (TroupeValue) name = troupe_value_new_string (model, -1);

  g_assert (agent != NULL);

  return troupe_value_is (agent, TROUPE_VALUE_MAP) ? troupe_value_map_with (agent, "llm", name)
                                                   : troupe_value_ref (agent);
}

/* Replaces the models of all agents. @agents: a list of agents, or a map with agent names as
 * keys */
static TroupeValue *
change_agents (TroupeValue *agents, const char *model)
{
  TroupeMapBuilder map;

  g_assert (agents != NULL);

  if (troupe_value_is (agents, TROUPE_VALUE_LIST))
    {
      const gsize n = troupe_value_list_get_length (agents);
      g_autofree TroupeValue **items = g_new0 (TroupeValue *, n);

      for (gsize i = 0; i < n; i++)
        items[i] = with_model (troupe_value_list_get (agents, i), model);
      return troupe_value_new_list (items, n);
    }
  troupe_map_builder_init (&map);
  for (gsize i = 0; i < troupe_value_map_get_size (agents); i++)
    troupe_map_builder_add_key (&map, troupe_value_ref (troupe_value_map_get_key (agents, i)),
                                with_model (troupe_value_map_get_value (agents, i), model));
  return troupe_map_builder_end (&map);
}

/* @definition: (transfer full) */
static TroupeValue *
take_with (TroupeValue *definition, const char *key, TroupeValue *value)
{
  TroupeValue *changed = troupe_value_map_with (definition, key, value);

  g_assert (definition != NULL);

  troupe_value_unref (definition);
  troupe_value_unref (value);
  return changed;
}

TroupeCrew *
troupe_rounds_make_variant (TroupeCrew *crew, const char *model, GError **error)
{
  static const char *const own[] = { "manager_llm", "planning_llm" };
  g_autoptr (TroupeValue) definition = NULL;
  TroupeValue *part;

  g_return_val_if_fail (crew != NULL && model != NULL, NULL);

  definition = troupe_crew_to_definition (crew);
  part = troupe_value_map_lookup_string (definition, "agents", -1);
  if (part != NULL)
    definition = take_with (g_steal_pointer (&definition), "agents", change_agents (part, model));
  part = troupe_value_map_lookup_string (definition, "manager_agent", -1);
  if (part != NULL)
    definition =
        take_with (g_steal_pointer (&definition), "manager_agent", with_model (part, model));
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (troupe_value_map_lookup_string (definition, own[i], -1) != NULL)
      definition =
          take_with (g_steal_pointer (&definition), own[i], troupe_value_new_string (model, -1));
  return troupe_crew_new (definition, NULL, error);
}

/* --- Starting --------------------------------------------------------------------------------- */

static void
begin (TroupeRoundsStarter *self, TroupeRun *run)
{
  TroupeRunController *running = troupe_page_content_get_running (self->content);

  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  if (troupe_page_run_is_under_way (troupe_page_content_get_run (self->content)))
    return;
  g_signal_emit (self, signals[BEGINS], 0, run);
  troupe_run_controller_begin_run (running, run, troupe_run_starter_get_error_text (self->starter));
}

static void
denied_cb (TroupeRoundsStarter *self)
{
  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  g_clear_object (&self->waiting);
  troupe_run_notice_tell_denial (
      troupe_run_controller_get_notice (troupe_page_content_get_running (self->content)));
  g_signal_emit (self, signals[DENIED], 0);
}

static void
impossible_cb (TroupeRoundsStarter *self, const GError *error)
{
  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  g_clear_object (&self->waiting);
  troupe_run_notice_tell_refusal (
      troupe_run_controller_get_notice (troupe_page_content_get_running (self->content)), error);
  g_signal_emit (self, signals[REFUSED], 0, error);
}

static void
failed_cb (TroupeRoundsStarter *self, const char *text)
{
  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  troupe_page_content_tell (self->content, text);
}

/* Asks for the permissions of a run. @target: receives the consent; it is set before the question, because a run that
 * needs no permissions is agreed to at once; @given: what was given so far, may be the old value of @target; @agreed: called with the run */
static void
ask_consent (TroupeRoundsStarter *self,
             TroupeRunConsent **target,
             TroupeRunConsent *given,
             TroupeRun *run,
             void (*agreed) (TroupeRoundsStarter *self, TroupeRun *run))
{
  g_autoptr (TroupeRunConsent) consent =
      troupe_run_consent_new_for (given, self->source, troupe_page_content_get_run (self->content),
                                  GTK_WIDGET (self->content));

  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  g_set_object (target, consent);

  g_signal_connect_object (consent, "agreed", G_CALLBACK (agreed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "denied", G_CALLBACK (denied_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "impossible", G_CALLBACK (impossible_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  troupe_run_consent_ask (consent, run, NULL);
}

static void
next_agreed_cb (TroupeRoundsStarter *self, TroupeRun *run)
{
  g_autoptr (TroupeRun) waiting = g_steal_pointer (&self->waiting);

  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  if (waiting != NULL)
    begin (self, waiting);
}

static void
agreed_cb (TroupeRoundsStarter *self, TroupeRun *run)
{
  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  if (self->options.next != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeCrew) variant =
          troupe_rounds_make_variant (self->crew, self->options.next, &error);
      g_autoptr (TroupeRun) like = NULL;

      /* Asks for the permissions of the test that follows with another model, so that both
       * tests run without a question between them, or none does. That test is never run: the
       * one that follows is created when it begins. */
      if (variant == NULL)
        {
          impossible_cb (self, error);
          return;
        }
      troupe_run_factory_set_crew (self->source, variant);
      like = troupe_run_factory_make_run (self->source);
      troupe_run_set_store (
          like, NULL, troupe_document_get_path (troupe_run_factory_get_document (self->source)),
          NULL);
      troupe_run_set_evaluation (like, self->options.n, self->options.model);
      troupe_run_set_rounds_place (like, self->method, NULL);
      g_set_object (&self->waiting, run);
      ask_consent (self, &self->next, self->consent, like, next_agreed_cb);
    }
  else
    begin (self, run);
}

static void
ready_cb (TroupeRoundsStarter *self, TroupeRun *run)
{
  TroupeRunConsent *given;

  g_assert (TROUPE_IS_ROUNDS_STARTER (self));

  if (self->options.file != NULL)
    {
      troupe_run_set_training (run, self->options.n, self->options.file);
      troupe_run_set_resumes_training (run, self->options.resumes);
    }
  else
    {
      troupe_run_set_evaluation (run, self->options.n, self->options.model);
      troupe_run_set_explains (run, TRUE);
    }
  troupe_run_set_rounds_place (run, self->method, self->options.beside);
  /* Creates the consent for the run, which includes the consent to the document given so far. */
  given = self->options.other != NULL && self->next != NULL
              ? self->next
              : troupe_run_controller_get_consent (troupe_page_content_get_running (self->content));
  ask_consent (self, &self->consent, given, run, agreed_cb);
}

void
troupe_rounds_starter_start (TroupeRoundsStarter *self,
                             TroupeCrew *crew,
                             const char *method,
                             const TroupeRoundsOptions *options,
                             gboolean ask)
{
  g_autoptr (TroupeCrew) variant = NULL;
  g_autoptr (GError) error = NULL;
  TroupeRunStarter *page;

  g_return_if_fail (TROUPE_IS_ROUNDS_STARTER (self));
  g_return_if_fail (crew != NULL && options != NULL && options->n > 0);
  g_return_if_fail (!troupe_rounds_starter_is_busy (self));

  if (options->other != NULL)
    {
      variant = troupe_rounds_make_variant (crew, options->other, &error);
      if (variant == NULL)
        {
          impossible_cb (self, error);
          return;
        }
    }
  troupe_rounds_options_clear (&self->options);
  self->options = (TroupeRoundsOptions){ .n = options->n,
                                         .file = g_strdup (options->file),
                                         .model = g_strdup (options->model),
                                         .resumes = options->resumes,
                                         .other = g_strdup (options->other),
                                         .beside = g_strdup (options->beside),
                                         .next = g_strdup (options->next) };
  g_clear_pointer (&self->crew, troupe_crew_unref);
  self->crew = troupe_crew_ref (crew);
  /* A crew inside of a flow has other inputs. */
  page = method == NULL
             ? troupe_run_controller_get_starter (troupe_page_content_get_running (self->content))
             : NULL;
  if (page != NULL && troupe_run_starter_get_last (page) != NULL)
    troupe_run_starter_set_last (self->starter, troupe_run_starter_get_last (page));
  troupe_set_str (&self->method, method);
  troupe_run_starter_set_purpose (self->starter,
                                  options->file != NULL ? _ ("Inputs of the Training")
                                                        : _ ("Inputs of the Test"),
                                  options->file != NULL ? _ ("Tra_in") : _ ("_Test"));
  troupe_run_factory_set_crew (self->source, variant != NULL ? variant : crew);
  troupe_run_starter_start (self->starter, ask);
}

gboolean
troupe_rounds_starter_is_busy (TroupeRoundsStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_ROUNDS_STARTER (self), FALSE);

  return troupe_run_starter_is_busy (self->starter) ||
         (self->consent != NULL && troupe_run_consent_is_busy (self->consent)) ||
         (self->next != NULL && troupe_run_consent_is_busy (self->next));
}

void
troupe_rounds_starter_close (TroupeRoundsStarter *self)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_STARTER (self));

  troupe_run_starter_close (self->starter);
  if (self->consent != NULL)
    troupe_run_consent_close (self->consent);
  if (self->next != NULL)
    troupe_run_consent_close (self->next);
}

void
troupe_rounds_starter_set_last (TroupeRoundsStarter *self, TroupeValue *inputs)
{
  g_return_if_fail (TROUPE_IS_ROUNDS_STARTER (self));

  troupe_run_starter_set_last (self->starter, inputs);
}

const char *
troupe_rounds_starter_get_error_text (TroupeRoundsStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_ROUNDS_STARTER (self), NULL);

  return troupe_run_starter_get_error_text (self->starter);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_rounds_starter_dispose (GObject *object)
{
  TroupeRoundsStarter *self = TROUPE_ROUNDS_STARTER (object);

  if (self->starter != NULL)
    troupe_rounds_starter_close (self);
  g_clear_object (&self->starter);
  g_clear_object (&self->consent);
  g_clear_object (&self->next);
  g_clear_object (&self->waiting);
  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_object (&self->source);
  troupe_rounds_options_clear (&self->options);
  g_clear_pointer (&self->method, g_free);

  G_OBJECT_CLASS (troupe_rounds_starter_parent_class)->dispose (object);
}

static void
troupe_rounds_starter_class_init (TroupeRoundsStarterClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_rounds_starter_dispose;

  signals[BEGINS] = g_signal_new ("begins", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TROUPE_TYPE_RUN);
  signals[REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[DENIED] =
      g_signal_new ("denied", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_rounds_starter_init (TroupeRoundsStarter *self)
{
}

TroupeRoundsStarter *
troupe_rounds_starter_new (TroupePageContent *content)
{
  TroupeRoundsStarter *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);

  self = g_object_new (TROUPE_TYPE_ROUNDS_STARTER, NULL);
  self->content = content;
  self->source = troupe_run_factory_new_for_crews (troupe_page_content_get_document (content));
  self->starter = troupe_run_starter_new (self->source, GTK_WIDGET (content));
  g_signal_connect_object (self->starter, "ready", G_CALLBACK (ready_cb), self, G_CONNECT_SWAPPED);
  return self;
}
