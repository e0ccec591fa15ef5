/* troupe-host-risk.h: recognizes hosts whose names imitate those of known providers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_host_find_risk:
 * @host: a host or `host:port`, as troupe_host_to_shown() formats it
 * @user: (nullable): the user name in the address
 *
 * Recognizes names that a reader could take for another name: letters of other alphabets, similar
 * letters and digits, the domain of a provider in front of another domain, and a user name in front
 * of the host.
 *
 * Returns: (transfer full) (nullable): a few words for the user, such as “imitates openai.com”; %NULL
 *   if no risk was recognized
 * Threads: any thread.
 */
char *troupe_host_find_risk (const char *host, const char *user);

G_END_DECLS
