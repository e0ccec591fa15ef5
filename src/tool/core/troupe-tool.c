/* troupe-tool.c: tool base class: description, permissions and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-tool-private.h"

/* clang-format would parse the name as a subtraction. */
/* clang-format off */
G_DEFINE_QUARK (troupe-tool-error-quark, troupe_tool_error)
/* clang-format on */

typedef struct
{
  char *name;
  char *description;
  TroupeValue *schema; /* (nullable) */
  gboolean result_as_answer;
  char *failure_policy; /* (nullable) */
  guint max_usage;      /* 0 for no limit */
  gboolean counts_usage;
  guint usage;
  gsize max_result; /* 0 for no limit */
} TroupeToolPrivate;

enum
{
  PROP_0,
  PROP_NAME,
  PROP_DESCRIPTION,
  PROP_RESULT_AS_ANSWER,
  PROP_MAX_USAGE,
  PROP_USAGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TroupeTool, troupe_tool, G_TYPE_OBJECT)

/* --- Description ------------------------------------------------------------------------------ */

const char *
troupe_tool_get_name (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), NULL);

  return priv->name;
}

const char *
troupe_tool_get_description (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), NULL);

  return priv->description;
}

TroupeValue *
troupe_tool_get_schema (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), NULL);

  return priv->schema;
}

gboolean
troupe_tool_get_result_as_answer (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), FALSE);

  return priv->result_as_answer;
}

guint
troupe_tool_get_max_usage (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), 0);

  return priv->max_usage;
}

guint
troupe_tool_get_usage (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), 0);

  return priv->usage;
}

gboolean
troupe_tool_is_used_up (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), FALSE);

  return priv->max_usage > 0 && priv->usage >= priv->max_usage;
}

void
troupe_tool_reset_usage (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self));

  if (priv->usage == 0)
    return;
  priv->usage = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USAGE]);
}

void
troupe_tool_list_permissions (TroupeTool *self, TroupePermissionList *permissions)
{
  g_return_if_fail (TROUPE_IS_TOOL (self) && permissions != NULL);

  TROUPE_TOOL_GET_CLASS (self)->list_permissions (self, permissions);
}

/* --- For subclasses --------------------------------------------------------------------------- */

void
troupe_tool_set_name (TroupeTool *self, const char *name)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self) && name != NULL && *name != '\0');

  if (troupe_set_str (&priv->name, name))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

void
troupe_tool_set_description (TroupeTool *self, const char *description)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self) && description != NULL);

  if (troupe_set_str (&priv->description, description))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESCRIPTION]);
}

void
troupe_tool_set_schema (TroupeTool *self, TroupeValue *schema)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self));

  if (schema != NULL)
    troupe_value_ref (schema);
  g_clear_pointer (&priv->schema, troupe_value_unref);
  priv->schema = schema;
}

const char *
troupe_tool_get_failure_policy (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_TOOL (self), NULL);

  return priv->failure_policy;
}

void
troupe_tool_set_failure_policy (TroupeTool *self, const char *policy)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self));

  troupe_set_str (&priv->failure_policy, policy);
}

void
troupe_tool_set_result_as_answer (TroupeTool *self, gboolean is_answer)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self));

  if (priv->result_as_answer == is_answer)
    return;
  priv->result_as_answer = is_answer;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RESULT_AS_ANSWER]);
}

void
troupe_tool_set_max_usage (TroupeTool *self, guint max_usage, gboolean is_counted)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self));

  priv->counts_usage = is_counted;
  if (priv->max_usage == max_usage)
    return;
  priv->max_usage = max_usage;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MAX_USAGE]);
}

void
troupe_tool_set_max_result (TroupeTool *self, gsize max_result)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_return_if_fail (TROUPE_IS_TOOL (self));

  priv->max_result = max_result;
}

/* --- Usage and size limits -------------------------------------------------------------------- */

gboolean
troupe_tool_take_usage (TroupeTool *self, GError **error)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_assert (TROUPE_IS_TOOL (self));

  if (priv->counts_usage && troupe_tool_is_used_up (self))
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_USED_UP,
                   ngettext ("The tool “%s” can be called at most %u time per run.",
                             "The tool “%s” can be called at most %u times per run.",
                             priv->max_usage),
                   priv->name, priv->max_usage);
      return FALSE;
    }
  priv->usage++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USAGE]);
  return TRUE;
}

void
troupe_tool_give_usage_back (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_assert (TROUPE_IS_TOOL (self));

  /* Another run may have started in the meantime and reset the count. */
  if (priv->usage == 0)
    return;
  priv->usage--;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USAGE]);
}

gboolean
troupe_tool_check_result (TroupeTool *self, TroupeValue *value, GError **error)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);
  gsize size = 0;

  g_assert (TROUPE_IS_TOOL (self) && value != NULL);

  if (priv->max_result > 0)
    size = troupe_value_get_weight (value);
  if (size <= priv->max_result)
    return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE,
               _ ("The result of the tool “%s” is %" PRIu64 " bytes, but the limit is %" PRIu64
                  "."),
               priv->name, (guint64) size, (guint64) priv->max_result);
  return FALSE;
}

static TroupeValue *
get_member (TroupeValue *about, const char *key, TroupeValueType type)
{
  TroupeValue *value = troupe_value_map_lookup_string (about, key, -1);

  return value != NULL && troupe_value_is (value, type) ? value : NULL;
}

