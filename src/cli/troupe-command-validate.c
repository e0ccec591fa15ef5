/* troupe-command-validate.c: troupectl validate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-validate"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command.h"
#include "troupe-terminal.h"

static void
print_json (TroupeLoaded *loaded, gboolean ok)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) value = NULL;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "file", troupe_value_new_string (loaded->name, -1));
  troupe_map_builder_add (&builder, "ok", troupe_value_new_boolean (ok));
  troupe_map_builder_add (&builder, "problems",
                          troupe_command_problems_to_value (loaded->problems));
  value = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (value);
}

static void
print_text (TroupeLoaded *loaded, gboolean ok, gboolean quiet)
{
  guint n_problems = loaded->problems->len;

  troupe_loaded_print_problems (loaded, quiet ? TROUPE_SEVERITY_ERROR : TROUPE_SEVERITY_HINT);
  if (!ok || quiet)
    return;
  if (n_problems == 0)
    troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN, _ ("%s: valid\n"), loaded->name);
  else
    troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN,
                           ngettext ("%s: valid, %u remark\n", "%s: valid, %u remarks\n",
                                     n_problems),
                           loaded->name, n_problems);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *files = troupe_command_line_get_arguments (line);
  TroupeExit result = TROUPE_EXIT_OK;

  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autoptr (TroupeLoaded) loaded = troupe_command_load (files[i]);
      gboolean ok = !troupe_loaded_has_errors (loaded);

      if (troupe_command_line_has (line, "json"))
        print_json (loaded, ok);
      else
        print_text (loaded, ok, troupe_command_line_has (line, "quiet"));
      if (!ok)
        result = TROUPE_EXIT_INVALID;
    }
  return result;
}

const TroupeCommand troupe_command_validate = {
  .name = "validate",
  .arguments = "FILE…",
  .summary = N_ ("Find everything that is wrong with flows, without starting anything."),
  .example = "troupectl validate content.json",
  .min_arguments = 1,
  .max_arguments = G_MAXUINT,
  .run = run,
};
