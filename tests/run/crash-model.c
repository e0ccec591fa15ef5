/* crash-model.c: the example crews as documents of the crash test, and a model server that counts
 * requests
 *
 * The answers depend only on the request, so that a resumed run gets the same answers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <json-glib/json-glib.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "crash-model.h"
#include "troupe-crew-document.h"
#include "troupe-run-crew.h"

#define N_SLOTS 8
#define N_SERIALS 16
#define MAX_PEERS 60
#define MODEL "openai/gpt-4.1-mini"

/* Maps requests to tasks or methods by phrases of the examples. The first matching phrase is
 * used. A request of a coworker counts for the task of the delegating agent. */
static const struct
{
  const char *name;
  const char *words;
} marks[] = {
  { "collect_facts", "Collect what is known" },
  { "doubt_facts", "Which of them would you not print" },
  { "write_page", "Answer this question for a reader" },
  { "write_invitation", "Write the invitation" },
  { "plan_weekend", "Plan a hike of two days" },
  { "plan_weekend", "Errand of the guide" },
  { "find_questions", "What would a customer ask" },
  { "write_text", "Write two sentences about" },
  { "review", "Review this text about" },
};

typedef struct
{
  guint16 port;
  guint n_calls[N_SLOTS][N_SERIALS][G_N_ELEMENTS (marks)];
} Shared;

static Shared *shared;

/* --- The server ----------------------------------------------------------------------------------- */

typedef struct
{
  int fd;
  GString *in;
} Peer;

static guint
find_mark (const char *body)
{
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (body, marks[i].words) != NULL)
      return i;
  g_error ("Nobody asks so: %s", body);
}

static const char *
choose_text (guint mark, const char *body)
{
  if (g_str_equal (marks[mark].name, "review"))
    return strstr (body, "SECOND") != NULL ? "APPROVED: every word is true"
                                           : "REVISE: more of what can be checked";
  if (g_str_equal (marks[mark].name, "write_text"))
    return strstr (body, "REVISE") != NULL ? "The SECOND text" : "The FIRST text";
  return "Done";
}

static void
say (int fd, guint mark, const char *body)
{
  const gboolean calls = strstr (body, "\"tools\":") != NULL &&
                         strstr (body, "\"tool_call_id\":") == NULL &&
                         g_str_equal (marks[mark].name, "plan_weekend");
  g_autofree char *content = g_strdup_printf ("\"%s\"", choose_text (mark, body));
  g_autofree char *answer = g_strdup_printf (
      "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":"
      "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":%s%s},\"finish_reason\":"
      "\"%s\"}],\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":1,\"total_tokens\":3}}",
      calls ? "null" : content,
      calls ? ",\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":"
              "\"delegate_work_to_coworker\",\"arguments\":\"{\\\"task\\\": \\\"Errand of the "
              "guide\\\", \\\"context\\\": \\\"none\\\", \\\"coworker\\\": \\\"Cook\\\"}\"}}]"
            : "",
      calls ? "tool_calls" : "stop");
  g_autofree char *reply = g_strdup_printf (
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
      strlen (answer), answer);

  /* Ignores errors, because the client may have been killed. */
  if (send (fd, reply, strlen (reply), MSG_NOSIGNAL) < 0)
    return;
}

/* Answers `POST /SLOT/SERIAL/v1/chat/completions`. Returns FALSE if the request is still
 * incomplete. */
static gboolean
take_request (Peer *peer)
{
  const char *end = strstr (peer->in->str, "\r\n\r\n");
  g_autofree char *lower = NULL;
  const char *length;
  guint slot, serial, mark;
  gsize n_head, n_body;

  if (end == NULL)
    return FALSE;
  n_head = (gsize) (end - peer->in->str) + 4;
  lower = g_ascii_strdown (peer->in->str, (gssize) n_head);
  length = strstr (lower, "\r\ncontent-length:");
  n_body = length != NULL ? strtoul (length + strlen ("\r\ncontent-length:"), NULL, 10) : 0;
  if (peer->in->len < n_head + n_body)
    return FALSE;
  g_assert_cmpint (sscanf (peer->in->str, "POST /%u/%u/v1/", &slot, &serial), ==, 2);
  mark = find_mark (peer->in->str + n_head);
  g_atomic_int_inc ((gint *) &shared->n_calls[slot][serial % N_SERIALS][mark]);
  say (peer->fd, mark, peer->in->str + n_head);
  g_string_truncate (peer->in, 0);
  return TRUE;
}

