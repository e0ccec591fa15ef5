/* troupe-cel-regexp.cc: regular expressions in linear time, by RE2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "troupe-cel-regexp.h"

#include <re2/re2.h>

struct _TroupeCelRegexp
{
  RE2 pattern;

  _TroupeCelRegexp (const re2::StringPiece &text, const RE2::Options &options)
      : pattern (text, options)
  {
  }
};

TroupeCelRegexp *
troupe_cel_regexp_new (const char *pattern, gsize length)
{
  RE2::Options options;

  options.set_log_errors (false);
  return new _TroupeCelRegexp (re2::StringPiece (pattern, length), options);
}

void
troupe_cel_regexp_free (TroupeCelRegexp *self)
{
  delete self;
}

const char *
troupe_cel_regexp_get_problem (TroupeCelRegexp *self)
{
  return self->pattern.ok () ? nullptr : self->pattern.error ().c_str ();
}

gboolean
troupe_cel_regexp_search (TroupeCelRegexp *self, const char *text, gsize length)
{
  return RE2::PartialMatch (re2::StringPiece (text, length), self->pattern);
}
