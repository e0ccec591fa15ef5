/* troupe-plot-drawing.c: drawing of a flow or crew, independent of the output format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-drawing"

#include "config.h"

#include "troupe-plot-drawing.h"

/* --- Pieces -------------------------------------------------------------------------------- */

static void
clear_chip (gpointer data)
{
  g_free (((TroupePlotChip *) data)->text);
}

static void
clear_detail (gpointer data)
{
  TroupePlotDetail *detail = data;

  g_free (detail->label);
  g_free (detail->text);
}

static void
clear_piece (gpointer data)
{
  TroupePlotPiece *piece = data;

  g_free (piece->id);
  g_free (piece->title);
  g_free (piece->summary);
  g_free (piece->kind_words);
  g_free (piece->description);
  g_free (piece->mark_text);
  g_free (piece->person);
  g_free (piece->person_name);
  g_strfreev (piece->events);
  g_clear_pointer (&piece->chips, g_array_unref);
  g_free (piece->chips_note);
  g_clear_pointer (&piece->signs, g_ptr_array_unref);
  g_free (piece->hint);
  g_clear_pointer (&piece->ports, g_array_unref);
  g_clear_pointer (&piece->details, g_array_unref);
  g_free (piece->word);
  g_free (piece->time);
  g_free (piece->taken);
}

static void
clear_line (gpointer data)
{
  TroupePlotLine *line = data;

  g_free (line->path);
  g_free (line->event);
  g_free (line->label);
}

static void
clear_ground (gpointer data)
{
  TroupePlotGround *ground = data;

  g_free (ground->id);
  g_free (ground->title);
  g_free (ground->text);
}

static void
clear_legend (gpointer data)
{
  g_free (((TroupePlotLegend *) data)->text);
}

static void
clear_step (gpointer data)
{
  TroupePlotStep *step = data;

  g_free (step->word);
  g_free (step->taken);
  g_free (step->input);
  g_free (step->output);
  g_free (step->use);
  g_free (step->by);
}

static GArray *
new_array (guint size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, size);

  if (clear != NULL)
    g_array_set_clear_func (array, clear);
  return array;
}

/* --- The drawing ---------------------------------------------------------------------------- */

/* Creates an empty drawing. (transfer full) */
TroupePlotDrawing *
troupe_plot_drawing_new (void)
{
  TroupePlotDrawing *self = g_new0 (TroupePlotDrawing, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->pieces = new_array (sizeof (TroupePlotPiece), clear_piece);
  self->lines = new_array (sizeof (TroupePlotLine), clear_line);
  self->grounds = new_array (sizeof (TroupePlotGround), clear_ground);
  self->legend = new_array (sizeof (TroupePlotLegend), clear_legend);
  self->steps = new_array (sizeof (TroupePlotStep), clear_step);
  return self;
}

void
troupe_plot_drawing_unref (TroupePlotDrawing *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->title);
  g_free (self->description);
  g_free (self->run_words);
  g_array_unref (self->pieces);
  g_array_unref (self->lines);
  g_array_unref (self->grounds);
  g_array_unref (self->legend);
  g_array_unref (self->steps);
  g_free (self);
}

guint
troupe_plot_drawing_add_piece (TroupePlotDrawing *self, TroupePlotPiece *piece)
{
  g_return_val_if_fail (self != NULL, 0);

  if (piece->chips == NULL)
    piece->chips = new_array (sizeof (TroupePlotChip), clear_chip);
  if (piece->signs == NULL)
    piece->signs = g_ptr_array_new ();
  if (piece->ports == NULL)
    piece->ports = new_array (sizeof (TroupePlotPort), NULL);
  if (piece->details == NULL)
    piece->details = new_array (sizeof (TroupePlotDetail), clear_detail);
  g_array_append_vals (self->pieces, piece, 1);
  return self->pieces->len - 1;
}

void
troupe_plot_drawing_add_line (TroupePlotDrawing *self, TroupePlotLine *line)
{
  g_return_if_fail (self != NULL);

  g_array_append_vals (self->lines, line, 1);
}

void
troupe_plot_drawing_add_ground (TroupePlotDrawing *self, TroupePlotGround *ground)
{
  g_return_if_fail (self != NULL);

  g_array_append_vals (self->grounds, ground, 1);
}

void
troupe_plot_drawing_add_legend (TroupePlotDrawing *self, TroupePlotLegend *legend)
{
  g_return_if_fail (self != NULL);

  g_array_append_vals (self->legend, legend, 1);
}

