/* crew-subjects.h: the same crew in each form in which it can be edited, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "crew-project.h"
#include "troupe-crew-subject.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

typedef enum
{
  CREW_FORM_PROJECT,
  CREW_FORM_MAP,   /* in a flow: agents by name */
  CREW_FORM_NAMES, /* in a flow: a list of agents with `name` */
  CREW_FORM_KEYS,  /* in a flow: a list of maps with one key */
  N_CREW_FORMS,
} CrewForm;

typedef struct
{
  const char *name;
  CrewProject *project;
  TroupeDocument *document;
  TroupeCrewSubject *subject;
} CrewSubject;

/* Agents `r`, `w.x` and the manager `m`; tasks `find` and one without a name. Loads. */
CrewSubject *crew_subject_new (CrewForm form);
/* Of a flow: its crew is @with. */
CrewSubject *crew_subject_new_text (CrewForm form, const char *with);
/* What lies at @file, `crew.jsonc` in some folder, of the project of @from, which goes. */
CrewSubject *crew_subject_open_in (CrewSubject *from, const char *file);
void crew_subject_free (CrewSubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CrewSubject, crew_subject_free)

/* Saves all files and reads them again: the model is the same. */
void crew_subject_save (CrewSubject *self);
/* All parts with their texts as saving would write them. */
char *crew_subject_write (CrewSubject *self);
char *crew_document_write (TroupeDocument *document);

G_END_DECLS
