#include "network_gradient.h"

#include "core/wide.h"
#include <math.h>
#include <string.h>

enum { UNITS = Y_NETWORK_UNITS, NEAR = Y_NETWORK_NEAR };

/* The three distances of a cell to the sides, in another order. */
void y_turned_cells(int size, int symmetry, uint8_t to[]) {
    static const uint8_t order[Y_SYMMETRIES][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int r = 0; r < size; r++)
        for (int c = 0; c <= r; c++) {
            const int from[3] = {size - 1 - r, c, r - c};
            const int x = from[order[symmetry][0]], y = from[order[symmetry][1]];
            to[y_index(r, c)] = (uint8_t)y_index(size - 1 - x, y);
        }
}

static void exchange(const struct y_network *w, struct y_network *turned) {
    for (int b = 0; b < Y_NETWORK_BLOCKS; b++)
        for (int i = 0; i < UNITS; i++)
            for (int j = 0; j < UNITS; j++) {
                turned->block[b].cell[i][j] = w->block[b].cell[j][i];
                turned->block[b].board[i][j] = w->block[b].board[j][i];
            }
}

void y_gradient_begin(struct y_gradient *g, const struct y_network *w) {
    memset(&g->by, 0, sizeof g->by);
    g->policy_loss = g->value_loss = 0;
    g->policies = g->values = 0;
    exchange(w, &g->turned);
}

/* What the gradient of a block is made of, by cell. */
struct back_work {
    float mixed[Y_CELLS_MAX][UNITS];        /* cells with their neighbours, as in the block */
    float by_mixed[Y_CELLS_MAX + 1][UNITS]; /* the gradient by those; off the board 0 */
};

typedef void back_block(const struct y_network_block *b, const struct y_network_block *turned,
                        int size, const y_units x, const y_units out, y_units back, y_units before,
                        struct back_work *work, struct y_network_block *gradient);

#define LANES 4
#define TARGET
#define NAME(name) name##_4
#include "network_back.h"

#if defined(__x86_64__)
#define LANES      8
#define TARGET     __attribute__((target("avx2")))
#define NAME(name) name##_8
#include "network_back.h"

#define LANES      16
#define TARGET     __attribute__((target("avx512f")))
#define NAME(name) name##_16
#include "network_back.h"
#endif

static back_block *const back_block_of_width[] = {
    back_block_4,
#if defined(__x86_64__)
    back_block_8,
    back_block_16,
#endif
};

WIDE static void back_first(int size, const float in[][Y_NETWORK_INPUTS], const y_units out,
                            y_units back, struct y_network *gradient) {
    const struct y_near *near = y_network_near(size);
    const int cells = y_cells(size);
    for (int i = 0; i < cells; i++) {
        for (int j = 0; j < UNITS; j++) {
            if (!(out[i][j] > 0)) back[i][j] = 0;
            gradient->first_bias[j] += back[i][j];
        }
        for (int k = 0; k < Y_NETWORK_NEAR; k++) {
            const int from = near->of[i][k];
            if (from == cells) continue;
            for (int m = 0; m < Y_NETWORK_INPUTS; m++) {
                const float x = in[from][m];
                if (x == 0) continue;
                for (int j = 0; j < UNITS; j++) gradient->first[k][m][j] += x * back[i][j];
            }
        }
    }
}

/* The losses of the outputs, and the gradient by the units of the last layer. */
static void back_heads(const struct y_network *w, struct y_gradient *at, y_units back) {
    const struct y_example *x = &at->example;
    const int cells = y_cells(x->size);
    const y_units *last = (const y_units *)&at->layer[Y_NETWORK_BLOCKS];
    struct y_network *g = &at->by;
    struct y_network_output *out = &at->out;
    float most = -1e30F, total = 0, shares = 0;
    float by_mean[UNITS] = {0}, by_most[UNITS] = {0};
    for (int i = 0; i < cells; i++) {
        if (x->empty[i] && out->cell[i] > most) most = out->cell[i];
        shares += x->policy[i];
    }
    for (int i = 0; i < cells; i++)
        if (x->empty[i]) total += expf(out->cell[i] - most);
    const float chance = 1 / (1 + expf(-out->value)), error = chance - x->chance;
    at->value_loss -=
        (double)(x->chance * logf(chance + 1e-9F) + (1 - x->chance) * logf(1 - chance + 1e-9F));
    at->values++;
    g->value_bias += error;
    for (int h = 0; h < Y_NETWORK_HIDDEN; h++) {
        g->value[h] += error * out->hidden[h];
        const float by_hidden = out->hidden[h] > 0 ? error * w->value[h] : 0;
        g->hidden_bias[h] += by_hidden;
        for (int j = 0; j < UNITS; j++) {
            g->hidden[j][h] += by_hidden * out->mean[j];
            g->hidden[UNITS + j][h] += by_hidden * out->most[j];
            by_mean[j] += by_hidden * w->hidden[j][h];
            by_most[j] += by_hidden * w->hidden[UNITS + j][h];
        }
    }
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < UNITS; j++) back[i][j] = by_mean[j] / (float)cells;
    for (int j = 0; j < UNITS; j++)
        for (int i = 0; i < cells; i++)
            if ((*last)[i][j] > 0 && (*last)[i][j] >= out->most[j]) {
                back[i][j] += by_most[j];
                break;
            }
    if (shares <= 0) return;
    at->policies++;
    for (int i = 0; i < cells; i++) {
        if (!x->empty[i]) continue;
        const float p = expf(out->cell[i] - most) / total, wrong = p - x->policy[i];
        at->policy_loss -= (double)(x->policy[i] * logf(p + 1e-9F));
        g->policy_bias += wrong;
        for (int j = 0; j < UNITS; j++) {
            g->policy[j] += wrong * (*last)[i][j];
            back[i][j] += wrong * w->policy[j];
        }
    }
}

void y_gradient_add(struct y_gradient *at, const struct y_network *w) {
    y_units *layer[Y_NETWORK_LAYERS];
    const int size = at->example.size;
    const float(*in)[Y_NETWORK_INPUTS] = (const float(*)[Y_NETWORK_INPUTS])at->example.in;
    for (int i = 0; i < Y_NETWORK_LAYERS; i++) layer[i] = &at->layer[i];
    y_network_forward(w, size, in, layer, &at->out);
    int turn = 0;
    struct back_work work;
    back_block *const by = back_block_of_width[y_network_widths() - 1];
    back_heads(w, at, at->back[0]);
    for (int i = Y_NETWORK_BLOCKS - 1; i >= 0; i--, turn ^= 1)
        by(&w->block[i], &at->turned.block[i], size, (const float(*)[UNITS])at->layer[i],
           (const float(*)[UNITS])at->layer[i + 1], at->back[turn], at->back[turn ^ 1], &work,
           &at->by.block[i]);
    back_first(size, in, (const float(*)[UNITS])at->layer[0], at->back[turn], &at->by);
}
