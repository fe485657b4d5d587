#pragma once
#include <errno.h>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
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

// A socket on which the kernel tells of changes: its address structure cannot be filled without casts that Swift has not.
static inline int clinux_netlink_open(int protocol, unsigned int groups) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
    if (bind(descriptor, (const struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

// The next message; its sender is 0 for the kernel, other processes have their own numbers.
static inline long clinux_netlink_receive(int descriptor, void *buffer, unsigned long capacity, unsigned int *sender) {
    struct sockaddr_nl address = {0};
    socklen_t length = sizeof address;
    long count = recvfrom(descriptor, buffer, capacity, 0, (struct sockaddr *)&address, &length);
    *sender = address.nl_pid;
    return count;
}

enum {
    clinux_netlink_route = NETLINK_ROUTE,
    clinux_netlink_devices = NETLINK_KOBJECT_UEVENT,
    clinux_route_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
    // The kernel's own group of device events.
    clinux_device_groups = 1,
};
