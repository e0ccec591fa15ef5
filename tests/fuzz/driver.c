/* driver.c: runs a fuzz target with mutated seeds, with any compiler
 *
 * usage: fuzz-TARGET-round [--seconds=N] [--seed=N] [--limit=SECONDS] FILE-OR-FOLDER…
 *
 * A missing folder is skipped. The random seed is printed. An input that fails or takes too long is
 * written next to the program as TARGET.failed. This file can be passed as the only FILE.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_INPUT 6000
#define MOST_SEEDS 2000

/* The maximum processor time per input. It is longer under a sanitizer, because sanitizers make
 * everything slower. */
#ifdef __SANITIZE_ADDRESS__
#  define SLOWEST_SECONDS 10.0
#else
#  define SLOWEST_SECONDS 1.0
#endif

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

typedef struct
{
  GRand *random;
  GPtrArray *seeds; /* (element-type GBytes) */
  guint64 n_inputs;
  double limit;
  double slowest;
} Round;

/* The input that the crash handler writes to a file. */
static GByteArray *current;
static char *failed_path;

static void
write_failed (void)
{
  int file = open (failed_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

  if (file >= 0 && write (file, current->data, current->len) == (gssize) current->len)
    close (file);
}

static void
crash_cb (int number)
{
  write_failed ();
  signal (number, SIG_DFL);
  raise (number);
}

/* --- Seeds --------------------------------------------------------------------------------- */

static void
add_seeds (Round *self, const char *path, guint depth)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autofree char *text = NULL;
  const char *name;
  gsize length;

  while (folder != NULL && depth < 4 && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      add_seeds (self, inside, depth + 1);
    }
  if (folder == NULL && self->seeds->len < MOST_SEEDS &&
      g_file_get_contents (path, &text, &length, NULL) && length <= LONGEST_INPUT * 4)
    g_ptr_array_add (self->seeds, g_bytes_new_take (g_steal_pointer (&text), length));
}

