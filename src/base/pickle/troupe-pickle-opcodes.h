/* troupe-pickle-opcodes.h: pickle opcodes for plain data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* The opcodes have the names of Python's pickletools. Opcodes that import, construct or call
 * objects are omitted and therefore cannot be executed. */
typedef enum
{
  TROUPE_PICKLE_MARK = '(',
  TROUPE_PICKLE_STOP = '.',
  TROUPE_PICKLE_BINFLOAT = 'G',
  TROUPE_PICKLE_BININT = 'J',
  TROUPE_PICKLE_BININT1 = 'K',
  TROUPE_PICKLE_BININT2 = 'M',
  TROUPE_PICKLE_NONE = 'N',
  TROUPE_PICKLE_BINUNICODE = 'X',
  TROUPE_PICKLE_EMPTY_LIST = ']',
  TROUPE_PICKLE_APPEND = 'a',
  TROUPE_PICKLE_APPENDS = 'e',
  TROUPE_PICKLE_BINGET = 'h',
  TROUPE_PICKLE_LONG_BINGET = 'j',
  TROUPE_PICKLE_BINPUT = 'q',
  TROUPE_PICKLE_LONG_BINPUT = 'r',
  TROUPE_PICKLE_SETITEM = 's',
  TROUPE_PICKLE_SETITEMS = 'u',
  TROUPE_PICKLE_EMPTY_DICT = '}',
  TROUPE_PICKLE_PROTO = 0x80,
  TROUPE_PICKLE_NEWTRUE = 0x88,
  TROUPE_PICKLE_NEWFALSE = 0x89,
  TROUPE_PICKLE_LONG1 = 0x8a,
  TROUPE_PICKLE_SHORT_BINUNICODE = 0x8c,
  TROUPE_PICKLE_BINUNICODE8 = 0x8d,
  TROUPE_PICKLE_MEMOIZE = 0x94,
  TROUPE_PICKLE_FRAME = 0x95,
} TroupePickleOpcode;
