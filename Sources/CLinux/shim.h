#pragma once
#include <ifaddrs.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/xattr.h>

// What Swift's Glibc module leaves out because it is built without _GNU_SOURCE. Only Platform imports this.

extern char **environ;
int renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags);
int fallocate(int descriptor, int mode, long offset, long length);
int syncfs(int descriptor);
int pipe2(int *descriptors, int flags);
int pthread_setname_np(unsigned long thread, const char *name);
long copy_file_range(int in, long *in_offset, int out, long *out_offset, unsigned long length, unsigned int flags);

// RENAME_NOREPLACE and FALLOC_FL_KEEP_SIZE, from <linux/fs.h> and <linux/falloc.h>.
enum { clinux_rename_noreplace = 1, clinux_fallocate_keep_size = 1 };

// environ is a mutable global, which Swift 6 refuses to read.
static inline char **clinux_environ(void) {
    return environ;
}
