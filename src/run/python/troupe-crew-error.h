/* troupe-crew-error.h: conversion of errors of agents, tools and files to TROUPE_RUN_ERROR
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Converts an error of an agent, a tool or a file to %TROUPE_RUN_ERROR. Cancellation and waiting
 * for a user (%G_IO_ERROR_PENDING) are not converted. @cause: (transfer full); @is_temporary:
 * (out) (optional) */
GError *troupe_crew_error_take (GError *cause, gboolean *is_temporary);

G_END_DECLS
