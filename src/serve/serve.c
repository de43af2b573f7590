#include "serve.h"

#include "core/text.h"
#include "http.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- where games are kept ---- */

/* Makes the folders above a file, for this user alone. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

/* XDG_DATA_HOME/tahur/games.db, or ~/.local/share/tahur/games.db. */
static bool usual_file(char out[1024], struct th_error *e) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = 0;
    if (data != NULL && data[0] == '/')
        n = snprintf(out, 1024, "%s/tahur/games.db", data);
    else if (home != NULL && home[0] == '/')
        n = snprintf(out, 1024, "%s/.local/share/tahur/games.db", home);
    if (n <= 0 || n >= 1024)
        return th_fail(e, "there is no home for the games: --data names a file");
    make_folders(out);
    return true;
}

/* ---- where it listens ---- */

static bool is_loopback(const struct sockaddr *a) {
    if (a->sa_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)(const void *)a)->sin_addr.s_addr) >> 24) == 127;
    return a->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr);
}

/* Connections inherit the buffer: what the system keeps for viewers that do not read is limited. */
static int open_socket(const struct addrinfo *a) {
    const int yes = 1, buffer = LIMIT_SEND_BUFFER, s = socket(a->ai_family, SOCK_STREAM, 0);
    if (s < 0) return -1;
    fcntl(s, F_SETFD, FD_CLOEXEC);
    fcntl(s, F_SETFL, fcntl(s, F_GETFL) | O_NONBLOCK);
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    setsockopt(s, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    if (bind(s, a->ai_addr, a->ai_addrlen) == 0 && listen(s, 256) == 0) return s;
    const int why = errno;
    close(s);
    errno = why;
    return -1;
}

/* What the system has made of the address and the port. */
struct place {
    char address[64];
    int port, socket;
    bool loopback;
};

static bool listen_at(const char *listen, int port, struct place *out, struct th_error *e) {
    const struct addrinfo wish = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    char service[8], wrong[TEXT_CLIP_BYTES];
    snprintf(service, sizeof service, "%d", port);
    text_clip(listen, wrong);
    if (getaddrinfo(listen, service, &wish, &found) != 0)
        return th_fail(e,
                       "'%s' is no address of this machine: 127.0.0.1 is for this machine alone, "
                       "0.0.0.0 for all that can reach it",
                       wrong);
    out->socket = open_socket(found);
    out->loopback = is_loopback(found->ai_addr);
    const int why = errno;
    freeaddrinfo(found);
    if (out->socket < 0 && why == EADDRINUSE)
        return th_fail(e, "port %d is in use already: --port takes another", port);
    if (out->socket < 0)
        return th_fail(e, "cannot listen at %s, port %d: %s", wrong, port, strerror(why));
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char number[8];
    getsockname(out->socket, (struct sockaddr *)&own, &size);
    getnameinfo((struct sockaddr *)&own, size, out->address, sizeof out->address, number,
                sizeof number, NI_NUMERICHOST | NI_NUMERICSERV);
    out->port = atoi(number);
    return true;
}

/* ---- who may come ---- */

static bool split_hosts(char *list, struct guard *g, struct th_error *e) {
    for (char *name = strtok(list, ", "); name != NULL; name = strtok(NULL, ", ")) {
        if (g->hosts == GUARD_HOSTS_MAX)
            return th_fail(e, "--host takes at most %d names", GUARD_HOSTS_MAX);
        g->host[g->hosts++] = name;
    }
    return true;
}

static bool set_token(const struct serve_settings *s, struct guard *g, struct th_error *e) {
    if (s->token != NULL) {
        if (!guard_check_token(s->token, e)) return false;
        snprintf(g->token, sizeof g->token, "%s", s->token);
        return true;
    }
    return !g->beyond || names_new(g->token) || th_fail(e, "the system gives no random numbers");
}

/* ---- what it prints ---- */

static bool is_anywhere(const char *address) {
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static void print_link(const struct guard *g, const char *name) {
    const bool six = strchr(name, ':') != NULL;
    printf("http://%s%s%s:%d/%s%s\n", six ? "[" : "", name, six ? "]" : "", g->port,
           g->token[0] != 0 ? "?token=" : "", g->token);
}

/* One link for each address of this machine that others can use; false if there is none. Those of
 * one network alone (fe80::) would need the name of a device, which no link can have. */
static bool print_addresses(const struct guard *g, int family) {
    struct ifaddrs *all = NULL;
    char address[INET6_ADDRSTRLEN];
    bool some = false;
    if (getifaddrs(&all) != 0) return false;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        const struct sockaddr *a = i->ifa_addr;
        if (a == NULL || a->sa_family != family || is_loopback(a)) continue;
        const bool six = family == AF_INET6;
        if (six &&
            IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr))
            continue;
        const socklen_t size = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        if (getnameinfo(a, size, address, sizeof address, NULL, 0, NI_NUMERICHOST) != 0) continue;
        print_link(g, address);
        some = true;
    }
    freeifaddrs(all);
    return some;
}