static gint
compare_seeds (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* --- Mutations -------------------------------------------------------------------------------- */

static guint
roll (Round *self, guint n)
{
  return n == 0 ? 0 : (guint) g_rand_int_range (self->random, 0, (gint32) n);
}

static void
insert (GByteArray *input, guint at, const void *bytes, guint length)
{
  guint rest = input->len - at;

  g_byte_array_set_size (input, input->len + length);
  memmove (input->data + at + length, input->data + at, rest);
  memcpy (input->data + at, bytes, length);
}

/* Inserts a token of one of the languages. */
static void
insert_word (Round *self, GByteArray *input)
{
  static const char *const words[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "\\u0000",
    "\\ud800",
    "\n",
    "\r\n",
    "  ",
    "\t",
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: ",
    "!!str ",
    "|\n",
    ">-\n",
    "# ",
    "//",
    "/*",
    "*/",
    "${",
    "}}",
    "1e999",
    "-0",
    "0x",
    "1.",
    "9223372036854775808",
    "null",
    "true",
    "NaN",
    ".inf",
    "\xef\xbb\xbf",
    "\xff",
    "\xc3",
    "\xe2\x80\xa8",
    "outputs",
    "state",
    "item",
    "and",
    "or",
    "listen",
    "start",
    "methods",
    "do",
    "call",
    "each",
    "$ref",
    "#/",
    "anyOf",
    "required",
    "properties",
    "default",
    "type",
    "format",
    ".map(x, ",
    "has(",
    " in ",
    " ? ",
    " && ",
    "u",
    "r'",
    "b'",
    "matches",
    "%s",
  };
  const char *word = words[roll (self, G_N_ELEMENTS (words))];

  insert (input, roll (self, input->len + 1), word, (guint) strlen (word));
}

/* Repeats a chunk many times to create very deep nesting and repetition. */
static void
repeat_piece (Round *self, GByteArray *input)
{
  guint at = roll (self, input->len);
  guint length = 1 + roll (self, MIN (input->len - at, 16));
  g_autofree guint8 *piece = g_memdup2 (input->data + at, length);

  for (guint i = 1 + roll (self, 300); i > 0 && input->len < LONGEST_INPUT; i--)
    insert (input, at, piece, length);
}

static void
splice_other (Round *self, GByteArray *input)
{
  gsize size;
  const guint8 *other = g_bytes_get_data (self->seeds->pdata[roll (self, self->seeds->len)], &size);
  guint from = roll (self, (guint) size);
  guint length = 1 + roll (self, 200);

  if (size > 0)
    insert (input, roll (self, input->len + 1), other + from, MIN (length, (guint) size - from));
}

static void
mutate (Round *self, GByteArray *input)
{
  guint at = roll (self, input->len);
  guint length = 1 + roll (self, 20);

  switch (input->len == 0 ? 3 : roll (self, 8))
    {
    case 0:
      input->data[at] ^= (guint8) (1 << roll (self, 8));
      break;
    case 1:
      input->data[at] = (guint8) (' ' + roll (self, 95));
      break;
    case 2:
      g_byte_array_remove_range (input, at, MIN (length, input->len - at));
      break;
    case 3:
    case 4:
      insert_word (self, input);
      break;
    case 5:
      repeat_piece (self, input);
      break;
    case 6:
      splice_other (self, input);
      break;
    default:
      g_byte_array_set_size (input, at);
    }
  if (input->len > LONGEST_INPUT)
    g_byte_array_set_size (input, LONGEST_INPUT);
}

/* --- Rounds -------------------------------------------------------------------------------- */

static double
get_processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void
try_input (Round *self)
{
  double begin = get_processor_seconds (), seconds;

  LLVMFuzzerTestOneInput (current->data, current->len);
  seconds = get_processor_seconds () - begin;
  self->n_inputs++;
  self->slowest = MAX (self->slowest, seconds);
  if (seconds > self->limit)
    {
      write_failed ();
      g_error ("an answer after %.1f s: see %s", seconds, failed_path);
    }
}

static void
run_rounds (Round *self, double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  for (guint i = 0; i < self->seeds->len; i++)
    {
      gsize size;
      gconstpointer data = g_bytes_get_data (self->seeds->pdata[i], &size);

      g_byte_array_set_size (current, 0);
      g_byte_array_append (current, data, (guint) size);
      try_input (self);
    }
  while (g_get_monotonic_time () < end)
    {
      gsize size;
      gconstpointer data =
          g_bytes_get_data (self->seeds->pdata[roll (self, self->seeds->len)], &size);

      g_byte_array_set_size (current, 0);
      g_byte_array_append (current, data, (guint) size);
      for (guint i = 1 + roll (self, 5); i > 0; i--)
        mutate (self, current);
      try_input (self);
    }
}

int
main (int argc, char *argv[])
{
  Round round = { NULL, g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref), 0,
                  SLOWEST_SECONDS, 0.0 };
  double seconds = 0.0;
  guint32 seed = g_random_int ();

  setlocale (LC_ALL, "");
  current = g_byte_array_new ();
  failed_path = g_strconcat (argv[0], ".failed", NULL);
  for (int i = 1; i < argc; i++)
    {
      if (g_str_has_prefix (argv[i], "--seconds="))
        seconds = g_ascii_strtod (argv[i] + strlen ("--seconds="), NULL);
      else if (g_str_has_prefix (argv[i], "--seed="))
        seed = (guint32) g_ascii_strtoull (argv[i] + strlen ("--seed="), NULL, 10);
      else if (g_str_has_prefix (argv[i], "--limit="))
        round.limit = g_ascii_strtod (argv[i] + strlen ("--limit="), NULL);
      else
        add_seeds (&round, argv[i], 0);
    }
  if (round.seeds->len == 0)
    g_error ("there are no seeds");
  /* A folder is listed in an arbitrary order, so the seeds are sorted because only the random
   * seed may determine the inputs. */
  g_ptr_array_sort (round.seeds, compare_seeds);
  g_print ("# seed %u, %u seeds\n", seed, round.seeds->len);
  round.random = g_rand_new_with_seed (seed);
  signal (SIGABRT, crash_cb);
  signal (SIGTRAP, crash_cb);
#ifndef __SANITIZE_ADDRESS__
  signal (SIGSEGV, crash_cb);
  signal (SIGBUS, crash_cb);
  signal (SIGFPE, crash_cb);
#endif
  run_rounds (&round, seconds);
  g_print ("# %" G_GUINT64_FORMAT " inputs, the slowest took %.3f s\n1..1\nok 1 round\n",
           round.n_inputs, round.slowest);
  g_rand_free (round.random);
  g_ptr_array_unref (round.seeds);
  g_byte_array_unref (current);
  g_free (failed_path);
  return 0;
}
