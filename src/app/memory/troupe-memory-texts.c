/* troupe-memory-texts.c: formats memory records for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-texts"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-memory-texts.h"
#include "troupe-sanitize-text.h"
#include "troupe-value-item.h"

#define MINUTE_US (60 * G_TIME_SPAN_SECOND)
#define HOUR_US (60 * MINUTE_US)
#define DAY_US (24 * HOUR_US)
#define DOTS 5

struct _TroupeMemoryNames
{
  GHashTable *roles; /* (element-type utf8 utf8): scope name → role */
};

/* --- Texts ------------------------------------------------------------------------------------ */

char *
troupe_memory_text_age (gint64 unix_us, gint64 now_us)
{
  const gint64 age = MAX (now_us - unix_us, 0);
  guint n;

  if (age < MINUTE_US)
    return g_strdup (_ ("just now"));
  if (age < HOUR_US)
    {
      n = (guint) (age / MINUTE_US);
      return g_strdup_printf (ngettext ("%u minute", "%u minutes", n), n);
    }
  if (age < DAY_US)
    {
      n = (guint) (age / HOUR_US);
      return g_strdup_printf (ngettext ("%u hour", "%u hours", n), n);
    }
  n = (guint) (age / DAY_US);

  return g_strdup_printf (ngettext ("%u day", "%u days", n), n);
}

char *
troupe_memory_text_moment (gint64 unix_us, gint64 now_us)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (unix_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (now_us / G_USEC_PER_SEC);

  if (then == NULL || now == NULL)
    return g_strdup ("");
  if (g_date_time_get_year (then) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (now))
    /* Translators: strftime() format of a time today */
    return g_date_time_format (then, _ ("today, %H:%M"));
  if (now_us - unix_us < 6 * DAY_US && now_us > unix_us)
    /* Translators: strftime() format of a time in the last days: Friday 07:00 */
    return g_date_time_format (then, _ ("%A %H:%M"));

  /* Translators: strftime() format of a date: 3 Nov 2025 */
  return g_date_time_format (then, _ ("%-d %b %Y"));
}

guint
troupe_memory_text_get_dots (double importance)
{
  return (guint) CLAMP (importance * DOTS + 1e-6, 0.0, (double) DOTS);
}

char *
troupe_memory_text_importance (double importance)
{
  /* Translators: the number of filled dots and the number of all dots. Screen readers read this
   * text instead of the dots. */
  return g_strdup_printf (_ ("importance %u of %u"), troupe_memory_text_get_dots (importance),
                          DOTS);
}

char *
troupe_memory_text_records (guint n)
{
  g_autofree char *count = troupe_value_format_count (n);

  /* Translators: %s is a number with thin spaces as thousands separators */
  return g_strdup_printf (ngettext ("%s record", "%s records", n), count);
}

/* --- Agents ----------------------------------------------------------------------------------- */

static void
add_role (TroupeMemoryNames *self, const char *role)
{
  g_assert (self != NULL);

  g_hash_table_insert (self->roles, troupe_memory_scope_from_name (role), g_strdup (role));
}

TroupeMemoryNames *
troupe_memory_names_new (GPtrArray *owners)
{
  TroupeMemoryNames *self = g_new0 (TroupeMemoryNames, 1);

  self->roles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_return_val_if_fail (owners != NULL, self);

  for (guint i = 0; i < owners->len; i++)
    {
      const TroupeMemoryOwner *owner = g_ptr_array_index (owners, i);

      if (owner->role != NULL)
        add_role (self, owner->role);
      for (guint k = 0; owner->roles != NULL && owner->roles[k] != NULL; k++)
        add_role (self, owner->roles[k]);
    }

  return self;
}

void
troupe_memory_names_free (TroupeMemoryNames *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->roles);
  g_free (self);
}

/* Returns the last part of @scope, including its type, for example `/agent/analyst`. (transfer
 * full) (nullable) */
static char *
get_last_step (const char *scope)
{
  g_auto (GStrv) steps = troupe_memory_listing_list_steps (scope);
  const guint n = g_strv_length (steps);

  if (n == 0)
    return NULL;

  return g_strdup (n > 1 ? steps[n - 1] + strlen (steps[n - 2]) : steps[0]);
}

char *
troupe_memory_names_name (const char *scope)
{
  g_autofree char *step = NULL;

  g_return_val_if_fail (scope != NULL, NULL);

  step = get_last_step (scope);
  if (step == NULL)
    return g_strdup ("/");

  return troupe_text_to_line (strrchr (step, '/') + 1);
}

GtkWidget *
troupe_memory_names_make_face (TroupeMemoryNames *self, const char *scope, int size)
{
  g_autofree char *step = NULL;
  const char *icon = "folder-symbolic";

  g_return_val_if_fail (self != NULL && scope != NULL, NULL);

  step = get_last_step (scope);
  if (step != NULL && g_str_has_prefix (step, "/agent/"))
    {
      const char *name = step + strlen ("/agent/");
      const char *role = g_hash_table_lookup (self->roles, name);

      return adw_avatar_new (size, role != NULL ? role : name, TRUE);
    }
  if (step != NULL && g_str_has_prefix (step, "/crew/"))
    icon = "troupe-crew-symbolic";
  else if (step != NULL && g_str_has_prefix (step, "/flow/"))
    icon = "troupe-flow-symbolic";

  return gtk_image_new_from_icon_name (icon);
}
