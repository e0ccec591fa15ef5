/* troupe-templates.c: table of the templates for new documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-templates"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-installed-files.h"
#include "troupe-templates.h"

static const TroupeTemplate templates[] = {
  { NULL, "win.new", N_ ("Empty Flow"), N_ ("A blank canvas"),
    NC_ ("search terms", "template new") },
  { NULL, "win.new-crew", N_ ("Empty Crew"), N_ ("Agents and their tasks"),
    NC_ ("search terms", "template new team") },
  { "straight-line.json", NULL, N_ ("Straight Line"), N_ ("One step after another"),
    NC_ ("search terms", "template example sequence steps sequential") },
  { "in-parallel.json", NULL, N_ ("In Parallel"), N_ ("Three at once, then a join"),
    NC_ ("search terms", "template example concurrent and gate fork wait") },
  { "decide-by-score.json", NULL, N_ ("Decide by Score"), N_ ("A router and its events"),
    NC_ ("search terms", "template example branch decision condition if inputs schema") },
  { "until-it-is-good.json", NULL, N_ ("Until It Is Good"), N_ ("A loop with an exit"),
    NC_ ("search terms", "template example repeat while iterate version") },
  { "ask-a-person.json", NULL, N_ ("Ask a Person"), N_ ("Approve, or send back"),
    NC_ ("search terms", "template example human feedback review question approval") },
  { "crew-until-approved.json", NULL, N_ ("Until the Editor Agrees"), N_ ("A crew in a loop"),
    NC_ ("search terms", "template example agents writer review repeat") },
};

const TroupeTemplate *
troupe_template_get (guint index)
{
  return index < G_N_ELEMENTS (templates) ? &templates[index] : NULL;
}

char *
troupe_template_dup_path (const TroupeTemplate *self)
{
  const char *given = g_getenv ("TROUPE_EXAMPLES_DIR");
  g_autofree char *folder = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->file == NULL)
    return NULL;
  folder = given != NULL ? g_strdup (given) : troupe_installed_files_find ("examples");
  return g_build_filename (folder, self->file, NULL);
}
