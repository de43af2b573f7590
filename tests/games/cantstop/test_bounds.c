/* The bracket for the optimum of the race: against the known optima, on any number of threads, with
 * good and with useless values. The solution that is kept in a folder: killed at any point, it goes
 * on to the same bits; what is damaged is named and left alone. */
#include "cmocka_includes.h"
#include "games/cantstop/bounds.h"
#include "games/cantstop/retrograde.h"
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int nowhere[RACE_COLUMNS_MAX];

static struct cantstop_race *make_race(int sides, int shortest, int forced) {
    struct th_error e;
    struct cantstop_race *race = cantstop_race_new(sides, shortest, forced, &e);
    assert_non_null(race);
    return race;
}

static double optimum(const struct cantstop_race *race) {
    struct retrograde g;
    struct th_error e;
    const struct retrograde_watch watch = {.threads = 1};
    assert_true(cantstop_retrograde_solve(&g, race, nowhere, &watch, &e));
    const double turns = cantstop_retrograde_value(&g, nowhere);
    cantstop_retrograde_drop(&g);
    return turns;
}

/* ---- the bracket ---- */

static struct bounds bracket(const struct approx *v, int games, int threads) {
    struct bounds b;
    struct th_error e;
    const struct bounds_settings s = {.games = games,
                                      .scenarios = games,
                                      .regret = 0.1,
                                      .paths = 10,
                                      .seed = 1,
                                      .threads = threads};
    if (!cantstop_bounds(&b, v, nowhere, &s, &e)) fail_msg("%s", e.text);
    return b;
}

/* Within four standard errors, and what numbers of single precision round. */
static void assert_brackets(const struct bounds *b, double turns) {
    static const double rounding = 1e-5;
    if (b->upper.mean + 4 * b->upper.error + rounding < turns)
        fail_msg("at most %.6f ± %.6f, but it is %.6f", b->upper.mean, b->upper.error, turns);
    if (b->lower.mean - 4 * b->lower.error - rounding > turns)
        fail_msg("at least %.6f ± %.6f, but it is %.6f", b->lower.mean, b->lower.error, turns);
    assert_true(b->proved <= turns);
}

static void fit(struct approx *v, const struct cantstop_race *race, int threads) {
    struct th_error e;
    const struct approx_watch watch = {.threads = threads};
    assert_true(cantstop_approx_make(v, race, &e));
    assert_true(cantstop_approx_fit(v, &watch, &e));
}

static void known_optima_are_in_the_bracket(void **state) {
    (void)state;
    static const int variants[][2] = {{2, 3}, {3, 1}, {4, 1}};
    for (int i = 0; i < 6; i++) {
        struct cantstop_race *race = make_race(variants[i / 2][0], variants[i / 2][1], i % 2);
        struct approx v;
        fit(&v, race, 2);
        const struct bounds b = bracket(&v, race->sides < 4 ? 100 : 8, 2);
        assert_brackets(&b, optimum(race));
        assert_int_equal(b.complete, race->sides < 4);
        assert_true(b.upper.mean - b.lower.mean < 0.1);
        cantstop_approx_drop(&v);
        cantstop_race_drop(race);
    }
}

/* Values that know nothing: every position that is not over needs one turn. */
static void useless_values_give_a_wider_bracket(void **state) {
    (void)state;
    for (int forced = 0; forced < 2; forced++) {
        struct cantstop_race *race = make_race(2, 2, forced);
        struct approx v;
        struct th_error e;
        assert_true(cantstop_approx_make(&v, race, &e));
        const struct bounds b = bracket(&v, 400, 1);
        assert_true(b.complete);
        assert_brackets(&b, optimum(race));
        assert_true(b.upper.error > 0 && b.lower.error > 0);
        cantstop_approx_drop(&v);
        cantstop_race_drop(race);
    }
}

static void threads_change_no_bit(void **state) {
    (void)state;
    struct cantstop_race *race = make_race(3, 1, 1);
    struct approx one, three;
    fit(&one, race, 1);
    fit(&three, race, 3);
    assert_memory_equal(one.row, three.row, (size_t)one.rows * sizeof *one.row);
    const struct bounds a = bracket(&one, 30, 1), b = bracket(&three, 30, 3);
    assert_memory_equal(&a.upper.mean, &b.upper.mean, sizeof a.upper.mean);
    assert_memory_equal(&a.lower.mean, &b.lower.mean, sizeof a.lower.mean);
    assert_memory_equal(&a.lower.error, &b.lower.error, sizeof a.lower.error);
    assert_int_equal(a.given_up, b.given_up);
    cantstop_approx_drop(&one);
    cantstop_approx_drop(&three);
    cantstop_race_drop(race);
}

/* ---- the solution in a folder ---- */

struct folder {
    char path[64];
};