/* Returns TRUE if @text can be sent to a model, which means that it is not too long and contains
 * no NUL characters. @text: (nullable) */
static gboolean
check_text (TroupeValue *text, const char *key, gsize limit, GError **error)
{
  gsize length = 0;

  if (text == NULL)
    return TRUE;
  troupe_value_get_string (text, &length);
  if (length <= limit && strlen (troupe_value_get_string (text, NULL)) == length)
    return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID,
               /* Translators: %s is a field of the tool's description, such as “name”; the
                * numbers are its size and the limit. */
               _ ("The “%s” of the tool has %" PRIu64
                  " bytes or contains a NUL character. At most %" PRIu64
                  " bytes without NUL characters are allowed."),
               key, (guint64) length, (guint64) limit);
  return FALSE;
}

gboolean
troupe_tool_take_description (TroupeTool *self, TroupeValue *about, GError **error)
{
  TroupeValue *name = NULL, *description = NULL, *schema = NULL, *answer = NULL, *count = NULL;
  TroupeValue *policy = NULL;
  gsize size;

  g_assert (TROUPE_IS_TOOL (self) && about != NULL);

  if (!troupe_value_is (about, TROUPE_VALUE_MAP))
    {
      g_set_error_literal (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID,
                           _ ("The tool has no description."));
      return FALSE;
    }
  name = get_member (about, "name", TROUPE_VALUE_STRING);
  description = get_member (about, "description", TROUPE_VALUE_STRING);
  schema = get_member (about, "schema", TROUPE_VALUE_MAP);
  answer = get_member (about, "result_as_answer", TROUPE_VALUE_BOOLEAN);
  count = get_member (about, "max_usage_count", TROUPE_VALUE_INTEGER);
  policy = get_member (about, "tool_failure_policy", TROUPE_VALUE_STRING);
  if (!check_text (name, "name", TROUPE_TOOL_LIMIT_NAME, error) ||
      !check_text (description, "description", TROUPE_TOOL_LIMIT_DESCRIPTION, error))
    return FALSE;
  size = schema != NULL ? troupe_value_get_weight (schema) : 0;
  if (size > TROUPE_TOOL_LIMIT_SCHEMA)
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID,
                   _ ("The argument schema of the tool is %" PRIu64 " bytes, but the limit is %u."),
                   (guint64) size, TROUPE_TOOL_LIMIT_SCHEMA);
      return FALSE;
    }
  if (name != NULL && *troupe_value_get_string (name, NULL) != '\0')
    troupe_tool_set_name (self, troupe_value_get_string (name, NULL));
  if (description != NULL)
    troupe_tool_set_description (self, troupe_value_get_string (description, NULL));
  if (schema != NULL)
    troupe_tool_set_schema (self, schema);
  if (answer != NULL)
    troupe_tool_set_result_as_answer (self, troupe_value_get_boolean (answer));
  if (policy != NULL)
    troupe_tool_set_failure_policy (self, troupe_value_get_string (policy, NULL));
  if (count != NULL)
    {
      TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

      troupe_tool_set_max_usage (
          self, (guint) CLAMP (troupe_value_get_integer (count), 0, (gint64) G_MAXUINT),
          priv->counts_usage);
    }
  return TRUE;
}

/* --- The object ------------------------------------------------------------------------------ */

static void
troupe_tool_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (TROUPE_TOOL (object));

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, priv->name);
      break;

    case PROP_DESCRIPTION:
      g_value_set_string (value, priv->description);
      break;

    case PROP_RESULT_AS_ANSWER:
      g_value_set_boolean (value, priv->result_as_answer);
      break;

    case PROP_MAX_USAGE:
      g_value_set_uint (value, priv->max_usage);
      break;

    case PROP_USAGE:
      g_value_set_uint (value, priv->usage);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_tool_finalize (GObject *object)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (TROUPE_TOOL (object));

  g_free (priv->name);
  g_free (priv->description);
  g_free (priv->failure_policy);
  g_clear_pointer (&priv->schema, troupe_value_unref);

  G_OBJECT_CLASS (troupe_tool_parent_class)->finalize (object);
}

/* Default implementation for a tool that only computes and requires no permission. */
static void
troupe_tool_real_list_permissions (TroupeTool *self, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_TOOL (self));
}

static void
troupe_tool_class_init (TroupeToolClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  g_assert (klass != NULL);

  object_class->get_property = troupe_tool_get_property;
  object_class->finalize = troupe_tool_finalize;
  klass->list_permissions = troupe_tool_real_list_permissions;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_RESULT_AS_ANSWER] =
      g_param_spec_boolean ("result-as-answer", NULL, NULL, FALSE, flags);
  properties[PROP_MAX_USAGE] = g_param_spec_uint ("max-usage", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_USAGE] = g_param_spec_uint ("usage", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
troupe_tool_init (TroupeTool *self)
{
  TroupeToolPrivate *priv = troupe_tool_get_instance_private (self);

  g_assert (TROUPE_IS_TOOL (self));

  priv->name = g_strdup (G_OBJECT_TYPE_NAME (self));
  priv->description = g_strdup ("");
  priv->counts_usage = TRUE;
  priv->max_result = TROUPE_TOOL_LIMIT_RESULT;
}