/* Links that others can open: in numbers first, since not every network knows this machine's name.
 */
static void greet(const struct guard *g, struct log *log) {
    if (g->beyond)
        log_line(log,
                 "tahur serve: warning: others than this machine can reach this service, and what "
                 "they send and get is not encrypted; it answers only those who have the token");
    log_drain(log, 5); /* before the links, where both go to one terminal */
    if (!is_anywhere(g->listen)) {
        print_link(g, g->listen);
    } else {
        bool some = print_addresses(g, AF_INET);
        if (strcmp(g->listen, "::") == 0) some |= print_addresses(g, AF_INET6);
        if (g->machine[0] != 0) print_link(g, g->machine);
        if (!some && g->machine[0] == 0) print_link(g, "localhost");
    }
    fflush(stdout);
}

/* ---- running ---- */

/* Viewers are many files. */
static void allow_files(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* A library may have threads of its own that any signal can reach: so a handler, not sigwait. */
static sem_t end;

static void on_end(int signal_number) {
    (void)signal_number;
    sem_post(&end);
}

/* The first signal ends it well, the second at once. */
static void watch_signals(void) {
    struct sigaction first = {.sa_handler = on_end, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    sem_init(&end, 0, 0);
    sigemptyset(&first.sa_mask);
    sigaction(SIGINT, &first, NULL);
    sigaction(SIGTERM, &first, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void await_end(struct log *log) {
    while (sem_wait(&end) != 0 && errno == EINTR) {
    }
    log_line(log, "tahur serve: ending; a second signal ends it at once");
}

static bool run(const char *path, const struct serve_settings *s, const struct guard *g, int socket,
                bool *usage, struct th_error *e) {
    static struct house house; /* large, and one alone */
    const int keep = s->keep_days != SERVE_KEEP_USUAL ? s->keep_days
                     : g->beyond                      ? SERVE_KEEP_BEYOND
                                                      : 0;
    if (!house_open(&house, path, s->threads, (int64_t)keep * 86400, e)) {
        close(socket);
        return false;
    }
    *usage = false;
    watch_signals();
    struct http *http = http_open(&house, g, socket, e);
    if (http != NULL) {
        greet(g, &house.log);
        await_end(&house.log);
    }
    house_quiet(&house);
    if (http != NULL) http_close(http);
    house_close(&house);
    return http != NULL;
}

bool serve_run(const struct serve_settings *s, bool *usage, struct th_error *e) {
    struct place place;
    struct guard guard = {0};
    char usual[1024];
    char *hosts = strdup(s->hosts != NULL ? s->hosts : "");
    bool ok = hosts != NULL && split_hosts(hosts, &guard, e);
    *usage = true;
    if (ok) ok = s->token == NULL || guard_check_token(s->token, e);
    if (ok && s->data == NULL) ok = usual_file(usual, e);
    if (ok && (ok = listen_at(s->listen, s->port, &place, e))) {
        guard.listen = place.address;
        guard.port = place.port;
        guard.beyond = !place.loopback;
        if (is_anywhere(guard.listen) && gethostname(guard.machine, sizeof guard.machine - 1) != 0)
            guard.machine[0] = 0;
        allow_files();
        ok = set_token(s, &guard, e) &&
             run(s->data != NULL ? s->data : usual, s, &guard, place.socket, usage, e);
    }
    free(hosts);
    return ok;
}