void
troupe_plot_drawing_add_step (TroupePlotDrawing *self, TroupePlotStep *step)
{
  g_return_if_fail (self != NULL);

  g_array_append_vals (self->steps, step, 1);
}

void
troupe_plot_piece_add_detail (TroupePlotPiece *piece,
                              const char *label,
                              const char *text,
                              gboolean is_code)
{
  TroupePlotDetail detail;

  g_return_if_fail (piece != NULL);

  if (text == NULL || *text == '\0')
    return;
  if (piece->details == NULL)
    piece->details = new_array (sizeof (TroupePlotDetail), clear_detail);
  detail = (TroupePlotDetail){ g_strdup (label), g_strdup (text), is_code };
  g_array_append_val (piece->details, detail);
}

void
troupe_plot_piece_add_port (TroupePlotPiece *piece, double x, double y, TroupePlotInk ink)
{
  TroupePlotPort port = { x, y, ink };

  g_return_if_fail (piece != NULL);

  if (piece->ports == NULL)
    piece->ports = new_array (sizeof (TroupePlotPort), NULL);
  g_array_append_val (piece->ports, port);
}

void
troupe_plot_piece_add_chip (TroupePlotPiece *piece, const char *icon, const char *text)
{
  TroupePlotChip chip = { icon, g_strdup (text) };

  g_return_if_fail (piece != NULL);

  if (piece->chips == NULL)
    piece->chips = new_array (sizeof (TroupePlotChip), clear_chip);
  g_array_append_val (piece->chips, chip);
}

int
troupe_plot_drawing_find (TroupePlotDrawing *self, const char *id)
{
  g_return_val_if_fail (self != NULL && id != NULL, -1);

  for (guint i = 0; i < self->pieces->len; i++)
    if (g_str_equal (troupe_plot_piece_at (self, i)->id, id))
      return (int) i;
  return -1;
}

/* --- Bounding box ----------------------------------------------------------------------------- */

static void
reach (TroupePlotBox *box, double left, double top, double right, double bottom)
{
  const double old_right = box->x + box->width;
  const double old_bottom = box->y + box->height;

  if (box->width < 0)
    {
      *box = (TroupePlotBox){ left, top, right - left, bottom - top };
      return;
    }
  box->x = MIN (box->x, left);
  box->y = MIN (box->y, top);
  box->width = MAX (old_right, right) - box->x;
  box->height = MAX (old_bottom, bottom) - box->y;
}

TroupePlotBox
troupe_plot_drawing_measure (TroupePlotDrawing *self)
{
  TroupePlotBox box = { 0, 0, -1, -1 };

  g_return_val_if_fail (self != NULL, box);

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const TroupePlotPiece *piece = troupe_plot_piece_at (self, i);

      reach (&box, piece->x, piece->y, piece->x + piece->width, piece->y + piece->height);
    }
  for (guint i = 0; i < self->grounds->len; i++)
    {
      const TroupePlotGround *ground = &g_array_index (self->grounds, TroupePlotGround, i);

      reach (&box, ground->x, ground->y, ground->x + ground->width, ground->y + ground->height);
    }
  for (guint i = 0; i < self->lines->len; i++)
    {
      const TroupePlotLine *line = troupe_plot_line_at (self, i);

      reach (&box, line->left, line->high - 12, line->right, line->low + 12);
    }
  if (box.width < 0)
    box = (TroupePlotBox){ 0, 0, 320, 160 };
  return box;
}

/* --- Copying ---------------------------------------------------------------------------------- */

static TroupePlotPiece
copy_piece (const TroupePlotPiece *piece)
{
  TroupePlotPiece copy = *piece;

  copy.id = g_strdup (piece->id);
  copy.title = g_strdup (piece->title);
  copy.summary = g_strdup (piece->summary);
  copy.kind_words = g_strdup (piece->kind_words);
  copy.description = g_strdup (piece->description);
  copy.mark_text = g_strdup (piece->mark_text);
  copy.person = g_strdup (piece->person);
  copy.person_name = g_strdup (piece->person_name);
  copy.events = g_strdupv (piece->events);
  copy.chips_note = g_strdup (piece->chips_note);
  copy.hint = g_strdup (piece->hint);
  copy.word = g_strdup (piece->word);
  copy.time = g_strdup (piece->time);
  copy.taken = g_strdup (piece->taken);
  copy.chips = NULL;
  copy.details = NULL;
  copy.signs = g_ptr_array_ref (piece->signs);
  copy.ports = g_array_ref (piece->ports);
  for (guint i = 0; i < piece->chips->len; i++)
    {
      const TroupePlotChip *chip = &g_array_index (piece->chips, TroupePlotChip, i);

      troupe_plot_piece_add_chip (&copy, chip->icon, chip->text);
    }
  for (guint i = 0; i < piece->details->len; i++)
    {
      const TroupePlotDetail *detail = &g_array_index (piece->details, TroupePlotDetail, i);

      troupe_plot_piece_add_detail (&copy, detail->label, detail->text, detail->is_code);
    }
  return copy;
}

