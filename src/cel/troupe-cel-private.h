/* troupe-cel-private.h: what the files of the expression language share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"
#include "troupe-limits.h"

G_BEGIN_DECLS

/* How deep the tree of an expression may be. Brackets are bound by TROUPE_LIMIT_NESTING; operators
 * in a row (`a + b + c`) make a tree as deep as they are many, and may be more. */
#define TROUPE_CEL_MAX_DEPTH 1000

/* What a result may weigh when it is handed out as JSON, in bytes: shared parts count every time. */
#define TROUPE_CEL_MAX_RESULT (4u * TROUPE_LIMIT_CEL_BYTES)

/* --- Words of the language ----------------------------------------------------------------------- */

typedef enum
{
  TROUPE_CEL_LEXEME_END,
  TROUPE_CEL_LEXEME_BAD,
  TROUPE_CEL_LEXEME_COMMENT,
  TROUPE_CEL_LEXEME_NAME,
  TROUPE_CEL_LEXEME_QUOTED, /* `a field in backticks` */
  TROUPE_CEL_LEXEME_INTEGER,
  TROUPE_CEL_LEXEME_UNSIGNED,
  TROUPE_CEL_LEXEME_DOUBLE,
  TROUPE_CEL_LEXEME_STRING,
  TROUPE_CEL_LEXEME_BYTES,
  TROUPE_CEL_LEXEME_EQUAL,
  TROUPE_CEL_LEXEME_UNEQUAL,
  TROUPE_CEL_LEXEME_AT_MOST,
  TROUPE_CEL_LEXEME_AT_LEAST,
  TROUPE_CEL_LEXEME_AND,
  TROUPE_CEL_LEXEME_OR,
  TROUPE_CEL_LEXEME_SIGN, /* one character, which TroupeCelLexeme.sign holds */
} TroupeCelLexemeKind;

typedef struct
{
  TroupeCelLexemeKind kind;
  char sign;
  gsize start;
  gsize end;
  const char *problem; /* for BAD: a sentence, already translated */
} TroupeCelLexeme;

/* Reads words of @text from @position to @length. A copy of the structure is a bookmark. */
typedef struct
{
  const char *text;
  gsize length;
  gsize position;
  TroupeCelDialect dialect;
  gboolean keep_comments;
} TroupeCelLexer;

TroupeCelLexeme troupe_cel_lexer_next (TroupeCelLexer *self);

/* Whether it is UTF-8; U+0000 may stand in it. */
gboolean troupe_cel_text_is_valid (const char *text, gsize length);
/* Its characters; U+0000 is one of them. */
gint64 troupe_cel_text_count (const char *text, gsize length);

/* The function that a literal which is no value becomes in CrewAI's dialect; it always fails. */
#define TROUPE_CEL_CREWAI_LITERAL "value"
TroupeValue *troupe_cel_literal_read (const char *text,
                                      gsize length,
                                      TroupeCelDialect dialect,
                                      gsize *bad_start,
                                      gsize *bad_end,
                                      gboolean *is_late,
                                      const char **problem);

/* Leaves out the blanks of Unicode at both ends of the text between @start and @end. */
gboolean troupe_cel_is_blank (gunichar letter);
void troupe_cel_strip (const char *text, gsize *start, gsize *end);

/* --- The tree ------------------------------------------------------------------------------------ */

