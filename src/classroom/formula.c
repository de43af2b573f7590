/* Formulas for marks. A recursive descent parser writes them as postfix code, which is evaluated
 * with a stack; both have fixed limits, so that no formula can use much memory or time. */
#include "formula.h"

#include "core/text.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_MAX = 1000, STACK_MAX = 200, NESTING_MAX = 50, NAME_BYTES = 600 };

enum op {
    OP_NUMBER, /* pushes `number` */
    OP_VARIABLE,
    OP_OR,
    OP_AND,
    OP_NOT,
    OP_LESS,
    OP_AT_MOST,
    OP_MORE,
    OP_AT_LEAST,
    OP_EQUAL,
    OP_DIFFERENT,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_POWER,
    OP_MINUS,
    OP_MIN,
    OP_MAX,
    OP_ABS,
    OP_ROUND,
    OP_ROUND_TO,
    OP_FLOOR,
    OP_CEIL,
    OP_SQRT,
    OP_IF,
};

static const struct {
    const char *name;
    enum op op;
    int least, most; /* arguments; those of min and max are folded two by two */
} functions[] = {{"min", OP_MIN, 2, 50},    {"max", OP_MAX, 2, 50},    {"abs", OP_ABS, 1, 1},
                 {"round", OP_ROUND, 1, 2}, {"floor", OP_FLOOR, 1, 1}, {"ceil", OP_CEIL, 1, 1},
                 {"sqrt", OP_SQRT, 1, 1},   {"if", OP_IF, 3, 3}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

struct step {
    enum op op;
    int variable;
    double number;
};

struct formula {
    int steps;
    struct step step[CODE_MAX];
};

/* ---- parsing ---- */

struct parser {
    const char *text, *at;
    const char *const *names;
    int count;
    struct formula *out;
    int depth;   /* of the stack */
    int nesting; /* of parentheses and signs */
    struct th_error *e;
};

/* The column that a person counts: characters, from 1 on. */
static int column_of(const struct parser *p, const char *at) {
    int column = 1;
    for (const char *c = p->text; c < at; c++) column += ((unsigned char)*c & 0xC0) != 0x80;
    return column;
}

static bool fail_at(const struct parser *p, const char *at, const char *what) {
    return th_fail(p->e, "the formula is wrong at character %d: %s", column_of(p, at), what);
}

static void skip_blanks(struct parser *p) {
    while (isspace((unsigned char)*p->at)) p->at++;
}

/* Takes an operator or a word, if it is next. */
static bool take(struct parser *p, const char *token) {
    const size_t n = strlen(token);
    skip_blanks(p);
    if (strncmp(p->at, token, n) != 0) return false;
    if (isalpha((unsigned char)*token) &&
        (isalnum((unsigned char)p->at[n]) || p->at[n] == '_' || p->at[n] == '.'))
        return false;
    p->at += n;
    return true;
}

static bool emit(struct parser *p, struct step step, int pops) {
    if (p->out->steps == CODE_MAX || p->depth - pops + 1 > STACK_MAX)
        return fail_at(p, p->at, "it is too long");
    p->out->step[p->out->steps++] = step;
    p->depth += 1 - pops;
    return true;
}

static bool emit_op(struct parser *p, enum op op, int pops) {
    return emit(p, (struct step){.op = op}, pops);
}

static bool parse_or(struct parser *p);

/* Parentheses, signs and functions nest no deeper than the machine's own stack bears. */
static bool nest(struct parser *p, bool (*parse)(struct parser *)) {
    if (p->nesting == NESTING_MAX) return fail_at(p, p->at, "it is nested too deeply");
    p->nesting++;
    const bool ok = parse(p);
    p->nesting--;
    return ok;
}

static bool parse_number(struct parser *p) {
    char digits[40];
    size_t n = strspn(p->at, "0123456789");
    if (p->at[n] == '.') n += 1 + strspn(p->at + n + 1, "0123456789");
    if (n >= sizeof digits) return fail_at(p, p->at, "the number is too long");
    if (n == 1 && *p->at == '.') return fail_at(p, p->at, "here should be a number");
    memcpy(digits, p->at, n);
    digits[n] = 0;
    p->at += n;
    if (isalpha((unsigned char)*p->at))
        return fail_at(p, p->at, "an operator is missing after the number");
    return emit(p, (struct step){.op = OP_NUMBER, .number = strtod(digits, NULL)}, 0);
}

static bool parse_arguments(struct parser *p, int function, const char *begin) {
    int given = 0;
    do {
        if (!nest(p, parse_or)) return false;
        given++;
    } while (take(p, ","));
    if (!take(p, ")")) return fail_at(p, p->at, "a ) is missing");
    if (given < functions[function].least || given > functions[function].most) {
        char what[80];
        snprintf(what, sizeof what, "%s has %d arguments here, which is wrong",
                 functions[function].name, given);
        return fail_at(p, begin, what);
    }
    const enum op op = functions[function].op;
    if (op == OP_IF) return emit_op(p, op, 3);
    if (op == OP_ROUND) return emit_op(p, given == 2 ? OP_ROUND_TO : op, given);
    if (op != OP_MIN && op != OP_MAX) return emit_op(p, op, 1);
    for (int i = 1; i < given; i++)
        if (!emit_op(p, op, 2)) return false;
    return true;
}

/* Reads a name: a word or a text in quotes, and words after dots. */
static bool read_name(struct parser *p, char name[NAME_BYTES]) {
    const char *begin = p->at;
    size_t n = 0, size = 0;
    if (*p->at == '\'' || *p->at == '"') {
        const char *end = strchr(p->at + 1, *p->at);
        if (end == NULL) return fail_at(p, begin, "the quote does not end");
        n = (size_t)(end - p->at) - 1;
        if (n >= NAME_BYTES) return fail_at(p, begin, "the name is too long");
        memcpy(name, p->at + 1, n);
        size = n;
        p->at = end + 1;
        if (*p->at != '.') return name[size] = 0, true;
    }
    for (n = 0; isalnum((unsigned char)p->at[n]) || p->at[n] == '_' || p->at[n] == '.'; n++) {
    }
    if (size + n >= NAME_BYTES) return fail_at(p, begin, "the name is too long");
    memcpy(name + size, p->at, n);
    name[size + n] = 0;
    p->at += n;
    return true;
}

/* Says which name was probably meant, and which there are, as many as an error has room for. */
static bool fail_name(const struct parser *p, const char *at, const char *name) {
    char what[360], clipped[TEXT_CLIP_BYTES];
    struct text t = text_in(what, sizeof what);
    const char *near = text_nearest(name, p->names, p->count);
    text_add(&t, "there is no variable '%s'", text_clip(name, clipped));
    if (near != NULL) text_add(&t, "; did you mean '%.60s'?", near);
    for (int i = 0; i < p->count; i++) {
        const char *before = i > 0 ? ", " : near != NULL ? " There are " : "; there are ";
        if (t.length + strlen(before) + strlen(p->names[i]) + strlen(", …") >= sizeof what) {
            text_add(&t, ", …");
            break;
        }
        text_add(&t, "%s%s", before, p->names[i]);
    }
    return fail_at(p, at, what);
}

static bool parse_name(struct parser *p) {
    const char *begin = p->at;
    char name[NAME_BYTES];
    if (!read_name(p, name)) return false;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, functions[i].name) == 0 && take(p, "("))
            return parse_arguments(p, i, begin);
    for (int i = 0; i < p->count; i++)
        if (strcmp(name, p->names[i]) == 0)
            return emit(p, (struct step){.op = OP_VARIABLE, .variable = i}, 0);
    return fail_name(p, begin, name);
}

