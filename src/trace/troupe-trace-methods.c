/* troupe-trace-methods.c: the methods of a trace and their passes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace-methods"

#include "config.h"

#include "troupe-trace-methods.h"

static void
method_free (gpointer data)
{
  TroupeTraceMethod *method = data;

  g_assert (method != NULL);

  g_ptr_array_unref (method->passes);
  g_clear_pointer (&method->waiting, troupe_span_unref);
  g_clear_pointer (&method->latest, troupe_span_unref);
  g_clear_pointer (&method->last_output, troupe_span_unref);
  troupe_span_text_clear (&method->text);
  g_free (method->name);
  g_free (method);
}

void
troupe_trace_methods_init (TroupeTraceMethods *self)
{
  self->list = g_ptr_array_new_with_free_func (method_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->outputs = g_ptr_array_new ();
}

void
troupe_trace_methods_clear (TroupeTraceMethods *self)
{
  g_clear_pointer (&self->outputs, g_ptr_array_unref);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->list, g_ptr_array_unref);
}

TroupeTraceMethod *
troupe_trace_methods_find (TroupeTraceMethods *self, const char *name)
{
  return name != NULL ? g_hash_table_lookup (self->by_name, name) : NULL;
}

TroupeTraceMethod *
troupe_trace_methods_ensure (TroupeTraceMethods *self, const char *name)
{
  TroupeTraceMethod *method = troupe_trace_methods_find (self, name);

  if (method != NULL)
    return method;
  method = g_new0 (TroupeTraceMethod, 1);
  method->name = g_strdup (name);
  method->passes = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  g_ptr_array_add (self->list, method);
  g_hash_table_insert (self->by_name, method->name, method);

  return method;
}

/* @span: a pass that has just ended with an output */
void
troupe_trace_methods_take_output (TroupeTraceMethods *self, TroupeSpan *span)
{
  TroupeTraceMethod *method = troupe_trace_methods_ensure (self, troupe_span_get_name (span));
  TroupeSpan *before = method->last_output;

  if (before == NULL)
    g_ptr_array_add (self->outputs, method);
  method->last_output = troupe_span_ref (span);
  if (before != NULL)
    troupe_span_unref (before);
}

/* Returns the last span of the pass; passes are sorted. (transfer none) (nullable) */
TroupeSpan *
troupe_trace_method_find_pass (const TroupeTraceMethod *self, guint nth)
{
  guint low = 0;
  guint high = self->passes->len;
  TroupeSpan *found;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (((TroupeSpan *) g_ptr_array_index (self->passes, middle))->nth <= nth)
        low = middle + 1;
      else
        high = middle;
    }
  found = low > 0 ? g_ptr_array_index (self->passes, low - 1) : NULL;

  return found != NULL && found->nth == nth && nth > 0 ? found : NULL;
}