static gboolean
holds (const TroupePlotGround *ground, const TroupePlotPiece *piece)
{
  return piece->x >= ground->x && piece->y >= ground->y &&
         piece->x + piece->width <= ground->x + ground->width &&
         piece->y + piece->height <= ground->y + ground->height;
}

static gboolean
is_ground_kept (TroupePlotDrawing *self,
                const TroupePlotGround *ground,
                const int *indexes,
                GHashTable *ids)
{
  if (ground->kind == TROUPE_PLOT_GROUND_NOTE)
    return ground->id != NULL && g_hash_table_contains (ids, ground->id);
  if (ground->kind == TROUPE_PLOT_GROUND_HEADING)
    return FALSE;
  for (guint i = 0; i < self->pieces->len; i++)
    if (indexes[i] >= 0 && holds (ground, troupe_plot_piece_at (self, i)))
      return TRUE;
  return FALSE;
}

/* Copies the drawing without some of its pieces. @indexes: the new index of each piece, or -1 to
 * omit it; @ids: the ids of the notes to keep */
static TroupePlotDrawing *
copy_some (TroupePlotDrawing *self, const int *indexes, GHashTable *ids)
{
  TroupePlotDrawing *copy = troupe_plot_drawing_new ();

  copy->is_crew = self->is_crew;
  copy->title = g_strdup (self->title);
  copy->description = g_strdup (self->description);
  copy->run_words = g_strdup (self->run_words);
  copy->run_length = self->run_length;
  for (guint i = 0; i < self->pieces->len; i++)
    if (indexes[i] >= 0)
      {
        TroupePlotPiece piece = copy_piece (troupe_plot_piece_at (self, i));

        troupe_plot_drawing_add_piece (copy, &piece);
      }
  for (guint i = 0; i < self->lines->len; i++)
    {
      TroupePlotLine line = *troupe_plot_line_at (self, i);

      if (indexes[line.source] < 0 || indexes[line.target] < 0)
        continue;
      line.path = g_strdup (line.path);
      line.event = g_strdup (line.event);
      line.label = g_strdup (line.label);
      line.source = (guint) indexes[line.source];
      line.target = (guint) indexes[line.target];
      troupe_plot_drawing_add_line (copy, &line);
    }
  for (guint i = 0; i < self->grounds->len; i++)
    {
      const TroupePlotGround *ground = &g_array_index (self->grounds, TroupePlotGround, i);

      if (is_ground_kept (self, ground, indexes, ids))
        {
          TroupePlotGround other = *ground;

          other.id = g_strdup (ground->id);
          other.title = g_strdup (ground->title);
          other.text = g_strdup (ground->text);
          troupe_plot_drawing_add_ground (copy, &other);
        }
    }
  for (guint i = 0; i < self->legend->len; i++)
    {
      TroupePlotLegend legend = g_array_index (self->legend, TroupePlotLegend, i);

      legend.text = g_strdup (legend.text);
      troupe_plot_drawing_add_legend (copy, &legend);
    }
  for (guint i = 0; i < self->steps->len; i++)
    {
      TroupePlotStep step = g_array_index (self->steps, TroupePlotStep, i);

      if (indexes[step.piece] < 0)
        continue;
      step.piece = (guint) indexes[step.piece];
      step.word = g_strdup (step.word);
      step.taken = g_strdup (step.taken);
      step.input = g_strdup (step.input);
      step.output = g_strdup (step.output);
      step.use = g_strdup (step.use);
      step.by = g_strdup (step.by);
      troupe_plot_drawing_add_step (copy, &step);
    }
  return copy;
}

/* Returns TRUE if @piece is selected. A gate, which has the id `CARD/PATH`, is selected together
 * with its card. */
