/* troupe-flow-codes.c: codes of all problems of flows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-codes"

#include "config.h"

#include "troupe-flow.h"

/* Codes of all problems, in the order of doc/diagnostics.md. */
static const char *const codes[] = {
  /* Parsing of the text. */
  "json",
  "yaml",
  "empty_document",
  "not_a_flow",
  "json_comment",
  "json_trailing_comma",
  "json_tabs",
  "json_not_yaml",
  "yaml_in_json",
  "yaml_tabs",
  "yaml_question_mark",
  /* Fields and types. */
  "wrong_type",
  "missing_field",
  "unknown_key",
  "ignored_key",
  "unknown_schema",
  "bad_value",
  "empty_list",
  "empty_text",
  "coerced_value",
  "python_key",
  "no_methods",
  /* Names. */
  "bad_name",
  "duplicate_name",
  "reserved_name",
  "similar_names",
  "event_is_method",
  "step_shadows_method",
  "replaces_builtin",
  /* Conditions. */
  "bad_condition",
  "self_listen",
  "dead_listener",
  "duplicate_event",
  "absorbed_branch",
  "needless_gate",
  "gate_with_both",
  "ignored_gate_key",
  "letters_as_events",
  "always_met",
  "never_met",
  "empty_event",
  "template_in_event",
  "truth_as_event",
  "start_is_text",
  "starts_at_once",
  /* Routers. */
  "emit_without_router",
  "router_without_events",
  "unheard_event",
  "duplicate_emit",
  "emit_never_given",
  "result_not_in_emit",
  "router_gives_list",
  "overtaken_router",
  /* Reachability. */
  "no_start",
  "unreachable",
  "join_never",
  "loop_without_exit",
  "not_repeated",
  "limit_too_low",
  /* Expressions and templates. */
  "expression_syntax",
  "empty_expression",
  "unterminated_template",
  "unknown_root",
  "unknown_method",
  "output_of_itself",
  "output_never",
  "output_too_early",
  "later_step",
  "unknown_state_field",
  "unknown_output_field",
  "never_equal",
  "not_a_choice",
  "unknown_function",
  "template_in_expression",
  "template_not_here",
  "template_without_dollar",
  "needless_braces",
  "each_not_list",
  "if_not_boolean",
  "constant_condition",
  "item_unused",
  "crewai_differs",
  /* Actions. */
  "unknown_action",
  "nested_each",
  "crew_source",
  "crew_outside",
  "bad_reference",
  "unusable_reference",
  "unsupported_part",
  "script_consent",
  "unknown_provider",
  "key_in_document",
  "environment_as_text",
  "no_messages",
  "unknown_role",
  "unfinished_agent",
  "unusable_declaration",
  "made_model",
  "troupe_only",
  "old_memory",
  /* Human feedback. */
  "human_feedback_default_requires_emit",
  "human_feedback_default_not_in_emit",
  "emit_replaced",
  "outcomes_alike",
  "single_outcome",
  /* State, settings and layout. */
  "state_schema",
  "state_default",
  "date_in_state",
  "integer_too_large",
  "persist_off",
  "unknown_backend",
  "backend_without_path",
  "unknown_checkpoint_key",
  "unused_setting",
  "deprecated_field",
  "layout_of_nothing",
  "pinned_method",
  "muted_method",
  "pin_mismatch",
  "pin_of_nothing",
  "breakpoint_condition",
  NULL,
};

const char *const *
troupe_flow_list_problem_codes (void)
{
  return codes;
}
