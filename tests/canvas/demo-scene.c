/* demo-scene.c: demo scenes for canvas tests, as in the design
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "demo-scene.h"

static void
add (TroupeCanvasScene *scene,
     const char *id,
     const char *summary,
     const char *icon,
     TroupeCanvasRole role,
     gboolean openable,
     const char *const *events,
     double x,
     double y)
{
  TroupeCanvasNode node = { .id = id,
                            .title = id,
                            .summary = summary,
                            .icon_name = icon,
                            .role = role,
                            .x = x,
                            .y = y,
                            .openable = openable,
                            .has_input = role != TROUPE_CANVAS_ROLE_START,
                            .output = id,
                            .events = events };

  troupe_canvas_scene_set_node (scene, &node);
}

static void
join (TroupeCanvasScene *scene,
      const char *from,
      const char *port,
      const char *to,
      TroupeCanvasWireKind kind,
      const char *label)
{
  g_autofree char *id = g_strdup_printf ("%s.%s>%s", from, port != NULL ? port : "", to);
  TroupeCanvasWire wire = {
    .id = id, .from = from, .from_port = port, .to = to, .label = label, .kind = kind
  };

  troupe_canvas_scene_set_wire (scene, &wire);
}

static void
state (TroupeCanvasScene *scene,
       const char *id,
       TroupeCanvasState value,
       const char *word,
       const char *time)
{
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;

  run.state = value;
  run.word = word;
  run.time = time;
  troupe_canvas_scene_set_node_run (scene, id, &run);
}

static void
fill_flow_run (TroupeCanvasScene *scene)
{
  static const char *const taken[] = { "research_needed", NULL };
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  const gboolean arrived[] = { FALSE, TRUE };

  state (scene, "fetch_topic", TROUPE_CANVAS_STATE_DONE, NULL, "0.8 s");
  state (scene, "notify_editors", TROUPE_CANVAS_STATE_FAILED, NULL, "0.4 s");
  state (scene, "check_facts_against_primary_sources", TROUPE_CANVAS_STATE_DONE, "Done · 7 items",
         "18.2 s");
  state (scene, "archive_topic", TROUPE_CANVAS_STATE_SKIPPED, NULL, NULL);
  state (scene, "write", TROUPE_CANVAS_STATE_WAITING, NULL, NULL);
  state (scene, "review", TROUPE_CANVAS_STATE_WAITING, NULL, NULL);
  state (scene, "publish", TROUPE_CANVAS_STATE_WAITING, NULL, NULL);
  run.state = TROUPE_CANVAS_STATE_DONE;
  run.time = "2 ms";
  run.taken = taken;
  troupe_canvas_scene_set_node_run (scene, "triage", &run);
  run = (TroupeCanvasNodeRun){ .state = TROUPE_CANVAS_STATE_RUNNING,
                               .word = "Task 2 of 3 · compare",
                               .time = "31 s",
                               .stream = "losses in the distribution grid fell to 6.1 %, which",
                               .progress = 0.46 };
  troupe_canvas_scene_set_node_run (scene, "research", &run);
  troupe_canvas_scene_set_gate_run (scene, "gate-and", arrived, 2, FALSE);
  troupe_canvas_scene_set_wire_state (scene, "fetch_topic.>triage", TROUPE_CANVAS_WIRE_FIRED,
                                      FALSE);
  troupe_canvas_scene_set_wire_state (scene, "fetch_topic.>notify_editors",
                                      TROUPE_CANVAS_WIRE_FIRED, FALSE);
  troupe_canvas_scene_set_wire_state (scene, "triage.research_needed>research",
                                      TROUPE_CANVAS_WIRE_FIRED, FALSE);
  troupe_canvas_scene_set_wire_state (scene,
                                      "triage.research_needed>check_facts_against_primary_sources",
                                      TROUPE_CANVAS_WIRE_FIRED, FALSE);
  troupe_canvas_scene_set_wire_state (scene, "check_facts_against_primary_sources.>gate-and",
                                      TROUPE_CANVAS_WIRE_FIRED, FALSE);
  troupe_canvas_scene_set_wire_state (scene, "triage.quick_note>gate-or",
                                      TROUPE_CANVAS_WIRE_NOT_TAKEN, FALSE);
  troupe_canvas_scene_set_wire_state (scene, "triage.reject>archive_topic",
                                      TROUPE_CANVAS_WIRE_NOT_TAKEN, FALSE);
}

static void
fill_flow_extras (TroupeCanvasScene *scene)
{
  static const char *const and_inputs[] = { "research", "check_facts_against_primary_sources",
                                            NULL };
  static const char *const or_inputs[] = { "gate-and", "quick_note", "revise", NULL };
  static const char *const members[] = { "research", "check_facts_against_primary_sources", NULL };
  const TroupeCanvasGate gate_and = {
    .id = "gate-and", .kind = TROUPE_CANVAS_GATE_AND, .x = 688, .y = 264, .inputs = and_inputs
  };
  const TroupeCanvasGate gate_or = {
    .id = "gate-or", .kind = TROUPE_CANVAS_GATE_OR, .x = 748, .y = 410, .inputs = or_inputs
  };
  const TroupeCanvasNote note = {
    .id = "note",
    .title = "Every weekday at 7",
    .x = 24,
    .y = 152,
    .width = 304,
    .height = 104,
    .text = "Takes the top topic from the desk’s queue. A piece under **300 words** skips "
            "research. Dana has the last word."
  };
  const TroupeCanvasGroup group = {
    .id = "group", .title = "Gather", .hue = TROUPE_CANVAS_HUE_PURPLE, .members = members
  };

  troupe_canvas_scene_set_gate (scene, &gate_and);
  troupe_canvas_scene_set_gate (scene, &gate_or);
  troupe_canvas_scene_set_note (scene, &note);
  troupe_canvas_scene_set_group (scene, &group);
}

void
demo_scene_fill_flow (TroupeCanvasScene *scene, gboolean running)
{
  static const char *const triage[] = { "research_needed", "quick_note", "reject", NULL };
  static const char *const review[] = { "approved", "revise", NULL };
  const char *facts = "check_facts_against_primary_sources";

  troupe_canvas_scene_begin_update (scene);
  add (scene, "fetch_topic", "Topic queue", "troupe-tool-symbolic", TROUPE_CANVAS_ROLE_START, FALSE,
       NULL, 24, 384);
  add (scene, "triage", "By score and length", "troupe-expression-symbolic",
       TROUPE_CANVAS_ROLE_ROUTER, FALSE, triage, 208, 384);
  add (scene, "notify_editors", "Message to #desk", "troupe-tool-symbolic",
       TROUPE_CANVAS_ROLE_LISTENER, FALSE, NULL, 208, 640);
  add (scene, "research", "3 tasks · 3 agents", "troupe-crew-symbolic", TROUPE_CANVAS_ROLE_LISTENER,
       TRUE, NULL, 440, 176);
  add (scene, facts, "For each claim · 2 steps", "troupe-each-symbolic",
       TROUPE_CANVAS_ROLE_LISTENER, FALSE, NULL, 440, 296);
  add (scene, "archive_topic", "Python", "troupe-script-symbolic", TROUPE_CANVAS_ROLE_LISTENER,
       FALSE, NULL, 440, 544);
  add (scene, "write", "Staff writer", "troupe-agent-symbolic", TROUPE_CANVAS_ROLE_LISTENER, TRUE,
       NULL, 800, 384);
  add (scene, "review", "Asks Dana", "troupe-human-symbolic", TROUPE_CANVAS_ROLE_ROUTER, FALSE,
       review, 984, 384);
  add (scene, "publish", "site:publish", "troupe-code-symbolic", TROUPE_CANVAS_ROLE_LISTENER, FALSE,
       NULL, 1184, 422);
  fill_flow_extras (scene);
  join (scene, "fetch_topic", NULL, "triage", TROUPE_CANVAS_WIRE_PLAIN, NULL);
  join (scene, "fetch_topic", NULL, "notify_editors", TROUPE_CANVAS_WIRE_PLAIN, NULL);
  join (scene, "triage", "research_needed", "research", TROUPE_CANVAS_WIRE_EVENT,
        "research_needed");
  join (scene, "triage", "research_needed", facts, TROUPE_CANVAS_WIRE_EVENT, "research_needed");
  join (scene, "triage", "quick_note", "gate-or", TROUPE_CANVAS_WIRE_EVENT, "quick_note");
  join (scene, "triage", "reject", "archive_topic", TROUPE_CANVAS_WIRE_EVENT, "reject");
  join (scene, "research", NULL, "gate-and", TROUPE_CANVAS_WIRE_AND, NULL);
  join (scene, facts, NULL, "gate-and", TROUPE_CANVAS_WIRE_AND, NULL);
  join (scene, "gate-and", NULL, "gate-or", TROUPE_CANVAS_WIRE_PLAIN, NULL);
  join (scene, "gate-or", NULL, "write", TROUPE_CANVAS_WIRE_PLAIN, NULL);
  join (scene, "write", NULL, "review", TROUPE_CANVAS_WIRE_PLAIN, NULL);
  join (scene, "review", "approved", "publish", TROUPE_CANVAS_WIRE_EVENT, "approved");
  join (scene, "review", "revise", "gate-or", TROUPE_CANVAS_WIRE_EVENT, "revise");
  troupe_canvas_scene_set_node_breakpoint (scene, "review", TRUE);
  if (running)
    fill_flow_run (scene);
  else
    {
      troupe_canvas_scene_set_node_problems (scene, "triage", 1, 0);
      troupe_canvas_scene_set_node_problems (scene, "archive_topic", 0, 1);
    }
  troupe_canvas_scene_end_update (scene);
}

static void
fill_kinds (TroupeCanvasScene *scene)
{
  static const char *const go[] = { "go", "stop", NULL };
  static const char *const approve[] = { "approved", "revise", NULL };

  add (scene, "fetch_topic", "Topic queue", "troupe-tool-symbolic", TROUPE_CANVAS_ROLE_START, FALSE,
       NULL, 24, 24);
  add (scene, "score", "CEL", "troupe-expression-symbolic", TROUPE_CANVAS_ROLE_LISTENER, FALSE,
       NULL, 216, 24);
  add (scene, "check_facts", "For each claim", "troupe-each-symbolic", TROUPE_CANVAS_ROLE_LISTENER,
       FALSE, NULL, 408, 24);
  add (scene, "archive_topic", "Python", "troupe-script-symbolic", TROUPE_CANVAS_ROLE_LISTENER,
       FALSE, NULL, 600, 24);
  add (scene, "publish", NULL, "troupe-code-symbolic", TROUPE_CANVAS_ROLE_LISTENER, FALSE, NULL,
       792, 24);
  add (scene, "research", "3 tasks", "troupe-crew-symbolic", TROUPE_CANVAS_ROLE_LISTENER, TRUE,
       NULL, 24, 112);
  add (scene, "write", "Staff writer", "troupe-agent-symbolic", TROUPE_CANVAS_ROLE_LISTENER, TRUE,
       NULL, 216, 112);
  add (scene, "triage", "By score", "troupe-expression-symbolic", TROUPE_CANVAS_ROLE_ROUTER, FALSE,
       go, 408, 112);
  add (scene, "review", "Asks Dana", "troupe-human-symbolic", TROUPE_CANVAS_ROLE_ROUTER, FALSE,
       approve, 600, 112);
  add (scene, "daily", "2 tasks", "troupe-crew-symbolic", TROUPE_CANVAS_ROLE_START, TRUE, NULL, 792,
       112);
}

void
demo_scene_fill_anatomy (TroupeCanvasScene *scene)
{
  static const struct
  {
    TroupeCanvasState state;
    const char *word, *time, *stream;
    double progress;
    guint passes;
    gboolean openable, breakpoint, muted;
    guint errors, warnings;
  } looks[] = {
    { TROUPE_CANVAS_STATE_IDLE, .progress = -1 },
    { TROUPE_CANVAS_STATE_WAITING, .progress = -1 },
    { TROUPE_CANVAS_STATE_RUNNING, "Writing", "12 s", "the second source agrees, and", 0.4,
      .openable = TRUE },
    { TROUPE_CANVAS_STATE_DONE, NULL, "0.8 s", .progress = -1 },
    { TROUPE_CANVAS_STATE_FAILED, NULL, "0.4 s", .progress = -1 },
    { TROUPE_CANVAS_STATE_SKIPPED, .progress = -1 },
    { TROUPE_CANVAS_STATE_PAUSED, .progress = -1, .breakpoint = TRUE },
    { TROUPE_CANVAS_STATE_ASKING, NULL, "2:04", .progress = -1 },
    { TROUPE_CANVAS_STATE_DONE, NULL, "4.1 s", .progress = -1, .passes = 3 },
    { TROUPE_CANVAS_STATE_STALE, .progress = -1 },
    { TROUPE_CANVAS_STATE_IDLE, .progress = -1, .breakpoint = TRUE },
    { TROUPE_CANVAS_STATE_IDLE, .progress = -1, .muted = TRUE },
    { TROUPE_CANVAS_STATE_IDLE, .progress = -1, .errors = 2 },
    { TROUPE_CANVAS_STATE_IDLE, .progress = -1, .warnings = 1 },
    { TROUPE_CANVAS_STATE_RUNNING, "Writing", "12 s", NULL, 0.4, .openable = TRUE },
  };

  troupe_canvas_scene_begin_update (scene);
  fill_kinds (scene);
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *id = g_strdup_printf ("look%u", i);
      const TroupeCanvasNode node = { .id = id,
                                      .title = "write",
                                      .summary = "Draft from the notes",
                                      .icon_name = "troupe-expression-symbolic",
                                      .role = TROUPE_CANVAS_ROLE_LISTENER,
                                      .x = 24 + 216 * (i % 5),
                                      .y = 264 + 120 * (i / 5),
                                      .width = 184,
                                      .openable = looks[i].openable,
                                      .has_input = TRUE,
                                      .output = "write",
                                      .breakpoint = looks[i].breakpoint,
                                      .muted = looks[i].muted,
                                      .n_errors = looks[i].errors,
                                      .n_warnings = looks[i].warnings };
      const TroupeCanvasNodeRun run = {
        looks[i].state,    looks[i].word,   looks[i].time, looks[i].stream,
        looks[i].progress, looks[i].passes, NULL
      };

      troupe_canvas_scene_set_node (scene, &node);
      troupe_canvas_scene_set_node_run (scene, id, &run);
    }
  troupe_canvas_scene_end_update (scene);
}

static void
add_task (TroupeCanvasScene *scene,
          const char *id,
          const char *number,
          const char *summary,
          const char *owner,
          const char *const *chips,
          const char *const *signs,
          double x)
{
  const TroupeCanvasNode task = { .id = id,
                                  .title = id,
                                  .summary = summary,
                                  .mark_text = number,
                                  .role = TROUPE_CANVAS_ROLE_LISTENER,
                                  .x = x,
                                  .y = 224,
                                  .width = 264,
                                  .has_input = TRUE,
                                  .output = id,
                                  .owner = owner,
                                  .chips = chips,
                                  .signs = signs };

  troupe_canvas_scene_set_node (scene, &task);
}

void
demo_scene_fill_crew (TroupeCanvasScene *scene)
{
  static const char *const web[] = { "web_search", "fetch_page", NULL };
  static const char *const calculator[] = { "calculator", NULL };
  static const char *const model[] = { "gpt-5.4", "delegates", NULL };
  static const char *const bolt[] = { "troupe-async-symbolic", NULL };
  static const char *const shield[] = { "troupe-shield-symbolic", NULL };
  const TroupeCanvasNode manager = { .id = "manager",
                                     .title = "Managing editor",
                                     .summary = "Gets the piece right and on time",
                                     .mark_text = "ME",
                                     .role = TROUPE_CANVAS_ROLE_MANAGER,
                                     .is_person = TRUE,
                                     .x = 360,
                                     .y = 24,
                                     .width = 264,
                                     .chips = model };
  const TroupeCanvasNode agent = { .id = "analyst",
                                   .title = "Analyst",
                                   .summary = "Trusts figures, not adjectives",
                                   .mark_text = "A",
                                   .is_person = TRUE,
                                   .x = 360,
                                   .y = 456,
                                   .width = 264,
                                   .chips = model };

  troupe_canvas_scene_begin_update (scene);
  troupe_canvas_scene_set_node (scene, &manager);
  add_task (scene, "gather", "1", "Seven primary sources, with links", "Researcher", web, bolt, 24);
  add_task (scene, "compare", "2", "A table of what they agree on", "Analyst", calculator, shield,
            360);
  add_task (scene, "summarise", "3", "One page, with footnotes", "Copy editor", calculator, NULL,
            696);
  troupe_canvas_scene_set_node (scene, &agent);
  troupe_canvas_scene_set_node_related (scene, "analyst", TRUE);
  join (scene, "gather", NULL, "compare", TROUPE_CANVAS_WIRE_CONTEXT, NULL);
  join (scene, "compare", NULL, "summarise", TROUPE_CANVAS_WIRE_CONTEXT, NULL);
  {
    const TroupeCanvasWire around = { .id = "around",
                                      .from = "gather",
                                      .to = "summarise",
                                      .label = "context",
                                      .kind = TROUPE_CANVAS_WIRE_CONTEXT,
                                      .routed_back = TRUE };

    troupe_canvas_scene_set_wire (scene, &around);
  }
  join (scene, "manager", NULL, "gather", TROUPE_CANVAS_WIRE_MANAGER, "delegates, reviews");
  join (scene, "manager", NULL, "compare", TROUPE_CANVAS_WIRE_MANAGER, NULL);
  join (scene, "manager", NULL, "summarise", TROUPE_CANVAS_WIRE_MANAGER, NULL);
  troupe_canvas_scene_end_update (scene);
}

void
demo_scene_fill_many (TroupeCanvasScene *scene, guint n)
{
  static const char *const events[] = { "go", "stop", NULL };
  guint columns = (guint) ceil (sqrt (n));

  troupe_canvas_scene_begin_update (scene);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("method_%u", i);
      TroupeCanvasRole role = i % 5 == 0   ? TROUPE_CANVAS_ROLE_ROUTER
                              : i % 7 == 0 ? TROUPE_CANVAS_ROLE_START
                                           : TROUPE_CANVAS_ROLE_LISTENER;

      add (scene, id, "Does one thing well", "troupe-tool-symbolic", role, i % 3 == 0,
           role == TROUPE_CANVAS_ROLE_ROUTER ? events : NULL, 200.0 * (i % columns),
           130.0 * (i / columns));
    }
  for (guint i = 0; i + 1 < n; i++)
    {
      g_autofree char *from = g_strdup_printf ("method_%u", i);
      g_autofree char *to = g_strdup_printf ("method_%u", i + 1);

      if ((i + 1) % columns != 0)
        join (scene, from, i % 5 == 0 ? "go" : NULL, to,
              i % 5 == 0 ? TROUPE_CANVAS_WIRE_EVENT : TROUPE_CANVAS_WIRE_PLAIN,
              i % 5 == 0 ? "go" : NULL);
    }
  troupe_canvas_scene_end_update (scene);
}
