#include "plain_network.h"

#include <stdlib.h>

void plain_forward(const struct network *n, float *const activation[], int rows) {
    for (int l = 0; l < n->shape.layers; l++) {
        const int ins = n->shape.size[l], outs = n->shape.size[l + 1];
        const float *weights = n->parameters + network_weights_at(&n->shape, l);
        const float *biases = n->parameters + network_biases_at(&n->shape, l);
        for (int r = 0; r < rows; r++)
            for (int o = 0; o < outs; o++) {
                float sum = biases[o];
                for (int i = 0; i < ins; i++)
                    sum += activation[l][r * ins + i] * weights[i * outs + o];
                const bool cut = l + 1 < n->shape.layers && sum < 0;
                activation[l + 1][r * outs + o] = cut ? 0 : sum;
            }
    }
}

void plain_backward(const struct network *n, float *const activation[], float *const slope[],
                    int rows, float gradients[]) {
    for (int l = n->shape.layers - 1; l >= 0; l--) {
        const int ins = n->shape.size[l], outs = n->shape.size[l + 1];
        const float *weights = n->parameters + network_weights_at(&n->shape, l);
        float *by_weight = gradients + network_weights_at(&n->shape, l);
        float *by_bias = gradients + network_biases_at(&n->shape, l);
        for (int i = 0; i < ins; i++)
            for (int o = 0; o < outs; o++) {
                float sum = 0;
                for (int r = 0; r < rows; r++)
                    sum += activation[l][r * ins + i] * slope[l + 1][r * outs + o];
                by_weight[i * outs + o] = sum;
            }
        for (int o = 0; o < outs; o++) {
            float sum = 0;
            for (int r = 0; r < rows; r++) sum += slope[l + 1][r * outs + o];
            by_bias[o] = sum;
        }
        for (int r = 0; l > 0 && r < rows; r++)
            for (int i = 0; i < ins; i++) {
                float sum = 0;
                for (int o = 0; o < outs; o++)
                    sum += slope[l + 1][r * outs + o] * weights[i * outs + o];
                slope[l][r * ins + i] = activation[l][r * ins + i] > 0 ? sum : 0;
            }
    }
}

float *plain_rooms(const struct network_shape *shape, int rows, float *room[]) {
    size_t columns = 0;
    for (int l = 0; l <= shape->layers; l++) columns += (size_t)shape->size[l];
    float *memory = calloc(columns * (size_t)rows, sizeof *memory);
    for (int l = 0, at = 0; l <= shape->layers; at += rows * shape->size[l++])
        room[l] = memory + at;
    return memory;
}
