/* crew-subjects.h: fixture with the same crew in each form in which it can be edited
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

/* Creates a valid crew with the agents `r` and `w.x`, the manager `m`, and two tasks. One task
 * is called `find`, and the other task has no name. */
CrewSubject *crew_subject_new (CrewForm form);
/* Creates a crew with the text @with. Use this function only for the forms in a flow. */
CrewSubject *crew_subject_new_text (CrewForm form, const char *with);
/* Opens @file (`crew.jsonc` in some folder) of the project of @from, which is freed. */
CrewSubject *crew_subject_open_in (CrewSubject *from, const char *file);
void crew_subject_free (CrewSubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CrewSubject, crew_subject_free)

/* Saves all files and reads them again. Asserts that the model is the same. */
void crew_subject_save (CrewSubject *self);
/* Returns the texts of all parts as they would be saved. */
char *crew_subject_write (CrewSubject *self);
char *crew_document_write (TroupeDocument *document);

G_END_DECLS
