#pragma once
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

// What Swift's Glibc module leaves out because it is built without _GNU_SOURCE. Only Platform imports this.

extern char **environ;
int renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags);
int fallocate(int descriptor, int mode, long offset, long length);
int syncfs(int descriptor);
int pipe2(int *descriptors, int flags);
int memfd_create(const char *name, unsigned int flags);
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
long syscall(long number, ...);
int memfd_create(const char *name, unsigned int flags);
int pthread_setname_np(unsigned long thread, const char *name);
long copy_file_range(int in, long *in_offset, int out, long *out_offset, unsigned long length, unsigned int flags);

// RENAME_NOREPLACE and FALLOC_FL_KEEP_SIZE, from <linux/fs.h> and <linux/falloc.h>.
enum { clinux_rename_noreplace = 1, clinux_fallocate_keep_size = 1 };

// environ is a mutable global, which Swift 6 refuses to read.
static inline char **clinux_environ(void) {
    return environ;
}

// SOCK_CLOEXEC | SOCK_NONBLOCK: an enum in Glibc's module, which cannot be combined with others.
enum { clinux_sock_flags = SOCK_CLOEXEC | SOCK_NONBLOCK, clinux_sock_stream = SOCK_STREAM };

// POSIX_SPAWN_SETSID, which <spawn.h> shows with _GNU_SOURCE only.
enum { clinux_spawn_setsid = 0x80 };

// MFD_CLOEXEC, as above.
enum { clinux_memfd_cloexec = 1 };

// SO_PEERCRED with struct ucred, which needs _GNU_SOURCE as well.
static inline int clinux_peer(int descriptor, int *pid, unsigned int *uid) {
    struct {
        int pid;
        unsigned int uid;
        unsigned int gid;
    } peer;
    socklen_t length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
    *pid = peer.pid;
    *uid = peer.uid;
    return 0;
}

// The path goes into an array inside the address; -1 when it does not fit with its ending zero.
static inline int clinux_unix_address(struct sockaddr_un *address, const char *path) {
    unsigned long length = 0;
    while (path[length]) length++;
    if (length >= sizeof address->sun_path) return -1;
    address->sun_family = AF_UNIX;
    for (unsigned long i = 0; i <= length; i++) address->sun_path[i] = path[i];
    return 0;
}

static inline int clinux_bind_unix(int descriptor, const struct sockaddr_un *address) {
    return bind(descriptor, (const struct sockaddr *)address, sizeof *address);
}

static inline int clinux_connect_unix(int descriptor, const struct sockaddr_un *address) {
    return connect(descriptor, (const struct sockaddr *)address, sizeof *address);
}

// glibc has a wrapper since 2.36 only.
static inline int clinux_pidfd_open(int pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

// Sockets on which the kernel tells of changes: struct sockaddr_nl of <linux/netlink.h>, which brings types that other modules have already.
struct clinux_netlink_address {
    unsigned short family;
    unsigned short padding;
    unsigned int sender;
    unsigned int groups;
};

static inline int clinux_netlink_open(int protocol) {
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
}

static inline int clinux_netlink_join(int descriptor, unsigned int groups) {
    struct clinux_netlink_address address = {.family = AF_NETLINK, .groups = groups};
    return bind(descriptor, (const struct sockaddr *)&address, sizeof address);
}

// The next message; its sender is 0 for the kernel, other processes have their own numbers.
static inline long clinux_netlink_receive(int descriptor, void *buffer, unsigned long capacity, unsigned int *sender) {
    struct clinux_netlink_address address = {0};
    socklen_t length = sizeof address;
    long count = recvfrom(descriptor, buffer, capacity, 0, (struct sockaddr *)&address, &length);
    *sender = address.sender;
    return count;
}

// From <linux/netlink.h> and <linux/rtnetlink.h>; of devices the kernel's own group.
enum {
    clinux_netlink_route = 0,
    clinux_netlink_devices = 15,
    clinux_group_link = 0x1,
    clinux_groups_ipv4 = 0x10 | 0x40,
    clinux_groups_ipv6 = 0x100 | 0x400,
    clinux_route_groups = clinux_group_link | clinux_groups_ipv4 | clinux_groups_ipv6,
    clinux_device_groups = 1,
};

// A program that does not begin before somebody says so. All descriptors are above 2.
struct clinux_held_start {
    const char *program;
    char *const *words;
    char *const *variables;
    // NULL for the present one.
    const char *folder;
    int input;
    int output;
    // The program begins when a byte comes from here; at the end of the file the process goes.
    int gate;
    // Takes errno when the program cannot begin, and is closed when it has.
    int report;
};

// The child of clinux_fork_held: only calls that are safe after the fork of a process with threads.
static inline void clinux_be_held(const struct clinux_held_start *start) {
    int number = 0;
    char byte = 0;
    long count;
    setsid();
    // Out of the way of the numbers that they get below.
    int input = fcntl(start->input, F_DUPFD, 16);
    int output = fcntl(start->output, F_DUPFD, 16);
    int gate = fcntl(start->gate, F_DUPFD, 16);
    int report = fcntl(start->report, F_DUPFD, 16);
    if (input < 0 || output < 0 || gate < 0 || report < 0) _exit(127);
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    dup2(gate, 3);
    dup2(report, 4);
    fcntl(3, F_SETFD, FD_CLOEXEC);
    fcntl(4, F_SETFD, FD_CLOEXEC);
    // Before the wait: a lock or a pipe of the parent must not live on in here.
    if (syscall(SYS_close_range, 5, ~0U, 0) != 0) {
        long most = sysconf(_SC_OPEN_MAX);
        for (int other = 5; other < most && other < 1 << 20; other++) close(other);
    }
    for (number = 1; number <= 64; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    do {
        count = read(3, &byte, 1);
    } while (count < 0 && errno == EINTR);
    if (count != 1) _exit(127);
    if (!start->folder || chdir(start->folder) == 0) execve(start->program, start->words, start->variables);
    number = errno;
    count = write(4, &number, sizeof number);
    _exit(127);
}

// The process of a program that is held, in a session of its own; -1 with errno when there is none to be had.
static inline int clinux_fork_held(const struct clinux_held_start *start) {
    sigset_t all, before;
    sigfillset(&all);
    // Handlers of ours would tell the parent, through what is shared with it.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int id = fork();
    if (id == 0) clinux_be_held(start);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return id;
}
