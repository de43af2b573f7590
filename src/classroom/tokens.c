#include "tokens.h"

#include <stdlib.h>
#include <string.h>

/* ---- languages ---- */

static const struct {
    const char *ending;
    enum language language;
} endings[] = {
    {".py", PYTHON},     {".c", C_OR_CPP},     {".h", C_OR_CPP},     {".cc", C_OR_CPP},
    {".cpp", C_OR_CPP},  {".cxx", C_OR_CPP},   {".hpp", C_OR_CPP},   {".hh", C_OR_CPP},
    {".js", JAVASCRIPT}, {".mjs", JAVASCRIPT}, {".cjs", JAVASCRIPT}, {".java", JAVA},
    {".rs", RUST},
};

enum language language_of(const char *file_name) {
    const char *ending = strrchr(file_name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(endings[i].ending, ending) == 0) return endings[i].language;
    return NO_LANGUAGE;
}

/* Words that are kept, with blanks around each. */
static const char *const keywords[] = {
    [PYTHON] = " and as assert async await break class continue def del elif else except finally "
               "for from global if import in is lambda match nonlocal not or pass raise return "
               "try while with yield True False None ",
    [C_OR_CPP] =
        " auto bool break case catch char class const constexpr continue default delete do double "
        "else enum extern false float for goto if inline int long namespace new nullptr operator "
        "private protected public return short signed sizeof static struct switch template this "
        "throw true try typedef typename union unsigned using virtual void volatile while ",
    [JAVASCRIPT] = " async await break case catch class const continue default delete do else "
                   "export extends false finally for function if import in instanceof let new "
                   "null of return static super switch this throw true try typeof undefined var "
                   "void while with yield ",
    [JAVA] = " abstract boolean break byte case catch char class continue default do double else "
             "enum extends false final finally float for if implements import instanceof int "
             "interface long native new null package private protected public record return "
             "short static super switch synchronized this throw throws true try var void while ",
    [RUST] = " as async await break const continue crate dyn else enum extern false fn for if "
             "impl in let loop match mod move mut pub ref return self static struct super trait "
             "true type unsafe use where while ",
};

/* Operators of two characters; all others are one character each. */
static const char pairs[] =
    "== != <= >= && || ++ -- += -= *= /= %= -> => :: << >> ** // |= &= ^= .. ";

/* ---- the scanner ---- */

enum { CODE_NAME = 1, CODE_NUMBER, CODE_STRING }; /* others are hashes above these */

struct scanner {
    const char *at, *end;
    enum language language;
    int32_t line;
    int brackets;       /* open ones */
    bool first_of_line; /* no token of this line has been read */
    struct tokens *out;
    bool out_of_memory;
};

/* The character i places ahead; 0 after the end. */
static char ahead(const struct scanner *s, ptrdiff_t i) {
    return s->end - s->at > i ? s->at[i] : 0;
}

