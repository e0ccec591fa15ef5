/* troupe-schema-address.c: normalizes IP addresses and networks, from strings and numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-address"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-schema-formats.h"

/* One address; @n_bytes is 4 or 16. */
typedef struct
{
  guint8 bytes[16];
  guint n_bytes;
} Address;

static gboolean
read_address (const char *text, Address *address)
{
  g_autoptr (GInetAddress) read = g_inet_address_new_from_string (text);

  if (read == NULL)
    return FALSE;
  address->n_bytes = (guint) g_inet_address_get_native_size (read);
  memcpy (address->bytes, g_inet_address_to_bytes (read), address->n_bytes);
  return TRUE;
}

/* Parses an integer, most significant byte first. Returns FALSE if the integer requires more
 * than @n_bytes bytes. */
static gboolean
read_number (const char *digits, guint n_bytes, Address *address)
{
  memset (address->bytes, 0, sizeof address->bytes);
  address->n_bytes = n_bytes;
  if (*digits == '\0' || strspn (digits, "0123456789") != strlen (digits))
    return FALSE;
  for (; *digits != '\0'; digits++)
    {
      guint carry = (guint) (*digits - '0');

      for (guint i = n_bytes; i-- > 0;)
        {
          carry += address->bytes[i] * 10u;
          address->bytes[i] = (guint8) carry;
          carry >>= 8;
        }
      if (carry > 0)
        return FALSE;
    }
  return TRUE;
}

static guint
get_group (const Address *address, guint index)
{
  return address->bytes[2 * index] * 256u + address->bytes[2 * index + 1];
}

/* Formats the address according to RFC 5952. Like Python, does not use dotted notation for
 * IPv4-mapped addresses. */
static char *
write_address (const Address *address)
{
  GString *out = g_string_new (NULL);
  guint best = 8, best_length = 1;

  g_assert (address != NULL);

  if (address->n_bytes == 4)
    {
      g_string_append_printf (out, "%u.%u.%u.%u", address->bytes[0], address->bytes[1],
                              address->bytes[2], address->bytes[3]);
      return g_string_free (out, FALSE);
    }
  for (guint i = 0; i < 8; i++)
    {
      guint length = 0;

      while (i + length < 8 && get_group (address, i + length) == 0)
        length++;
      if (length > best_length)
        {
          best = i;
          best_length = length;
        }
    }
  for (guint i = 0; i < 8; i++)
    {
      if (i == best)
        {
          g_string_append (out, "::");
          i += best_length - 1;
          continue;
        }
      g_string_append_printf (out, "%s%x",
                              out->len > 0 && !g_str_has_suffix (out->str, ":") ? ":" : "",
                              get_group (address, i));
    }
  return g_string_free (out, FALSE);
}

/* Returns the number of leading ones in the mask, or -1 if they are not contiguous. @inverted:
 * whether zeros are counted instead of ones */
static int
count_bits (const Address *mask, gboolean inverted)
{
  guint n_bits = 0;
  gboolean ended = FALSE;

  g_assert (mask != NULL);

  for (guint i = 0; i < mask->n_bytes * 8; i++)
    {
      gboolean is_set = (mask->bytes[i / 8] >> (7 - i % 8) & 1) != 0;

      if (is_set != inverted && ended)
        return -1;
      ended = ended || is_set == inverted;
      n_bits += !ended;
    }
  return (int) n_bits;
}

static gboolean
has_no_host (const Address *address, int n_bits)
{
  g_assert (address != NULL);

  for (int i = n_bits; i < (int) address->n_bytes * 8; i++)
    {
      if ((address->bytes[i / 8] >> (7 - i % 8) & 1) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
takes_mask (const char *format)
{
  return g_str_has_suffix (format, "interface") || g_str_has_suffix (format, "network");
}

/* @scope: (nullable): the zone after a % */
static char *
finish (const Address *address, const char *scope, int n_bits, const char *format)
{
  g_autofree char *text = write_address (address);
  g_autofree char *full =
      scope != NULL ? g_strconcat (text, "%", scope, NULL) : g_steal_pointer (&text);

  if (!takes_mask (format))
    return g_steal_pointer (&full);
  /* A network has no bits set after its mask. */
  if (n_bits < 0 || (g_str_has_suffix (format, "network") && !has_no_host (address, n_bits)))
    return NULL;
  return g_strdup_printf ("%s/%d", full, n_bits);
}

char *
troupe_schema_format_normalise_address (const char *text, const char *format)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 2);
  Address address;
  char *scope;
  int n_bits;

  if (parts[0] == NULL || (!takes_mask (format) && parts[1] != NULL))
    return NULL;
  scope = strchr (parts[0], '%');
  if (scope != NULL)
    *scope++ = '\0';
  if (!read_address (parts[0], &address) ||
      !!(g_str_equal (format, "ipv4") && address.n_bytes != 4) ||
      !!(g_str_equal (format, "ipv6") && address.n_bytes != 16) ||
      (scope != NULL && (address.n_bytes == 4 || *scope == '\0' || strchr (scope, '%') != NULL)))
    return NULL;
  if (parts[1] != NULL)
    {
      const char *mask_text = parts[1];
      guint64 given;
      Address mask;
      int mask_n_bits;

      /* Parses `8`, `255.0.0.0` or `0.255.255.255`; -1 if it is invalid. */
      n_bits = -1;
      if (g_ascii_string_to_unsigned (mask_text, 10, 0, address.n_bytes * 8, &given, NULL))
        n_bits = (int) given;
      else if (address.n_bytes == 4 && read_address (mask_text, &mask) && mask.n_bytes == 4)
        {
          mask_n_bits = count_bits (&mask, FALSE);
          n_bits = mask_n_bits > 0 ? mask_n_bits : count_bits (&mask, TRUE);
        }
    }
  else
    n_bits = (int) address.n_bytes * 8;
  return finish (&address, scope, n_bits, format);
}

char *
troupe_schema_format_address_from_number (const char *digits, const char *format)
{
  Address address;

  if (!(!g_str_equal (format, "ipv6") && read_number (digits, 4, &address)) &&
      !(!g_str_equal (format, "ipv4") && read_number (digits, 16, &address)))
    return NULL;
  return finish (&address, NULL, (int) address.n_bytes * 8, format);
}
