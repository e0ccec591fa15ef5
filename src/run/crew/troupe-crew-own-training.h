/* troupe-crew-own-training.h: the results of trainings on this computer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file of trained agents that came with a document instructs models as its other texts do, so that the
 * user has to agree to it. The result of a training by the user needs no agreement. The folder `trained` of
 * the user's data folder has an empty file for each, named by the digest of its content. All block.
 * Threads: any thread. */

/* Returns TRUE if a training on this computer has written this content. @digest: of
 * troupe_agreed_texts_make_digest() */
gboolean troupe_crew_own_training_has (const char *digest);

/* Records that a training has written this content. If this fails, the user is asked to agree to it. */
void troupe_crew_own_training_add (const char *digest);

G_END_DECLS