static struct folder make_folder(void) {
    struct folder f = {"/tmp/tahur-layers-XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    return f;
}

static int files_of(const struct folder *f, bool removes) {
    DIR *d = opendir(f->path);
    int files = 0;
    assert_non_null(d);
    for (struct dirent *entry; (entry = readdir(d)) != NULL;) {
        char path[400];
        if (entry->d_name[0] == '.' && strlen(entry->d_name) < 3) continue;
        snprintf(path, sizeof path, "%s/%s", f->path, entry->d_name);
        files += strncmp(entry->d_name, "layer-", 6) == 0;
        if (removes) unlink(path);
    }
    closedir(d);
    if (removes) rmdir(f->path);
    return files;
}

struct end {
    uint64_t at; /* positions; 0: never */
};

static void kill_at(void *context, uint64_t done) {
    const struct end *end = context;
    if (end->at > 0 && done >= end->at) kill(getpid(), SIGKILL);
}

static bool solve_in(const struct folder *f, const struct cantstop_race *race, struct end end,
                     struct retrograde *g, struct th_error *e) {
    struct layers layers;
    if (!cantstop_layers_open(&layers, f->path, race, nowhere, e)) {
        *g = (struct retrograde){0};
        return false;
    }
    const struct retrograde_watch watch = {
        .threads = 2, .layers = &layers, .progress = kill_at, .context = &end};
    const bool ok = cantstop_retrograde_solve(g, race, nowhere, &watch, e);
    cantstop_layers_close(&layers);
    return ok;
}

static void assert_solved(const struct folder *f, const struct cantstop_race *race) {
    struct retrograde kept, plain;
    struct th_error e;
    const struct retrograde_watch watch = {.threads = 1};
    if (!solve_in(f, race, (struct end){0}, &kept, &e)) fail_msg("%s", e.text);
    assert_true(cantstop_retrograde_solve(&plain, race, nowhere, &watch, &e));
    assert_memory_equal(kept.value, plain.value, plain.vectors * sizeof *plain.value);
    cantstop_retrograde_drop(&kept);
    cantstop_retrograde_drop(&plain);
}

/* A process that solves there until it is killed: by itself at a position, or from outside. */
static void solve_and_die(const struct folder *f, const struct cantstop_race *race, uint64_t at,
                          long nanoseconds) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct retrograde g;
        struct th_error e;
        const bool ok = solve_in(f, race, (struct end){at}, &g, &e);
        _exit(ok ? 0 : 1);
    }
    int status;
    if (at == 0) {
        nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
        kill(child, SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(!WIFEXITED(status) || WEXITSTATUS(status) == 0);
}

static void killed_runs_go_on_to_the_same_bits(void **state) {
    (void)state;
    uint64_t random = 1;
    for (int forced = 0; forced < 2; forced++) {
        struct cantstop_race *race = make_race(3, 2, forced);
        struct folder f = make_folder();
        int before = 0;
        for (int i = 0; i < 12; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            solve_and_die(&f, race, i % 2 == 0 ? 1 + random % 700 : 0, (long)(random >> 40));
            const int files = files_of(&f, false);
            assert_true(files >= before); /* nothing that was finished is lost */
            before = files;
        }
        assert_solved(&f, race);
        assert_solved(&f, race); /* all from the folder */
        files_of(&f, true);
        cantstop_race_drop(race);
    }
}

static char *layer_of(const struct folder *f, char path[400]) {
    snprintf(path, 400, "%s/layer-009-00000", f->path);
    return path;
}

static void change_byte(const char *path, long at) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    const int c = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    fputc(c ^ 1, file);
    fclose(file);
}

static void damage_is_named_and_left_alone(void **state) {
    (void)state;
    struct cantstop_race *race = make_race(3, 1, 0), *other = make_race(3, 1, 1);
    struct folder f = make_folder();
    struct retrograde g;
    struct th_error e;
    char path[400];
    assert_solved(&f, race);
    const int files = files_of(&f, false);
    static const long places[] = {0, 20, 200, -1};
    for (int i = 0; i < 5; i++) {
        if (i < 4)
            change_byte(layer_of(&f, path), places[i]);
        else
            assert_int_equal(truncate(layer_of(&f, path), 10), 0);
        assert_false(solve_in(&f, race, (struct end){0}, &g, &e));
        cantstop_retrograde_drop(&g);
        assert_non_null(strstr(e.text, path));
        assert_non_null(strstr(e.text, "damaged"));
        assert_null(strchr(e.text, '\n'));
        assert_int_equal(files_of(&f, false), files);
        if (i < 4) change_byte(path, places[i]); /* it was left as it was */
    }
    assert_int_equal(unlink(path), 0);
    assert_solved(&f, race);
    assert_false(solve_in(&f, other, (struct end){0}, &g, &e));
    cantstop_retrograde_drop(&g);
    assert_non_null(strstr(e.text, "another race"));
    files_of(&f, true);
    cantstop_race_drop(race);
    cantstop_race_drop(other);
}

static void a_folder_is_for_one_process(void **state) {
    (void)state;
    struct cantstop_race *race = make_race(2, 1, 0);
    struct folder f = make_folder();
    struct layers first, second;
    struct th_error e;
    assert_true(cantstop_layers_open(&first, f.path, race, nowhere, &e));
    assert_false(cantstop_layers_open(&second, f.path, race, nowhere, &e));
    assert_non_null(strstr(e.text, "another process"));
    cantstop_layers_close(&first);
    assert_true(cantstop_layers_open(&second, f.path, race, nowhere, &e));
    cantstop_layers_close(&second);
    assert_false(cantstop_layers_open(&first, "/dev/null", race, nowhere, &e));
    assert_false(cantstop_layers_open(&first, "/no/such/folder", race, nowhere, &e));
    files_of(&f, true);
    cantstop_race_drop(race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_optima_are_in_the_bracket),
        cmocka_unit_test(useless_values_give_a_wider_bracket),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(killed_runs_go_on_to_the_same_bits),
        cmocka_unit_test(damage_is_named_and_left_alone),
        cmocka_unit_test(a_folder_is_for_one_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
