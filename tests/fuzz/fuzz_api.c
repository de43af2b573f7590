/* Arbitrary bytes as requests: "METHOD PATH\n" and the body up to a zero, one request after
 * another, on a service without network and without threads. In paths and bodies @ is the name of a
 * game that is there and $ its key. Whatever comes, there is an answer: JSON with a status. */
#include "serve/api.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct hub hub;
static char id[2][ID_BYTES], key[2][ID_BYTES];

static void ready(struct api_waiter *w) {
    free(w->answer.body);
}

static json_t *ask(const char *method, const char *path, const char *body, size_t size) {
    struct api_waiter waiter = {.ready = ready};
    struct api_answer answer = {0};
    const struct api_request request = {
        .method = method, .path = path, .body = body, .size = size, .client = 1, .waiter = &waiter};
    json_t *json = NULL;
    memset(&hub.clients, 0, sizeof hub.clients); /* there is no limit here */
    pthread_mutex_lock(&hub.lock);
    const enum api_result result = api_handle(&hub, &request, &answer);
    /* There are no workers: waiting requests are refused at once. */
    for (struct job *job; (job = queue_take(&hub.pool.queue, true)) != NULL;) job->done(job);
    pthread_mutex_unlock(&hub.lock);
    if (result != API_ANSWERED) return NULL;
    if (answer.status < 200 || answer.status > 503 || answer.body == NULL) abort();
    if (strcmp(answer.type, "application/json") == 0) {
        json = json_loadb(answer.body, answer.size, 0, NULL);
        if (json == NULL) abort();
        /* The bots of Y have other words for it. */
        if (answer.status >= 400 && json_object_get(json, "error") == NULL &&
            json_object_get(json, "message") == NULL)
            abort();
    }
    free(answer.body);
    return json;
}

static void make_game(int i, const char *body) {
    json_t *made = ask("POST", "/api/v1/games", body, strlen(body));
    strcpy(id[i], json_string_value(json_object_get(made, "id")));
    strcpy(key[i], json_string_value(json_object_get(made, "key")));
    json_decref(made);
}

static void open_hub(void) {
    /* In memory where the system has a folder for that: every game that is made is saved. */
    static char path[40];
    snprintf(path, sizeof path, "%s/fuzz-api-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    char log[sizeof path + 4];
    struct th_error e;
    const int file = mkstemp(path);
    if (file < 0) abort();
    close(file);
    if (!hub_open(&hub, path, 0, 0, &e)) abort();
    unlink(path); /* no file is left, however this ends */
    snprintf(log, sizeof log, "%s-wal", path);
    unlink(log);
    make_game(0, "{\"game\":\"y\",\"options\":{\"size\":4},\"players\":[{\"kind\":\"here\"},"
                 "{\"kind\":\"here\"}]}");
    make_game(1, "{\"game\":\"kittens\",\"players\":[{\"kind\":\"here\"},{\"kind\":\"bot\",\"bot\":"
                 "\"easy\"}]}");
}

/* With @ and $ filled in, of the game that is this input's. */
static char *fill_in(const uint8_t *data, size_t size, int game, size_t *length) {
    char *out = malloc(size * ID_CHARACTERS + 1);
    size_t used = 0;
    if (out == NULL) abort();
    for (size_t i = 0; i < size; i++) {
        const char *what = data[i] == '@' ? id[game] : data[i] == '$' ? key[game] : NULL;
        if (what == NULL)
            out[used++] = (char)data[i];
        else
            memcpy(out + used, what, ID_CHARACTERS), used += ID_CHARACTERS;
    }
    out[used] = 0;
    *length = used;
    return out;
}

/* One request. */
static void try_one(const uint8_t *data, size_t size) {
    size_t length;
    char *all = fill_in(data, size, size > 0 && data[0] == 'p' ? 1 : 0, &length);
    char *end = memchr(all, '\n', length);
    char *body = end != NULL ? end + 1 : all + length;
    if (end != NULL) *end = 0;
    char *path = strchr(all, ' ');
    if (path != NULL) *path++ = 0;
    const char *method = strcmp(all, "p") == 0 ? "POST" : all;
    json_decref(ask(method, path != NULL ? path : "/", body, length - (size_t)(body - all)));
    free(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool opened;
    if (!opened) open_hub();
    opened = true;
    while (size > 0) {
        const uint8_t *end = memchr(data, 0, size);
        const size_t n = end != NULL ? (size_t)(end - data) : size;
        if (n > 0) try_one(data, n);
        data += end != NULL ? n + 1 : n;
        size -= end != NULL ? n + 1 : n;
    }
    return 0;
}
