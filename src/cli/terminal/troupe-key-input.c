/* troupe-key-input.c: input of an API key from the terminal or standard input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-key-input"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "troupe-key-input.h"
#include "troupe-value.h"
#include "troupe-terminal.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static volatile sig_atomic_t received;

static void
receive (int number)
{
  received = number;
}

/* --- Terminal --------------------------------------------------------------------------------- */

typedef struct
{
  struct termios before;
  struct sigaction actions[G_N_ELEMENTS (signals)];
} Screen;

/* Disables the echo of the terminal. The echo must be restored before the process ends, so
 * signals only interrupt the reading. Suspending is disabled while the echo is off. */
static gboolean
hide (Screen *screen)
{
  struct sigaction action = { .sa_handler = receive };
  struct termios hidden;

  g_assert (screen != NULL);

  if (tcgetattr (STDIN_FILENO, &screen->before) != 0)
    return FALSE;
  sigemptyset (&action.sa_mask);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &action, &screen->actions[i]);
  hidden = screen->before;
  hidden.c_lflag &= ~(tcflag_t) ECHO;
  hidden.c_lflag |= ECHONL;
  hidden.c_cc[VSUSP] = _POSIX_VDISABLE;
  return tcsetattr (STDIN_FILENO, TCSAFLUSH, &hidden) == 0;
}

/* --- Reading ------------------------------------------------------------------------------------ */

/* Uses read() so that no stdio buffer contains the key. Returns: the number of bytes, at most
 * @size */
static gsize
read_bytes (char *buffer, gsize size, gboolean is_line)
{
  gsize length = 0;

  while (length < size && received == 0)
    {
      const ssize_t n_read = read (STDIN_FILENO, buffer + length, size - length);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read <= 0)
        break;
      length += (gsize) n_read;
      if (is_line && buffer[length - 1] == '\n')
        break;
    }
  return length;
}

/* Returns the stripped key. Prints an error if the key is invalid. (transfer full) (nullable) */
static char *
take_key (const char *buffer, gsize length, gsize size)
{
  if (length == size)
    {
      troupe_terminal_print_error (_ ("The key is too long: at most %d characters are allowed."),
                                   TROUPE_KEY_INPUT_MOST);
      return NULL;
    }
  while (length > 0 && g_ascii_isspace (*buffer))
    {
      buffer++;
      length--;
    }
  while (length > 0 && g_ascii_isspace (buffer[length - 1]))
    length--;
  if (length == 0)
    {
      troupe_terminal_print_error (_ ("The input contains no key. Nothing was changed."));
      return NULL;
    }
  if (*buffer == '{')
    {
      /* The file of a service account is stored in one line. */
      g_autoptr (TroupeValue) value = troupe_value_from_json (buffer, (gssize) length, NULL);

      if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
        return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
      troupe_terminal_print_error (_ (
          "The input begins like the JSON file of a service account, but it is not a JSON object. "
          "Nothing was changed."));
      return NULL;
    }
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isgraph (buffer[i]))
      {
        troupe_terminal_print_error (
            _ ("The key contains a space or an invalid character. Nothing was changed."));
        return NULL;
      }
  return g_strndup (buffer, length);
}

char *
troupe_key_input_read (const char *prompt, int *signal_number)
{
  const gsize size = TROUPE_KEY_INPUT_MOST + 1;
  g_autofree char *buffer = g_malloc0 (size);
  const gboolean is_terminal = isatty (STDIN_FILENO) == 1;
  Screen screen;
  char *key = NULL;
  gsize length = 0;

  received = 0;
  if (!is_terminal)
    {
      length = read_bytes (buffer, size, FALSE);
    }
  else if (hide (&screen))
    {
      troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, prompt);
      length = read_bytes (buffer, size, TRUE);
      tcsetattr (STDIN_FILENO, TCSAFLUSH, &screen.before);
      for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
        sigaction (signals[i], &screen.actions[i], NULL);
    }
  *signal_number = received;
  if (*signal_number == 0)
    key = take_key (buffer, length, size);
  explicit_bzero (buffer, size);
  return key;
}

void
troupe_key_input_free (char *key)
{
  if (key != NULL)
    explicit_bzero (key, strlen (key));
  g_free (key);
}
