/* troupe-flow-diagnose.c: what loads and yet will hardly do what was meant
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-private.h"

void
troupe_flow_reader_diagnose (TroupeFlowReader *self)
{
  (void) self;
}
