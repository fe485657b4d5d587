/* Tells ThreadSanitizer of the half of Swift's Mutex that it cannot see.
 *
 * The quick paths of `Synchronization.Mutex` are compiled into the program and instrumented with it. Whoever has to wait goes through two
 * functions of the library, which is not instrumented: without a word here, what one thread writes before it unlocks and another reads
 * after it has waited looks like a race. Preloaded by `.ci/sanitize`; the functions do what they did, and say so.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/* Weak: programs that are started by tests, and not instrumented, have it preloaded as well. */
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lock_slowly(uint32_t seen, SELF) __asm__(LOCK);
SWIFT void unlock_slowly(SELF) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t seen, SELF) {
    SWIFT void (*library)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    library(seen, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slowly(SELF) {
    SWIFT void (*library)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(self);
    library(self);
}