/* Returns FALSE if the client has disconnected. */
static gboolean
read_from (Peer *peer)
{
  char buffer[65536];
  ssize_t n_read = recv (peer->fd, buffer, sizeof buffer, 0);

  if (n_read <= 0)
    return FALSE;
  g_string_append_len (peer->in, buffer, n_read);
  while (take_request (peer))
    ;
  return TRUE;
}

static G_NORETURN void
serve (int listener)
{
  Peer peers[MAX_PEERS] = { 0 };
  guint n_peers = 0;

  for (;;)
    {
      struct pollfd fds[MAX_PEERS + 1] = { { .fd = listener, .events = POLLIN } };

      for (guint i = 0; i < n_peers; i++)
        fds[i + 1] = (struct pollfd){ .fd = peers[i].fd, .events = POLLIN };
      if (poll (fds, n_peers + 1, -1) < 0)
        continue;
      /* Iterates backward, because the last connection is moved to the position of a closed
       * connection. */
      for (guint i = n_peers; i > 0; i--)
        if (fds[i].revents != 0 && !read_from (&peers[i - 1]))
          {
            close (peers[i - 1].fd);
            g_string_free (peers[i - 1].in, TRUE);
            peers[i - 1] = peers[--n_peers];
          }
      if (fds[0].revents != 0 && n_peers < MAX_PEERS)
        peers[n_peers++] = (Peer){ accept (listener, NULL, NULL), g_string_new (NULL) };
    }
}

void
crash_model_start (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t size = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const pid_t parent = getpid ();

  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert_true (shared != MAP_FAILED);
  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, size), ==, 0);
  g_assert_cmpint (listen (listener, 64), ==, 0);
  g_assert_cmpint (getsockname (listener, (struct sockaddr *) &address, &size), ==, 0);
  shared->port = ntohs (address.sin_port);
  if (fork () == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () != parent)
        _exit (0);
      serve (listener);
    }
  close (listener);
}

void
crash_model_enter (guint slot, guint serial)
{
  g_autofree char *url =
      g_strdup_printf ("http://127.0.0.1:%u/%u/%u/v1", shared->port, slot, serial);

  g_setenv ("OPENAI_BASE_URL", url, TRUE);
  g_setenv ("OPENAI_API_KEY", "none", TRUE);
}

void
crash_model_forget (guint slot, guint serial)
{
  memset (shared->n_calls[slot][serial % N_SERIALS], 0,
          sizeof shared->n_calls[slot][serial % N_SERIALS]);
}

GHashTable *
crash_model_count (guint slot, guint serial)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, marks[i].name)) +
                (guint) g_atomic_int_get ((gint *) &shared->n_calls[slot][serial % N_SERIALS][i]);

      if (n > 0)
        g_hash_table_insert (counts, (gpointer) marks[i].name, GUINT_TO_POINTER (n));
    }
  return counts;
}

/* --- Documents ------------------------------------------------------------------------------------ */

/* Replaces each field `llm` with a real model. */
static void
set_models (JsonNode *node)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      set_models (json_array_get_element (json_node_get_array (node), i));
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      g_autoptr (GList) names = json_object_get_members (object);

      for (GList *l = names; l != NULL; l = l->next)
        if (g_str_equal (l->data, "llm"))
          json_object_set_string_member (object, l->data, MODEL);
        else
          set_models (json_object_get_member (object, l->data));
    }
}

/* Reads an example. A crew is converted to the flow that runs the crew. (transfer full) */
static char *
read_example (const char *name)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "data", "examples", name, NULL);
  g_autoptr (TroupeCrewDocument) crew = NULL;
  g_autoptr (TroupeFlowDocument) flow = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_has_suffix (name, ".json"))
    flow = troupe_flow_document_load (path, NULL, &error);
  else
    {
      crew = troupe_crew_document_load (path, NULL, &error);
      g_assert_no_error (error);
      flow = troupe_run_crew_make_flow (troupe_crew_document_get_crew (crew), name, &error);
    }
  g_assert_no_error (error);
  text = json_to_string (troupe_document_get_root (TROUPE_DOCUMENT (flow)), FALSE);
  root = json_from_string (text, &error);
  g_assert_no_error (error);
  set_models (root);
  return json_to_string (root, TRUE);
}

GPtrArray *
crash_model_list_documents (void)
{
  static const char *const names[] = { "research-crew", "hike-crew", "crew-until-approved.json" };
  GPtrArray *documents = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      CrashDocument *document = g_new0 (CrashDocument, 1);

      document->name = g_strconcat ("example-", names[i], NULL);
      document->text = read_example (names[i]);
      document->folder = g_strdup ("");
      document->asks_model = TRUE;
      g_ptr_array_add (documents, document);
    }
  return documents;
}
