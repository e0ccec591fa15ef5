/* memory-server.h: fake server for chats and embeddings, driven by a recorded case
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * MemoryServer:
 * @requests: (element-type TroupeValue): bodies of chat requests, in order
 * @rules: (element-type gint): index of the rule that answered each chat request
 * @embeddings: (element-type TroupeValue): bodies of embedding requests
 * @n_failures: number of embedding requests that are first answered with @failure
 */
typedef struct
{
  SoupServer *server;
  char *url; /* with /v1 */
  TroupeValue *rules_of_case;
  TroupeValue *words;
  GArray *n_used;
  GPtrArray *requests;
  GArray *rules;
  GPtrArray *embeddings;
  guint n_failures;
  guint failure;
} MemoryServer;

/* Starts the server. @server: the map `server` of a recorded case */
MemoryServer *memory_server_new (TroupeValue *server);
void memory_server_forget (MemoryServer *self);
void memory_server_free (MemoryServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MemoryServer, memory_server_free)

TroupeLlmClient *memory_server_make_client (MemoryServer *self);

/* Returns the value of @key, or NULL if the key does not exist. */
TroupeValue *memory_get (TroupeValue *map, const char *key);
const char *memory_get_text (TroupeValue *map, const char *key);

/* Runs the main context until *@is_done is TRUE. Fails after 20 seconds. */
void memory_wait (gboolean *is_done);

/* Creates a temporary folder. memory_remove_folder() removes the folder and its files. */
char *memory_make_folder (void);
void memory_remove_folder (const char *folder);

/* Loads the recorded cases. Returns NULL if the file does not exist. */
TroupeValue *memory_read_cases (void);

G_END_DECLS