typedef enum
{
  TROUPE_CEL_NODE_CONSTANT,
  TROUPE_CEL_NODE_NAME,      /* as parsed; the resolver makes one of the next three of it */
  TROUPE_CEL_NODE_LOCAL,     /* slot: the variable of a macro */
  TROUPE_CEL_NODE_ROOT,      /* slot: the root's index */
  TROUPE_CEL_NODE_REFERENCE, /* slot: the reference's index */
  TROUPE_CEL_NODE_SELECT,
  TROUPE_CEL_NODE_HAS,
  TROUPE_CEL_NODE_DEFINED, /* crewai: has() of anything, true where it can be evaluated */
  TROUPE_CEL_NODE_DYNAMIC, /* crewai: dyn(), of any number of arguments */
  TROUPE_CEL_NODE_INDEX,
  TROUPE_CEL_NODE_CALL,   /* children: the arguments */
  TROUPE_CEL_NODE_METHOD, /* children: the receiver and the arguments */
  TROUPE_CEL_NODE_LIST,
  TROUPE_CEL_NODE_MAP, /* children: key, value, key, value … */
  TROUPE_CEL_NODE_NOT,
  TROUPE_CEL_NODE_NEGATE,
  TROUPE_CEL_NODE_ADD,
  TROUPE_CEL_NODE_SUBTRACT,
  TROUPE_CEL_NODE_MULTIPLY,
  TROUPE_CEL_NODE_DIVIDE,
  TROUPE_CEL_NODE_REMAINDER,
  TROUPE_CEL_NODE_EQUAL,
  TROUPE_CEL_NODE_UNEQUAL,
  TROUPE_CEL_NODE_LESS,
  TROUPE_CEL_NODE_AT_MOST,
  TROUPE_CEL_NODE_GREATER,
  TROUPE_CEL_NODE_AT_LEAST,
  TROUPE_CEL_NODE_IN,
  TROUPE_CEL_NODE_AND, /* two or more children */
  TROUPE_CEL_NODE_OR,
  TROUPE_CEL_NODE_CONDITION,
  TROUPE_CEL_NODE_ALL, /* the macros: range, body (and transformation); slot: the variable */
  TROUPE_CEL_NODE_EXISTS,
  TROUPE_CEL_NODE_EXISTS_ONE,
  TROUPE_CEL_NODE_TRANSFORM,
  TROUPE_CEL_NODE_FILTER,
  TROUPE_CEL_NODE_TRANSFORM_MAP,   /* spec: a map with the same keys */
  TROUPE_CEL_NODE_TRANSFORM_ENTRY, /* spec: a map of maps of one entry each */
  TROUPE_CEL_NODE_REDUCE,          /* crewai: range, start, body; two variables */
  TROUPE_CEL_NODE_MIN,             /* crewai: range; its arguments are not looked at */
  TROUPE_CEL_NODE_BIND,            /* spec: value, body; slot: the variable */
  TROUPE_CEL_NODE_OPTIONAL_SELECT, /* spec: a.?b */
  TROUPE_CEL_NODE_OPTIONAL_INDEX,  /* spec: a[?b] */
  TROUPE_CEL_NODE_OPTIONAL_MAP,    /* spec: receiver, body; slot: the variable */
  TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP,
} TroupeCelNodeKind;

typedef struct _TroupeCelNode TroupeCelNode;
typedef struct _TroupeCelEvaluation TroupeCelEvaluation;

/* @arguments are borrowed. Returns: (transfer full) (nullable): %NULL after troupe_cel_fail…() */
typedef TroupeValue *(*TroupeCelFunction) (TroupeCelEvaluation *evaluation,
                                           const TroupeCelNode *node,
                                           TroupeValue **arguments,
                                           guint n_arguments);

struct _TroupeCelNode
{
  guint8 kind;
  guint8 absolute; /* a name with a dot in front: macro variables do not hide what it means */
  guint8 is_path;  /* its value stands in something that outlives the node: no reference needed */
  guint8 is_optional; /* spec: an element written with ? */
  guint8 escape;      /* crewai: how a macro that is written wrongly fails, a TroupeCelEscape */
  guint8 may_escape;  /* crewai: whether a failure below can get past && and || */
  guint16 depth;      /* of the tree below, this node included */
  guint32 start;      /* bytes inside the text: what an error underlines */
  guint32 end;
  guint slot;
  guint n_children;
  TroupeCelNode **children;
  TroupeValue *constant; /* of a literal; of a field's name, as text */
  char *name;            /* of a name, field, function or macro variable */
  char *second_name;     /* of the second variable of a macro, in the slot behind the first */
  TroupeCelNode
      *variables[2]; /* crewai: what was written where a variable stands, if no plain name */
  guint name_length;
  guint name_hash;
  TroupeCelFunction function;
  gpointer regexp; /* of matches() with a literal pattern */
};

/* Owns every node of one expression. */
typedef struct
{
  GPtrArray *nodes;
} TroupeCelTree;

void troupe_cel_tree_init (TroupeCelTree *self);
void troupe_cel_tree_clear (TroupeCelTree *self);
TroupeCelNode *
troupe_cel_tree_add (TroupeCelTree *self, TroupeCelNodeKind kind, gsize start, gsize end);
void troupe_cel_node_set_name (TroupeCelNode *self, const char *name, gsize length);
/* @children is copied. */
void troupe_cel_node_set_children (TroupeCelNode *self, TroupeCelNode **children, guint n_children);
const char *troupe_cel_node_get_sign (const TroupeCelNode *self);

