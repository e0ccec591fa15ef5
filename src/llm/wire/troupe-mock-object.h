/* troupe-mock-object.h: answers of mock models to requests for a JSON object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_mock_object_make:
 * @format: (nullable): the setting `response_format` of a request
 * @text: the answer of the model without a format
 *
 * Makes the smallest object that has all members of the requested schema, so that examples work
 * without a network: texts are @text, numbers are @text if it is one, else the minimum or 0, lists have one item, and
 * alternatives are the first one. It makes no decisions, except that every answer is `valid`, as a
 * guardrail asks.
 *
 * Returns: (transfer full) (nullable): JSON; %NULL if @format requests no object, if the object
 * contains a choice of words or another boolean, or if @text is itself a JSON object. On any thread
 */
char *troupe_mock_object_make (TroupeValue *format, const char *text);

G_END_DECLS
