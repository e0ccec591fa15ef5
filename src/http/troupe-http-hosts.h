/* troupe-http-hosts.h: names of hosts that lead to this computer or to a private network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-http-reach.h"

G_BEGIN_DECLS

/*
 * The owner of a domain decides where its names lead. A document could name a host that looks like one of
 * the internet and reach a service of this computer or of the private network, which a name cannot show.
 * Names are therefore connected to addresses of the internet only. If one leads elsewhere, nothing is sent
 * and the name is noted in the user's state folder. Permissions that are listed later say where it leads,
 * and a run for which they were granted may connect to it.
 *
 * Addresses outside of the ranges of the internet, `localhost`, names without a dot, and those that end in `.localhost`,
 * `.local`, `.lan`, `.internal` or `.home.arpa`, show where they lead, and are not restricted. An address of the internet may be
 * one of this computer or of its network (troupe_http_reach_find()), and is treated as a name then.
 *
 * All functions may be called in any thread.
 */

/**
 * troupe_http_hosts_may_use:
 * @host: the host to which a request is sent, as in its URL
 * @connection: a connection that is being established, or has been, for this host
 * @reason: (out) (transfer full) (nullable): why it may not be used, as a fragment of a sentence
 *
 * Checks where a connection leads. One to a proxy may always be used, because the proxy looks up the name.
 *
 * Returns: %FALSE with @reason if nothing may be sent
 */
gboolean troupe_http_hosts_may_use (const char *host, GIOStream *connection, char **reason);

/* Returns the addresses of this computer and of private networks to which a name has led. @host: a host or
 * `host:port`, with or without a path. Reads a small file. (transfer full) */
char **troupe_http_hosts_find (const char *host);

/* Allows this process to connect to an address for a name. @host: as above; @address: (nullable): %NULL for each */
void troupe_http_hosts_allow (const char *host, const char *address);

G_END_DECLS
