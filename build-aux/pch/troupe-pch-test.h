/* troupe-pch-test.h: included after a precompiled header by tests, which have no log domain of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Files of the product that a test compiles again have their own. */
#ifndef TROUPE_HAS_LOG_DOMAIN
#define G_LOG_DOMAIN ((char *) 0)
#endif
