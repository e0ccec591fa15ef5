/* troupe-flow-runner-each.h: state of an `each` action
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerEach:
 * @items: the list; @item: the index of the current item
 * @results: the results of the items that have ended
 * @changed_item: (nullable): the current item as Python has changed it
 * @step: the current step
 * @outputs: outputs of the current item's steps; @order: the order in which the steps ended
 * @last: (nullable): the output of the step that ended last
 * @pending: (nullable): the output of the step with a queued turn
 *
 * State of the composite action (doc/flow-semantics.md §8). The action executes a sequence of steps
 * for each item of a list; each step is an action. Expressions and Python read the current item
 * from this structure.
 */
typedef struct
{
  TroupeValue *items;
  TroupeValue **results;
  gsize item;
  TroupeValue *changed_item;
  guint step;
  TroupeValue **outputs;
  guint *order;
  guint n_outputs;
  TroupeValue *last;
  TroupeValue *pending;
} TroupeRunnerEach;

/* Defined in troupe-flow-runner-frames.c, because a frame has this state. */
TroupeValue *troupe_runner_each_get_item (TroupeRunnerEach *self);
void troupe_runner_each_free (TroupeRunnerEach *self);

G_END_DECLS
