/* empty.c: the program for which the headers are precompiled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

int
main (void)
{
  return 0;
}
