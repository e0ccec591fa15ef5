/* troupe-kind.c: registry of the document types: flow and crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-kind"

#include "config.h"

#include "troupe-consent.h"
#include "troupe-crew-content.h"
#include "troupe-flow-content.h"
#include "troupe-kind.h"
#include "troupe-run-factory.h"

static TroupeDocument *
open_flow (const char *path, GPtrArray **problems, GError **error)
{
  TroupeFlowDocument *document = troupe_flow_document_open (path, problems, error);

  return document != NULL ? TROUPE_DOCUMENT (document) : NULL;
}

static GtkWidget *
make_flow_content (TroupeDocument *document)
{
  return troupe_flow_content_new (TROUPE_FLOW_DOCUMENT (document));
}

/* Finds the crew file for @path. The folder that contains an agent file is a subfolder of the
 * crew's folder. */
static char *
find_crew_file (const char *path)
{
  g_autofree char *folder = NULL;
  g_autofree char *project = NULL;

  if (!troupe_crew_is_agent_path (path))
    return troupe_crew_find_file (path);
  folder = g_path_get_dirname (path);
  project = g_path_get_dirname (folder);
  return troupe_crew_find_file (project);
}

static TroupeDocument *
open_crew (const char *path, GPtrArray **problems, GError **error)
{
  g_autofree char *file = find_crew_file (path);
  TroupeCrewDocument *document =
      troupe_crew_document_open (file != NULL ? file : path, problems, error);

  return document != NULL ? TROUPE_DOCUMENT (document) : NULL;
}

static GtkWidget *
make_crew_content (TroupeDocument *document)
{
  return troupe_crew_content_new (TROUPE_CREW_DOCUMENT (document));
}

static const TroupeKind kinds[] = {
  { "flow", "troupe-flow-symbolic", troupe_flow_document_get_type, open_flow, make_flow_content },
  { "crew", "troupe-crew-symbolic", troupe_crew_document_get_type, open_crew, make_crew_content },
};

const TroupeKind *
troupe_kind_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return &kinds[i];
  return NULL;
}

const TroupeKind *
troupe_kind_of (TroupeDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_type_is_a (G_OBJECT_TYPE (document), kinds[i].get_type ()))
      return &kinds[i];
  return NULL;
}

char *
troupe_kind_find_file (const char *path)
{
  char *crew;

  g_return_val_if_fail (path != NULL, NULL);

  crew = find_crew_file (path);
  return crew != NULL ? crew : g_strdup (path);
}

const TroupeKind *
troupe_kind_for_path (const char *path)
{
  g_autofree char *crew = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  crew = find_crew_file (path);
  /* Any other file is opened as a flow. If the file is neither a crew nor a flow, the flow
   * loader reports the best error message. */
  return &kinds[crew != NULL ? 1 : 0];
}

gboolean
troupe_kind_is_own_file (TroupeDocument *document, gboolean is_edited)
{
  g_autoptr (TroupeRunFactory) factory = NULL;
  g_autoptr (TroupeConsent) consent = NULL;
  g_autofree char *folder = NULL;
  const char *path;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), FALSE);

  path = troupe_document_get_path (document);
  if (path == NULL)
    return FALSE;
  factory = troupe_run_factory_new (document);
  consent = troupe_consent_new_for_flow (troupe_run_factory_get_flow (factory), path);
  folder = troupe_store_get_default_folder ();
  return troupe_consent_is_own (consent, folder, is_edited);
}
