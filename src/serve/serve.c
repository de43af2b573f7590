/* Starts the service (file, socket, token, printed links) and waits for the signal to end. */
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

/* ---- the file ---- */

/* Makes the folders above a file, accessible only for this user. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

/* XDG_DATA_HOME/tahur/games.db, or ~/.local/share/tahur/games.db. */
static bool default_file(char out[1024], struct th_error *e) {
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

/* ---- the socket ---- */

static bool is_loopback(const struct sockaddr *a) {
    if (a->sa_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)(const void *)a)->sin_addr.s_addr) >> 24) == 127;
    return a->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr);
}

/* Connections inherit the size of the send buffer, which limits the memory for viewers that do not
 * read. */
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

/* The address and the port after binding. */
struct endpoint {
    char address[64];
    int port, socket;
    bool loopback;
};

static bool listen_at(const char *listen, int port, struct endpoint *out, struct th_error *e) {
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

/* ---- access ---- */

static bool split_hosts(char *list, struct access *a, struct th_error *e) {
    for (char *name = strtok(list, ", "); name != NULL; name = strtok(NULL, ", ")) {
        if (a->hosts == ACCESS_HOSTS_MAX)
            return th_fail(e, "--host takes at most %d names", ACCESS_HOSTS_MAX);
        a->host[a->hosts++] = name;
    }
    return true;
}

static bool set_token(const struct serve_settings *s, struct access *a, struct th_error *e) {
    if (s->token != NULL) {
        if (!access_check_token(s->token, e)) return false;
        snprintf(a->token, sizeof a->token, "%s", s->token);
        return true;
    }
    return !a->remote || id_new(a->token) || th_fail(e, "the system gives no random numbers");
}

/* ---- links ---- */

static bool is_wildcard(const char *address) {
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static void add_address(struct access *a, const char *name) {
    const bool six = strchr(name, ':') != NULL;
    if (a->addresses < ACCESS_ADDRESSES_MAX)
        snprintf(a->address[a->addresses++], ACCESS_ADDRESS_BYTES, "http://%s%s%s:%d",
                 six ? "[" : "", name, six ? "]" : "", a->port);
}

/* Adds each address of this machine that others can use. Link-local addresses (fe80::) would need
 * the name of a device, which a link cannot contain. */
static void add_own_addresses(struct access *a, int family) {
    struct ifaddrs *all = NULL;
    char text[INET6_ADDRSTRLEN];
    if (getifaddrs(&all) != 0) return;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        const struct sockaddr *address = i->ifa_addr;
        if (address == NULL || address->sa_family != family || is_loopback(address)) continue;
        const bool six = family == AF_INET6;
        if (six &&
            IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr))
            continue;
        const socklen_t size = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        if (getnameinfo(address, size, text, sizeof text, NULL, 0, NI_NUMERICHOST) != 0) continue;
        add_address(a, text);
    }
    freeifaddrs(all);
}

/* Numeric addresses first, since not every network resolves this machine's name. */
static void find_addresses(struct access *a) {
    if (!is_wildcard(a->listen)) {
        add_address(a, a->listen);
        return;
    }
    add_own_addresses(a, AF_INET);
    if (strcmp(a->listen, "::") == 0) add_own_addresses(a, AF_INET6);
    if (a->machine[0] != 0) add_address(a, a->machine);
    if (a->addresses == 0) add_address(a, "localhost");
}

static void print_links(const struct access *a, struct log *log) {
    if (a->remote)
        log_line(log,
                 "tahur serve: warning: others than this machine can reach this service, and what "
                 "they send and get is not encrypted; it answers only those who have the token");
    log_drain(log, 5); /* before the links, if both go to one terminal */
    for (int i = 0; i < a->addresses; i++)
        printf("%s/%s%s\n", a->address[i], a->token[0] != 0 ? "?token=" : "", a->token);
    fflush(stdout);
}

/* ---- running ---- */

/* Every connection is a file descriptor. */
static void raise_file_limit(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* A handler instead of sigwait, since threads of libraries may receive the signal. */
static sem_t end;

static void on_end(int signal_number) {
    (void)signal_number;
    sem_post(&end);
}

/* The first signal ends the service in order, the second at once. */
static void install_handlers(void) {
    struct sigaction first = {.sa_handler = on_end, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    /* The runtime of clang 14's thread sanitizer loses a signal that arrives during a thread's
     * first blocking call. This one comes before the handlers and does not block. */
    sem_init(&end, 0, 1);
    sem_wait(&end);
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

static bool run(const char *path, const struct serve_settings *s, const struct access *a,
                int socket, bool *usage, struct th_error *e) {
    static struct hub hub; /* too large for the stack */
    const int keep = s->keep_days != SERVE_KEEP_DEFAULT ? s->keep_days
                     : a->remote                        ? SERVE_KEEP_REMOTE
                                                        : 0;
    if (!hub_open(&hub, path, s->threads, (int64_t)keep * 86400, e)) {
        close(socket);
        return false;
    }
    hub.access = a;
    *usage = false;
    install_handlers();
    struct http *http = http_open(&hub, a, socket, e);
    if (http != NULL) {
        print_links(a, &hub.log);
        await_end(&hub.log);
    }
    hub_stop(&hub);
    if (http != NULL) http_close(http);
    hub_close(&hub);
    return http != NULL;
}

bool serve_run(const struct serve_settings *s, bool *usage, struct th_error *e) {
    struct endpoint endpoint;
    struct access access = {0};
    char file[1024];
    char *hosts = strdup(s->hosts != NULL ? s->hosts : "");
    bool ok = hosts != NULL && split_hosts(hosts, &access, e);
    *usage = true;
    if (ok) ok = s->token == NULL || access_check_token(s->token, e);
    if (ok && s->data == NULL) ok = default_file(file, e);
    if (ok && (ok = listen_at(s->listen, s->port, &endpoint, e))) {
        access.listen = endpoint.address;
        access.port = endpoint.port;
        access.remote = !endpoint.loopback;
        if (is_wildcard(access.listen) &&
            gethostname(access.machine, sizeof access.machine - 1) != 0)
            access.machine[0] = 0;
        find_addresses(&access);
        raise_file_limit();
        ok = set_token(s, &access, e) &&
             run(s->data != NULL ? s->data : file, s, &access, endpoint.socket, usage, e);
    }
    free(hosts);
    return ok;
}
