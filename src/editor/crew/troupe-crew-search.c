/* troupe-crew-search.c: search for form fields by title, help text and key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-search"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-search.h"

/* The arguments of one search. */
typedef struct
{
  AdwPreferencesGroup *group;
  const char *query;
  TroupeCrewSearchFunc chosen;
  gpointer user_data;
} Search;

/* The target of a result row, owned by the row. */
typedef struct
{
  const char *key;   /* a key of the field table */
  const char *inner; /* (nullable) */
  TroupeCrewSearchFunc chosen;
  gpointer user_data;
} Found;

static gboolean
matches (const TroupeCrewField *field, const char *query)
{
  const char *const texts[] = { _ (field->title), _ (field->help), field->key, field->title };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = g_utf8_casefold (texts[i], -1);

      if (strstr (text, query) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
activated_cb (GtkWidget *row)
{
  Found *found = g_object_get_data (G_OBJECT (row), "troupe-found");

  g_assert (found != NULL);

  found->chosen (found->key, found->inner, found->user_data);
}

static guint
find_fields (const Search *search,
             TroupeCrewOwner owner,
             JsonNode *map,
             const TroupeCrewField *outer)
{
  guint n_found = 0;

  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    {
      GtkWidget *row;
      Found *found;
      const char *fold;
      g_autofree char *line = NULL;
      g_autofree char *escaped = NULL;

      if ((field->flags & TROUPE_CREW_FIELD_ELSEWHERE) != 0 ||
          !troupe_crew_field_is_shown (field, map))
        continue;
      if (field->kind == TROUPE_CREW_KIND_OBJECT)
        {
          n_found += find_fields (search, field->of, NULL, field);
          continue;
        }
      if (!matches (field, search->query))
        continue;
      /* Adds the row of a result. */
      row = adw_action_row_new ();
      found = g_new0 (Found, 1);
      fold = troupe_crew_fold_get_title (outer != NULL ? outer->fold : field->fold);
      line = fold != NULL ? g_strdup_printf ("%s · %s · %s", _ (fold), field->key, _ (field->help))
                          : g_strdup_printf ("%s · %s", field->key, _ (field->help));
      escaped = g_markup_escape_text (line, -1);
      found->key = outer != NULL ? outer->key : field->key;
      found->inner = outer != NULL ? field->key : NULL;
      found->chosen = search->chosen;
      found->user_data = search->user_data;
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (field->title));
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      g_object_set_data_full (G_OBJECT (row), "troupe-found", found, g_free);
      g_signal_connect (row, "activated", G_CALLBACK (activated_cb), NULL);
      adw_preferences_group_add (search->group, row);
      n_found++;
    }

  return n_found;
}

guint
troupe_crew_search_fill (AdwPreferencesGroup *group,
                         TroupeCrewOwner owner,
                         JsonNode *map,
                         const char *query,
                         TroupeCrewSearchFunc chosen,
                         gpointer user_data)
{
  g_autofree char *folded = NULL;

  g_return_val_if_fail (ADW_IS_PREFERENCES_GROUP (group), 0);
  g_return_val_if_fail (query != NULL && chosen != NULL, 0);

  folded = g_utf8_casefold (query, -1);

  return find_fields (&(const Search){ group, folded, chosen, user_data }, owner, map, NULL);
}

gboolean
troupe_crew_search_activate_first (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (g_object_get_data (G_OBJECT (widget), "troupe-found") != NULL)
    {
      activated_cb (widget);
      return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (troupe_crew_search_activate_first (child))
      return TRUE;
  return FALSE;
}
