/* The system calls that a bot in a sandbox does not have, as a seccomp program. Three kinds of
 * calls fail with ENOSYS: those that hold memory which no process maps and no limit counts (unnamed
 * files, System V memory and messages); those that reach into other processes (bubblewrap's own
 * first process is one); and those that few programs need and that had most of the
 * vulnerabilities of the kernel. */
#include "sandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#ifdef __x86_64__
#define THIS_MACHINE AUDIT_ARCH_X86_64
#else
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

#define FAIL       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)
#define REFUSE(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1), FAIL

/* Calls that are newer than the headers of some systems; their numbers are the same on all. */
enum { IO_URING_SETUP = 425, OPEN_TREE = 428, FSOPEN = 430, MEMFD_SECRET = 447 };

static const struct sock_filter program[] = {
    /* Calls of another architecture, such as 32 bits, have other numbers. */
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
    FAIL,
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* x32 */
    FAIL,
    REFUSE(SYS_memfd_create),
    REFUSE(MEMFD_SECRET),
    REFUSE(SYS_shmget),
    REFUSE(SYS_msgget),
    REFUSE(SYS_semget),
    REFUSE(SYS_mq_open),
    REFUSE(SYS_ptrace),
    REFUSE(SYS_process_vm_readv),
    REFUSE(SYS_process_vm_writev),
    REFUSE(SYS_kcmp),
    REFUSE(SYS_add_key),
    REFUSE(SYS_request_key),
    REFUSE(SYS_keyctl),
    REFUSE(SYS_bpf),
    REFUSE(SYS_perf_event_open),
    REFUSE(SYS_userfaultfd),
    REFUSE(IO_URING_SETUP),
    REFUSE(SYS_mount),
    REFUSE(SYS_umount2),
    REFUSE(OPEN_TREE),
    REFUSE(FSOPEN),
    REFUSE(SYS_unshare),
    REFUSE(SYS_setns),
    REFUSE(SYS_syslog),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

const void *filter_program(size_t *size) {
    *size = sizeof program;
    return program;
}
#else
const void *filter_program(size_t *size) {
    *size = 0;
    return NULL;
}
#endif