static gboolean
is_chosen (const TroupePlotPiece *piece, GHashTable *ids)
{
  const char *slash = strrchr (piece->id, '/');
  g_autofree char *owner = NULL;

  if (g_hash_table_contains (ids, piece->id) ||
      (piece->kind != TROUPE_PLOT_PIECE_GATE && g_hash_table_contains (ids, piece->title)))
    return TRUE;
  if (piece->kind != TROUPE_PLOT_PIECE_GATE || slash == NULL)
    return FALSE;
  owner = g_strndup (piece->id, slash - piece->id);
  return g_hash_table_contains (ids, owner);
}

TroupePlotDrawing *
troupe_plot_drawing_select (TroupePlotDrawing *self, const char *const *ids)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree int *indexes = NULL;
  int n_kept = 0;

  g_return_val_if_fail (self != NULL && ids != NULL, NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    g_hash_table_add (set, (gpointer) ids[i]);
  indexes = g_new (int, self->pieces->len + 1);
  for (guint i = 0; i < self->pieces->len; i++)
    indexes[i] = is_chosen (troupe_plot_piece_at (self, i), set) ? n_kept++ : -1;
  return copy_some (self, indexes, set);
}

/* --- Texts ----------------------------------------------------------------------------------- */

typedef struct
{
  TroupePlotTextFunc func;
  gpointer user_data;
  gboolean in_run;
} Visit;

/* Calls the visitor for one text. @id: (nullable); @part: (nullable): name of the text within
 * the piece */
static void
visit (const Visit *self, char **text, const char *id, const char *part)
{
  g_autofree char *name = NULL;

  if (*text == NULL || **text == '\0')
    return;
  name = g_strdup_printf ("%s%s%s%s", self->in_run ? "run: " : "", id != NULL ? id : "",
                          id != NULL && part != NULL ? "." : "", part != NULL ? part : "");
  self->func (text, &(TroupePlotTextPlace){ name, id, self->in_run }, self->user_data);
}

void
troupe_plot_drawing_visit_texts (TroupePlotDrawing *self,
                                 TroupePlotTextFunc func,
                                 gpointer user_data)
{
  const Visit whole = { func, user_data, FALSE };
  const Visit run = { func, user_data, TRUE };

  g_return_if_fail (self != NULL && func != NULL);

  visit (&whole, &self->title, NULL, "name");
  visit (&whole, &self->description, NULL, "description");
  for (guint i = 0; i < self->pieces->len; i++)
    {
      TroupePlotPiece *piece = troupe_plot_piece_at (self, i);
      g_autofree char *place = g_strdup (piece->id);

      visit (&whole, &piece->title, place, NULL);
      visit (&whole, &piece->summary, place, NULL);
      visit (&whole, &piece->description, place, "description");
      visit (&whole, &piece->person_name, place, "agent");
      visit (&whole, &piece->hint, place, NULL);
      visit (&whole, &piece->word, place, NULL);
      visit (&whole, &piece->taken, place, NULL);
      for (guint j = 0; piece->events != NULL && piece->events[j] != NULL; j++)
        visit (&whole, &piece->events[j], place, "emit");
      for (guint j = 0; j < piece->chips->len; j++)
        visit (&whole, &g_array_index (piece->chips, TroupePlotChip, j).text, place, NULL);
      for (guint j = 0; j < piece->details->len; j++)
        {
          TroupePlotDetail *detail = &g_array_index (piece->details, TroupePlotDetail, j);

          visit (&whole, &detail->text, place, detail->label);
        }
    }
  for (guint i = 0; i < self->lines->len; i++)
    {
      TroupePlotLine *line = troupe_plot_line_at (self, i);

      visit (&whole, &line->label, NULL, "label");
      visit (&whole, &line->event, NULL, "label");
    }
  for (guint i = 0; i < self->grounds->len; i++)
    {
      TroupePlotGround *ground = &g_array_index (self->grounds, TroupePlotGround, i);

      visit (&whole, &ground->title, NULL, "x-troupe.title");
      visit (&whole, &ground->text, NULL, "x-troupe.text");
    }
  for (guint i = 0; i < self->steps->len; i++)
    {
      TroupePlotStep *step = &g_array_index (self->steps, TroupePlotStep, i);
      const char *id = troupe_plot_piece_at (self, step->piece)->id;

      visit (&run, &step->word, id, NULL);
      visit (&run, &step->taken, id, NULL);
      visit (&run, &step->input, id, "input");
      visit (&run, &step->output, id, "output");
      visit (&run, &step->use, id, NULL);
      visit (&run, &step->by, id, NULL);
    }
}