typedef struct
{
  TroupeCelLexer lexer;
  TroupeCelLexeme lexeme; /* the one that is looked at */
  gsize previous_end;
  TroupeCelTree *tree;
  guint depth;
  GError **error;
  const char *source; /* all of the text, for places */
} TroupeCelParser;

/* Parses source[start, end). Returns: (transfer none) (nullable): the top, owned by @tree */
TroupeCelNode *troupe_cel_parse (TroupeCelTree *tree,
                                 const char *source,
                                 gsize start,
                                 gsize end,
                                 TroupeCelDialect dialect,
                                 GError **error);

/* Whether the call is a macro: makes it one and returns it; %NULL with parser->error set where it is
 * written wrongly; the call itself where it is an ordinary one. */
TroupeCelNode *troupe_cel_macro_expand (TroupeCelParser *parser, TroupeCelNode *call);

/* Whether a method of this name would be a macro, were it written rightly. */
gboolean troupe_cel_macro_is_known (const char *name);

void troupe_cel_parser_fail (TroupeCelParser *self, gsize start, gsize end, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* --- Programs ------------------------------------------------------------------------------------ */

typedef struct
{
  guint root;
  char *name;
  gsize start;
  gsize end;
} TroupeCelReference;

struct _TroupeCelProgram
{
  gatomicrefcount ref_count;
  TroupeCelDialect dialect;
  char *source; /* a GRefString: all of the text, in which places count */
  char *text;   /* the expression alone */
  gsize start;  /* where it stands in source */
  gsize end;
  TroupeCelTree tree;
  TroupeCelNode *top;
  GArray *references;
  char **root_names;
  gboolean *uses_root;
  guint n_roots;
  guint n_locals;
};

/* @source: a GRefString */
TroupeCelProgram *troupe_cel_program_new (char *source,
                                          gsize start,
                                          gsize end,
                                          TroupeCelDialect dialect,
                                          const TroupeCelRoot *roots,
                                          GError **error);
/* Gives names their meaning. */
gboolean
troupe_cel_program_resolve (TroupeCelProgram *self, const TroupeCelRoot *roots, GError **error);

/* --- Errors -------------------------------------------------------------------------------------- */

void troupe_cel_place_locate (const char *source, gsize start, gsize end, TroupeCelPlace *place);
GError *troupe_cel_error_new (TroupeCelError code,
                              const char *source,
                              gsize start,
                              gsize end,
                              const char *word,
                              const char *message);

typedef enum
{
  TROUPE_CEL_FAILURE_NONE,
  TROUPE_CEL_FAILURE_KEY,        /* text: the key */
  TROUPE_CEL_FAILURE_UNDECLARED, /* text: the name */
  TROUPE_CEL_FAILURE_FUNCTION,   /* text: the name of a function that there is not */
  TROUPE_CEL_FAILURE_OPERATOR,   /* name: the sign; types */
  TROUPE_CEL_FAILURE_ARGUMENTS,  /* name: the function; types */
  TROUPE_CEL_FAILURE_COUNT,      /* name: the function */
  TROUPE_CEL_FAILURE_FIELD,      /* types[0] has no fields; text: the name */
  TROUPE_CEL_FAILURE_INDEX,      /* text: the index */
  TROUPE_CEL_FAILURE_OVERFLOW,   /* name: the sign or function */
  TROUPE_CEL_FAILURE_ZERO,       /* name: the sign */
  TROUPE_CEL_FAILURE_CONVERSION, /* text: what; name: into what */
  TROUPE_CEL_FAILURE_KEY_TYPE,   /* types[0] cannot be a key */
  TROUPE_CEL_FAILURE_DUPLICATE,  /* text: the key */
  TROUPE_CEL_FAILURE_PATTERN,    /* text: what the regular expression library says */
  TROUPE_CEL_FAILURE_ZONE,       /* text: the name of the time zone */
  TROUPE_CEL_FAILURE_MACRO,      /* name: a macro that this dialect does not have in this form */
  TROUPE_CEL_FAILURE_RESULT,     /* types[0] cannot be handed out */
  TROUPE_CEL_FAILURE_STEPS,
  TROUPE_CEL_FAILURE_BYTES,
} TroupeCelFailureKind;

/* There, some failures are values, which && and || look at, and others are Python's exceptions, which end
 * everything up to a place that catches them. */
typedef enum
{
  TROUPE_CEL_ESCAPE_NOT,
  TROUPE_CEL_ESCAPE_FAILURE, /* what was a value until a macro raised it; all() and exists() catch it */
  TROUPE_CEL_ESCAPE_TYPE,  /* a map literal and ?: catch it */
  TROUPE_CEL_ESCAPE_VALUE, /* a map literal catches it */
  TROUPE_CEL_ESCAPE_OTHER,
} TroupeCelEscape;

/* A failure that may yet be absorbed by && or ||: no memory of its own, no words. */
typedef struct
{
  guint8 kind;
  guint8 n_types;
  guint8 types[3];
  guint8 escape; /* crewai: a TroupeCelEscape; && and || absorb only what does not escape */
  guint32 start;
  guint32 end;
  const char *name; /* static, or of the program */
  char text[64];
} TroupeCelFailure;

/* Each returns %NULL, so that a function may end with it. */
gpointer troupe_cel_fail (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeCelFailureKind kind,
                          const char *name);
gpointer troupe_cel_fail_text (TroupeCelEvaluation *self,
                               const TroupeCelNode *node,
                               TroupeCelFailureKind kind,
                               const char *name,
                               const char *text,
                               gsize length);
gpointer troupe_cel_fail_value (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                TroupeCelFailureKind kind,
                                const char *name,
                                const TroupeValue *value);
gpointer troupe_cel_fail_types (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                TroupeCelFailureKind kind,
                                const char *name,
                                TroupeValue *const *values,
                                guint n_values);
#define troupe_cel_failure_is_absorbable(self)                                                     \
  ((self)->kind < TROUPE_CEL_FAILURE_STEPS && (self)->escape == TROUPE_CEL_ESCAPE_NOT)
#define troupe_cel_failure_is_limit(self) ((self)->kind >= TROUPE_CEL_FAILURE_STEPS)
GError *troupe_cel_failure_to_error (const TroupeCelFailure *self, const char *source);
const char *troupe_cel_type_get_name (TroupeValueType type);

/* --- Evaluation ---------------------------------------------------------------------------------- */

struct _TroupeCelEvaluation
{
  TroupeCelProgram *program;
  TroupeCelActivation *activation;
  TroupeCelDialect dialect;
  guint64 steps_left;
  gsize bytes_left;
  TroupeValue **roots;
  TroupeValue **locals;  /* borrowed */
  GHashTable *plain;     /* crewai: the values that lost their type, see troupe-cel-crewai.h */
  GHashTable *failures;  /* crewai: the values that stand for a failure */
  GHashTable *optionals; /* spec: what is in optional values */
  GHashTable *keys;      /* crewai: the keys that stand for those which maps do not take */
  gboolean needs_finish; /* crewai: whether a value looks otherwise once it leaves the evaluation */
  gpointer regexp;       /* the last pattern that was not a literal, and its text */
  TroupeValue *regexp_text;
  TroupeCelFailure failure;
};

TroupeValue *troupe_cel_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* The value without a reference of its own where that can be had; else @hold keeps it. */
TroupeValue *
troupe_cel_peek (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **hold);
TroupeValue *troupe_cel_evaluate_macro (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_list (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_call (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_index (TroupeCelEvaluation *self,
                               const TroupeCelNode *node,
                               TroupeValue *container,
                               TroupeValue *index);
gpointer troupe_cel_fail_operator (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *a,
                                   TroupeValue *b);

/* troupe_cel_program_evaluate(); @for_host: what the dialect does to a result when it becomes JSON is
 * done too. */
TroupeValue *troupe_cel_program_evaluate_full (TroupeCelProgram *self,
                                               TroupeCelActivation *activation,
                                               gboolean for_host,
                                               GError **error);

/* Takes steps or bytes from the budget. FALSE, with the failure set, where it is used up. */
gboolean troupe_cel_spend (TroupeCelEvaluation *self, const TroupeCelNode *node, guint64 steps);
gboolean troupe_cel_allocate (TroupeCelEvaluation *self, const TroupeCelNode *node, gsize bytes);

TroupeValue *troupe_cel_calculate (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *a,
                                   TroupeValue *b);
TroupeValue *
troupe_cel_negate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value);
/* Arithmetic on times; %NULL without a failure where @a and @b are not such. */
TroupeValue *troupe_cel_time_calculate (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue *a,
                                        TroupeValue *b);

typedef enum
{
  TROUPE_CEL_FAILED = -1,
  TROUPE_CEL_NO,
  TROUPE_CEL_YES,
} TroupeCelAnswer;

TroupeCelAnswer troupe_cel_equal (TroupeCelEvaluation *self,
                                  const TroupeCelNode *node,
                                  const TroupeValue *a,
                                  const TroupeValue *b);
/* @order: <0, 0, >0; not touched where one is NaN. FAILED: no such comparison, without a failure. */
TroupeCelAnswer troupe_cel_compare (const TroupeValue *a, const TroupeValue *b, int *order);
TroupeCelAnswer troupe_cel_contains (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     TroupeValue *element,
                                     TroupeValue *container);
/* An integer key for a number that is equal to one; else %NULL. (transfer full) */
TroupeValue *troupe_cel_key_from_double (double number);

/* The function of this name and number of arguments. @method: called with a receiver. */
TroupeCelFunction troupe_cel_function_find (const char *name,
                                            gboolean method,
                                            guint n_arguments,
                                            TroupeCelDialect dialect);
gboolean troupe_cel_type_is_known (const char *name);
TroupeValue *troupe_cel_type_of (const TroupeValue *value);

/* --- Conversions --------------------------------------------------------------------------------- */

TroupeValue *troupe_cel_convert_boolean (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         TroupeValue **arguments,
                                         guint n_arguments);
TroupeValue *troupe_cel_convert_integer (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         TroupeValue **arguments,
                                         guint n_arguments);
TroupeValue *troupe_cel_convert_unsigned (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue **arguments,
                                          guint n_arguments);
TroupeValue *troupe_cel_convert_double (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue **arguments,
                                        guint n_arguments);
TroupeValue *troupe_cel_convert_string (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue **arguments,
                                        guint n_arguments);
TroupeValue *troupe_cel_convert_bytes (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue **arguments,
                                       guint n_arguments);
TroupeValue *troupe_cel_convert_timestamp (TroupeCelEvaluation *self,
                                           const TroupeCelNode *node,
                                           TroupeValue **arguments,
                                           guint n_arguments);
TroupeValue *troupe_cel_convert_duration (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue **arguments,
                                          guint n_arguments);
TroupeCelFunction troupe_cel_time_function_find (const char *name);

/* --- Time ---------------------------------------------------------------------------------------- */

#define TROUPE_CEL_FIRST_SECOND G_GINT64_CONSTANT (-62135596800) /* 0001-01-01T00:00:00Z */
#define TROUPE_CEL_LAST_SECOND G_GINT64_CONSTANT (253402300799)  /* 9999-12-31T23:59:59Z */

typedef struct
{
  int year;
  int month; /* 1 … 12 */
  int day;   /* 1 … 31 */
  int hour;
  int minute;
  int second;
  int day_of_week; /* 0 is Sunday */
  int day_of_year; /* 0 is the first of January */
} TroupeCelDate;

void troupe_cel_date_from_seconds (gint64 seconds, TroupeCelDate *date);
gint64 troupe_cel_date_to_seconds (int year, int month, int day, int hour, int minute, int second);
/* @offset: (optional): seconds east of UTC, as it was written */
gboolean troupe_cel_timestamp_parse (const char *text,
                                     gsize length,
                                     gint64 *seconds,
                                     gint32 *nanoseconds,
                                     int *offset);
char *troupe_cel_timestamp_format (gint64 seconds, gint32 nanoseconds);
gboolean troupe_cel_duration_parse (const char *text,
                                    gsize length,
                                    gboolean with_days,
                                    gint64 *seconds,
                                    gint32 *nanoseconds);
char *troupe_cel_duration_format (gint64 seconds, gint32 nanoseconds);
/* Seconds east of UTC at that instant. */
gboolean troupe_cel_zone_get_offset (const char *name, gsize length, gint64 seconds, int *offset);

G_END_DECLS
