/* troupe-regexp.cc: regular expressions in linear time, by RE2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "troupe-regexp.h"

#include <re2/re2.h>

#include <string>

struct _TroupeRegexp
{
  RE2 pattern;

  _TroupeRegexp (const re2::StringPiece &text, const RE2::Options &options)
      : pattern (text, options)
  {
  }
};

/* Returns the end of the text that the backslash at @at makes literal, which is one character,
 * or `\Q` up to `\E`. */
static gsize
skip_escape (const std::string &pattern, gsize at)
{
  gsize end;

  if (at + 1 >= pattern.size () || pattern[at + 1] != 'Q')
    return at + 2;
  end = pattern.find ("\\E", at + 2);
  return end == std::string::npos ? pattern.size () : end + 2;
}

/* Returns the end of the class that begins with the bracket at @at. A closing bracket at the
 * start of the class is a member of the class. */
static gsize
skip_class (const std::string &pattern, gsize at)
{
  at += at + 1 < pattern.size () && pattern[at + 1] == '^' ? 2 : 1;
  at += at < pattern.size () && pattern[at] == ']' ? 1 : 0;
  while (at < pattern.size () && pattern[at] != ']')
    {
      gsize end = std::string::npos;

      if (pattern.compare (at, 2, "[:") == 0)
        end = pattern.find (":]", at + 2);
      if (end != std::string::npos)
        at = end + 2;
      else
        at += pattern[at] == '\\' ? 2 : 1;
    }
  return at + 1;
}

/* Rewrites `(?<name>` to the older syntax `(?P<name>`, because only newer versions of RE2
 * support the former. */
static std::string
name_groups (std::string pattern)
{
  for (gsize at = 0; at < pattern.size ();)
    {
      if (pattern[at] == '\\')
        at = skip_escape (pattern, at);
      else if (pattern[at] == '[')
        at = skip_class (pattern, at);
      else
        {
          if (pattern.compare (at, 3, "(?<") == 0 && at + 3 < pattern.size () &&
              pattern[at + 3] != '=' && pattern[at + 3] != '!')
            pattern.insert (at + 2, "P");
          at++;
        }
    }
  return pattern;
}

TroupeRegexp *
troupe_regexp_new (const char *pattern, gsize length)
{
  RE2::Options options;

  options.set_log_errors (false);
  return new _TroupeRegexp (name_groups (std::string (pattern, length)), options);
}

void
troupe_regexp_free (TroupeRegexp *self)
{
  delete self;
}

const char *
troupe_regexp_get_problem (TroupeRegexp *self)
{
  return self->pattern.ok () ? nullptr : self->pattern.error ().c_str ();
}

gboolean
troupe_regexp_search (TroupeRegexp *self, const char *text, gsize length)
{
  return RE2::PartialMatch (re2::StringPiece (text, length), self->pattern);
}
