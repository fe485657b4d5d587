#pragma once
#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// Only Desktop imports this.

// The names come as an array that the caller frees: here they are looked up one by one, so that nothing of it crosses into Swift.
static inline int csystemd_listen_fd(int index, char *name, unsigned long capacity) {
    char **names = 0;
    int count = sd_listen_fds_with_names(0, &names);
    if (count > index && names && names[index]) {
        unsigned long i = 0;
        for (; i + 1 < capacity && names[index][i]; i++) name[i] = names[index][i];
        name[i] = 0;
    }
    for (int i = 0; names && i < count; i++) free(names[i]);
    free(names);
    return count > index ? SD_LISTEN_FDS_START + index : -1;
}
