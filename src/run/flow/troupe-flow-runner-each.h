/* troupe-flow-runner-each.h: an `each` under way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerEach:
 * @items: what it goes through, @item the one under way
 * @results: of the items that have ended
 * @changed_item: (nullable): what Python made of the item under way
 * @step: the step under way
 * @outputs: of that item, by step, with @order in which they came
 * @last: (nullable): the output of the step that ended last
 * @pending: (nullable): of the step whose turn is queued
 *
 * The composite among the actions (doc/flow-semantics.md §8): for each item of a list one step after the
 * other, each an action of its own. What its expressions and its Python see of the item is read here.
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

TroupeValue *troupe_runner_each_get_item (TroupeRunnerEach *self);
void troupe_runner_each_free (TroupeRunnerEach *self);
/* What it takes of memory without what is in @seen. */
gsize troupe_runner_each_measure (TroupeRunnerEach *self, GHashTable *seen);

G_END_DECLS
