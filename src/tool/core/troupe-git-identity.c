/* troupe-git-identity.c: the name and email of the user for commits in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-git-identity"

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "troupe-git-identity.h"
#include "troupe-search-paths.h"

/* How long Git may take. An included file may be on a network, or a pipe. */
#define PATIENCE_US G_USEC_PER_SEC
/* Maximum size of what Git prints, and of a value, in bytes. */
#define MOST_BYTES (64u * 1024)
#define MOST_VALUE 256u

/* Returns the environment for Git: what leads to the configuration of the user. (transfer full) */
static char **
make_environment (void)
{
  static const char *const kept[] = { "HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL",
                                      "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM" };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      const char *value = g_getenv (kept[i]);
      g_autofree char *variable = value != NULL ? g_strconcat (kept[i], "=", value, NULL) : NULL;

      if (variable != NULL)
        g_strv_builder_add (builder, variable);
    }
  return g_strv_builder_end (builder);
}

/* Reads until the end, or until the deadline or the maximum size, of which the former returns FALSE. */
static gboolean
read_all (int descriptor, GByteArray *bytes, gint64 deadline_us)
{
  while (bytes->len < MOST_BYTES)
    {
      struct pollfd state = { .fd = descriptor, .events = POLLIN };
      const gint64 left_us = deadline_us - g_get_monotonic_time ();
      guint8 part[4096];
      gssize length;

      if (left_us <= 0 || poll (&state, 1, (int) (left_us / 1000) + 1) <= 0)
        return FALSE;
      length = read (descriptor, part, sizeof part);
      if (length < 0 && errno == EINTR)
        continue;
      if (length <= 0)
        return length == 0;
      g_byte_array_append (bytes, part, (guint) length);
    }
  return FALSE;
}

/* Returns what Git prints: names and values, separated by a line feed, that each end with NUL. (transfer full)
 * (nullable) */
static GByteArray *
ask_git (const char *top)
{
  g_autofree char *git = troupe_search_paths_find_system ("git");
  g_auto (GStrv) environment = make_environment ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const char *words[] = {
    git, "-C", (char *) top, "config", "-z", "--get-regexp", "^user\\.(name|email)$", NULL
  };
  GPid process = 0;
  int output = -1;
  gboolean is_complete;

  if (git == NULL ||
      !g_spawn_async_with_pipes ("/", (char **) words, environment,
                                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                                 &process, NULL, &output, NULL, NULL))
    return NULL;
  is_complete = read_all (output, bytes, g_get_monotonic_time () + PATIENCE_US);
  close (output);
  if (!is_complete)
    kill (process, SIGKILL);
  while (waitpid (process, NULL, 0) < 0 && errno == EINTR)
    ;
  g_spawn_close_pid (process);
  return is_complete ? g_steal_pointer (&bytes) : NULL;
}

/* Returns TRUE for a text that can be a value. */
static gboolean
is_value (const char *text)
{
  if (*text == '\0' || strlen (text) > MOST_VALUE || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

/* Adds a setting. Quotes and backslashes have a meaning in a configuration. */
static void
add_setting (GString *config, const char *name, const char *value)
{
  g_string_append_printf (config, "\t%s = \"", name);
  for (const char *p = value; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (config, '\\');
      g_string_append_c (config, *p);
    }
  g_string_append (config, "\"\n");
}

char *
troupe_git_identity_make_config (const char *top)
{
  static const char *const names[] = { "name", "email" };
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (GString) config = g_string_new ("[user]\n");
  const gsize length = config->len;

  g_return_val_if_fail (top != NULL, NULL);

  bytes = ask_git (top);
  if (bytes == NULL || bytes->len == 0 || bytes->data[bytes->len - 1] != '\0')
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *start = g_strdup_printf ("user.%s\n", names[i]);
      const char *last = NULL;

      /* Later ones have priority. */
      for (const char *p = (const char *) bytes->data, *end = p + bytes->len; p < end;
           p += strlen (p) + 1)
        if (g_str_has_prefix (p, start))
          last = p + strlen (start);
      if (last != NULL && is_value (last))
        add_setting (config, names[i], last);
    }
  return config->len > length ? g_string_free (g_steal_pointer (&config), FALSE) : NULL;
}