static bool parse_primary(struct parser *p) {
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.') return parse_number(p);
    if (isalpha((unsigned char)*p->at) || *p->at == '_' || *p->at == '\'' || *p->at == '"')
        return parse_name(p);
    if (take(p, "("))
        return nest(p, parse_or) && (take(p, ")") || fail_at(p, p->at, "a ) is missing"));
    return fail_at(p, p->at,
                   *p->at == 0 ? "it ends where a number or a name should be"
                               : "here should be a number, a name or a (");
}

/* Signs bind less than ^: -2^2 is -4. Powers group from the right. */
static bool parse_sign(struct parser *p) {
    if (take(p, "-")) return nest(p, parse_sign) && emit_op(p, OP_MINUS, 1);
    if (take(p, "+")) return nest(p, parse_sign);
    if (!parse_primary(p)) return false;
    return !take(p, "^") || (nest(p, parse_sign) && emit_op(p, OP_POWER, 2));
}

static bool parse_product(struct parser *p) {
    if (!parse_sign(p)) return false;
    for (;;) {
        const bool times = take(p, "*");
        if (!times && !take(p, "/")) return true;
        if (!parse_sign(p) || !emit_op(p, times ? OP_MULTIPLY : OP_DIVIDE, 2)) return false;
    }
}

static bool parse_sum(struct parser *p) {
    if (!parse_product(p)) return false;
    for (;;) {
        const bool plus = take(p, "+");
        if (!plus && !take(p, "-")) return true;
        if (!parse_product(p) || !emit_op(p, plus ? OP_ADD : OP_SUBTRACT, 2)) return false;
    }
}

