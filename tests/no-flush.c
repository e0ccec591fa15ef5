/* no-flush.c: lets a program write files without waiting for the disk
 *
 * A library for LD_PRELOAD. Tests end processes, but never the system, so that the system keeps what a program has
 * written. Waiting until a disk has stored it would take a third of the time of all tests, and many seconds for a
 * single call if the disk is busy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <unistd.h>

int
fsync (int fd)
{
  return 0;
}

int
fdatasync (int fd)
{
  return 0;
}