static bool starts_with(const struct scanner *s, const char *text) {
    const size_t length = strlen(text);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

static void step(struct scanner *s) {
    if (*s->at == '\n') s->line++, s->first_of_line = true;
    s->at++;
}

static void skip(struct scanner *s, int n) {
    for (; n > 0 && s->at < s->end; n--) step(s);
}

static bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name_part(char c) {
    return is_name_start(c) || is_digit(c);
}

static uint32_t hash_of(const char *text, size_t length) {
    uint32_t hash = UINT32_C(2166136261); /* FNV-1a */
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * UINT32_C(16777619);
    return hash > CODE_STRING ? hash : hash + CODE_STRING + 1;
}

static void add(struct scanner *s, uint32_t code, int32_t line) {
    struct tokens *t = s->out;
    s->first_of_line = false;
    if (t->count == t->room) {
        const size_t room = t->room == 0 ? 1024 : 2 * t->room;
        struct token *list = realloc(t->list, room * sizeof *list);
        if (list == NULL) {
            s->out_of_memory = true;
            return;
        }
        t->list = list;
        t->room = room;
    }
    t->list[t->count++] = (struct token){code, line};
}

/* ---- comments ---- */

static void skip_line(struct scanner *s) {
    while (s->at < s->end && *s->at != '\n') s->at++;
}

/* Those of Rust may contain each other. */
static void skip_block_comment(struct scanner *s) {
    int depth = 0;
    do {
        if (starts_with(s, "/*") && (depth == 0 || s->language == RUST))
            depth++, skip(s, 2);
        else if (starts_with(s, "*/"))
            depth--, skip(s, 2);
        else
            step(s);
    } while (depth > 0 && s->at < s->end);
}

static bool skip_comment(struct scanner *s) {
    if (s->language == PYTHON) {
        if (*s->at != '#') return false;
        skip_line(s);
    } else if (starts_with(s, "//")) {
        skip_line(s);
    } else if (starts_with(s, "/*")) {
        skip_block_comment(s);
    } else {
        return false;
    }
    return true;
}

/* ---- strings ---- */

/* Up to the closing quote; a string of one line ends at the end of the line at the latest. */
static void skip_quoted(struct scanner *s, const char *quote, bool many_lines) {
    while (s->at < s->end && !starts_with(s, quote)) {
        if (*s->at == '\n' && !many_lines) return;
        skip(s, *s->at == '\\' ? 2 : 1);
    }
    skip(s, (int)strlen(quote));
}

/* In Python, a string of three quotes that is a statement of its own is a comment. */
static void read_string(struct scanner *s) {
    const int32_t line = s->line;
    const bool first = s->first_of_line && s->brackets == 0;
    const char quote[2] = {*s->at, 0};
    const char triple[4] = {*s->at, *s->at, *s->at, 0};
    const bool three = (s->language == PYTHON || s->language == JAVA) && starts_with(s, triple);
    skip(s, three ? 3 : 1);
    const bool lines = *quote == '`' || (*quote == '"' && s->language == RUST);
    skip_quoted(s, three ? triple : quote, three || lines);
    if (!(three && first && s->language == PYTHON)) add(s, CODE_STRING, line);
}

/* R"x(…)x" of C++ and r#"…"# of Rust: no escapes in them. Returns false if it is no such string. */
static bool read_raw_string(struct scanner *s) {
    enum { DELIMITER_MAX = 20 };
    char close[DELIMITER_MAX + 3];
    const int32_t line = s->line;
    int n = 0, i = *s->at == 'b' ? 2 : 1;
    if (s->language == RUST && (*s->at == 'r' || starts_with(s, "br"))) {
        close[n++] = '"';
        while (n < DELIMITER_MAX && ahead(s, i) == '#') close[n++] = '#', i++;
        if (ahead(s, i) != '"') return false;
    } else if (s->language == C_OR_CPP && starts_with(s, "R\"")) {
        close[n++] = ')';
        for (i = 2; n < DELIMITER_MAX && ahead(s, i) != '(' && ahead(s, i) > ' '; i++)
            close[n++] = ahead(s, i);
        if (ahead(s, i) != '(') return false;
        close[n++] = '"';
    } else {
        return false;
    }
    close[n] = 0;
    skip(s, i + 1);
    while (s->at < s->end && !starts_with(s, close)) step(s);
    skip(s, n);
    add(s, CODE_STRING, line);
    return true;
}

/* 'a in Rust is a lifetime, unless a quote follows. */
static bool read_lifetime(struct scanner *s) {
    if (s->language != RUST || *s->at != '\'' || !is_name_start(ahead(s, 1)) ||
        ahead(s, 2) == '\'' || (unsigned char)ahead(s, 1) >= 0x80)
        return false;
    step(s);
    while (s->at < s->end && is_name_part(*s->at)) step(s);
    add(s, CODE_NAME, s->line);
    return true;
}

static bool read_quoted(struct scanner *s) {
    const char c = *s->at;
    if (read_lifetime(s)) return true;
    if (c != '"' && c != '\'' && !(c == '`' && s->language == JAVASCRIPT)) return false;
    read_string(s);
    return true;
}

/* A slash begins a regular expression of JavaScript where no value can stand before it. */
static bool read_regular_expression(struct scanner *s, bool after_value) {
    if (s->language != JAVASCRIPT || *s->at != '/' || after_value) return false;
    const int32_t line = s->line;
    bool in_class = false;
    step(s);
    for (; s->at < s->end && *s->at != '\n' && (in_class || *s->at != '/'); step(s)) {
        if (*s->at == '[') in_class = true;
        if (*s->at == ']') in_class = false;
        if (*s->at == '\\' && ahead(s, 1) != '\n' && ahead(s, 1) != 0) step(s);
    }
    if (s->at < s->end && *s->at == '/') step(s);
    while (s->at < s->end && is_name_part(*s->at)) step(s); /* its flags */
    add(s, CODE_STRING, line);
    return true;
}

/* ---- numbers, names, operators ---- */

static bool read_number(struct scanner *s) {
    if (!is_digit(*s->at) && !(*s->at == '.' && is_digit(ahead(s, 1)))) return false;
    for (char last = 0; s->at < s->end; last = *s->at, step(s)) {
        const char c = *s->at, next = ahead(s, 1);
        const bool sign = (c == '+' || c == '-') && (last == 'e' || last == 'E');
        const bool point = c == '.' && next != '.';
        const bool separator = c == '\'' && s->language == C_OR_CPP && is_name_part(next);
        if (!is_name_part(c) && !sign && !point && !separator) break;
    }
    add(s, CODE_NUMBER, s->line);
    return true;
}

static bool is_keyword(enum language language, const char *word, size_t length) {
    enum { LONGEST = 14 };
    char searched[LONGEST + 3] = " ";
    if (length > LONGEST) return false;
    memcpy(searched + 1, word, length);
    memcpy(searched + 1 + length, " ", 2);
    return strstr(keywords[language], searched) != NULL;
}

/* Letters directly before a quote belong to the string: b"…", f'…', u8"…". */
static bool is_prefix(const struct scanner *s, const char *word, size_t length) {
    const char next = ahead(s, 0);
    if (length > 2 || (next != '"' && next != '\'')) return false;
    const char *letters = s->language == PYTHON     ? "rRbBfFuU"
                          : s->language == C_OR_CPP ? "LuU8"
                          : s->language == RUST     ? "b"
                                                    : "";
    return strspn(word, letters) >= length;
}

/* Returns whether a value ends here: a name, and no keyword that wants one. */
static bool read_name(struct scanner *s) {
    const char *word = s->at;
    const bool first = s->first_of_line;
    while (s->at < s->end && is_name_part(*s->at)) s->at++;
    const size_t length = (size_t)(s->at - word);
    if (is_prefix(s, word, length)) {
        s->first_of_line = first;
        return true;
    }
    const bool keyword = is_keyword(s->language, word, length);
    add(s, keyword ? hash_of(word, length) : CODE_NAME, s->line);
    return !keyword;
}

static void read_operator(struct scanner *s) {
    const char two[] = {*s->at, ahead(s, 1), ' ', 0};
    const bool pair = two[1] > ' ' && strstr(pairs, two) != NULL;
    if (strchr("([{", *s->at) != NULL) s->brackets++;
    if (strchr(")]}", *s->at) != NULL && s->brackets > 0) s->brackets--;
    add(s, hash_of(s->at, pair ? 2 : 1), s->line);
    skip(s, pair ? 2 : 1);
}

bool tokens_read(struct tokens *t, const char *text, size_t size, enum language language,
                 struct th_error *e) {
    struct scanner s = {text, text + size, language, 1, 0, true, t, false};
    bool after_value = false;
    if (language == NO_LANGUAGE) return true;
    while (s.at < s.end && !s.out_of_memory) {
        const char c = *s.at;
        if ((unsigned char)c <= ' ' || c == '\\') {
            step(&s);
        } else if (skip_comment(&s)) {
        } else if (read_raw_string(&s) || read_quoted(&s) || read_number(&s) ||
                   read_regular_expression(&s, after_value)) {
            after_value = true;
        } else if (is_name_start(c)) {
            after_value = read_name(&s);
        } else {
            read_operator(&s);
            after_value = c == ')' || c == ']' || c == '}';
        }
    }
    return !s.out_of_memory || th_fail(e, "out of memory");
}

void tokens_drop(struct tokens *t) {
    free(t->list);
    *t = (struct tokens){0};
}
