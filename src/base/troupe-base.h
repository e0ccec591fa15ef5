/* troupe-base.h: umbrella header of base/
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cancel.h"
#include "troupe-clock.h"
#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-json.h"
#include "troupe-limits.h"
#include "troupe-problem.h"
#include "troupe-sanitize-text.h"
#include "troupe-value.h"
#include "troupe-yaml.h"