static bool parse_comparison(struct parser *p) {
    static const struct {
        const char *token;
        enum op op;
    } list[] = {{"<=", OP_AT_MOST},   {">=", OP_AT_LEAST}, {"==", OP_EQUAL},
                {"!=", OP_DIFFERENT}, {"<", OP_LESS},      {">", OP_MORE}};
    if (!parse_sum(p)) return false;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (take(p, list[i].token)) return parse_sum(p) && emit_op(p, list[i].op, 2);
    return true;
}

static bool parse_not(struct parser *p) {
    if (take(p, "not")) return nest(p, parse_not) && emit_op(p, OP_NOT, 1);
    return parse_comparison(p);
}

static bool parse_and(struct parser *p) {
    if (!parse_not(p)) return false;
    while (take(p, "and"))
        if (!parse_not(p) || !emit_op(p, OP_AND, 2)) return false;
    return true;
}

static bool parse_or(struct parser *p) {
    if (!parse_and(p)) return false;
    while (take(p, "or"))
        if (!parse_and(p) || !emit_op(p, OP_OR, 2)) return false;
    return true;
}

struct formula *formula_read(const char *text, const char *const names[], int count,
                             struct th_error *e) {
    struct formula *f = calloc(1, sizeof *f);
    struct parser p = {.text = text, .at = text, .names = names, .count = count, .out = f, .e = e};
    bool ok = f != NULL || th_fail(e, "out of memory");
    if (ok && strlen(text) > FORMULA_BYTES)
        ok = th_fail(e, "the formula has more than %d bytes", FORMULA_BYTES);
    ok = ok && parse_or(&p);
    if (ok) skip_blanks(&p);
    if (ok && *p.at != 0) ok = fail_at(&p, p.at, "here should be an operator, or the end");
    if (ok) return f;
    free(f);
    return NULL;
}

void formula_drop(struct formula *f) {
    free(f);
}

/* ---- evaluation ---- */

static double smaller(double a, double b, bool largest) {
    if (isnan(a) || isnan(b)) return NAN;
    return (a < b) != largest ? a : b;
}

/* Halves are rounded away from zero, as people do. */
static double round_to(double x, double decimals) {
    const double scale = pow(10, fmax(-15, fmin(15, floor(decimals))));
    return isfinite(x) ? round(x * scale) / scale : x;
}

static double of_one(enum op op, double x) {
    switch (op) {
    case OP_NOT:
        return x == 0;
    case OP_MINUS:
        return -x;
    case OP_ABS:
        return fabs(x);
    case OP_ROUND:
        return round(x);
    case OP_FLOOR:
        return floor(x);
    case OP_CEIL:
        return ceil(x);
    default:
        return sqrt(x);
    }
}

static double of_two(enum op op, double a, double b) {
    switch (op) {
    case OP_OR:
        return a != 0 || b != 0;
    case OP_AND:
        return a != 0 && b != 0;
    case OP_LESS:
        return a < b;
    case OP_AT_MOST:
        return a <= b;
    case OP_MORE:
        return a > b;
    case OP_AT_LEAST:
        return a >= b;
    case OP_EQUAL:
        return a == b;
    case OP_DIFFERENT:
        return a != b;
    case OP_ADD:
        return a + b;
    case OP_SUBTRACT:
        return a - b;
    case OP_MULTIPLY:
        return a * b;
    case OP_DIVIDE:
        return a / b;
    case OP_POWER:
        return pow(a, b);
    case OP_ROUND_TO:
        return round_to(a, b);
    default:
        return smaller(a, b, op == OP_MAX);
    }
}

static bool takes_one(enum op op) {
    return op == OP_NOT || op == OP_MINUS || op == OP_ABS || op == OP_ROUND || op == OP_FLOOR ||
           op == OP_CEIL || op == OP_SQRT;
}

double formula_value(const struct formula *f, const double values[]) {
    double stack[STACK_MAX + 1];
    int n = 0;
    for (int i = 0; i < f->steps; i++) {
        const struct step *s = &f->step[i];
        if (s->op == OP_NUMBER) {
            stack[n++] = s->number;
        } else if (s->op == OP_VARIABLE) {
            stack[n++] = values[s->variable];
        } else if (s->op == OP_IF) {
            n -= 2;
            stack[n - 1] = stack[n - 1] != 0 ? stack[n] : stack[n + 1];
        } else if (takes_one(s->op)) {
            stack[n - 1] = of_one(s->op, stack[n - 1]);
        } else {
            n--;
            stack[n - 1] = of_two(s->op, stack[n - 1], stack[n]);
        }
    }
    return stack[0];
}
