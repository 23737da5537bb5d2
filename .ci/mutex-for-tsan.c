// Tells the thread sanitizer about Swift's Mutex on Linux.
//
// The uncontended paths of Synchronization.Mutex are compiled into our own code, where the sanitizer sees them. The
// contended ones are inside the toolchain's library and hand the lock over in the kernel (a priority-inheriting futex),
// where it sees nothing and reports a race in whatever the lock protects. Preloaded into the tests, this file stands in
// front of those three functions and says what they do. It is not part of the product.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Absent in programs that are not built with the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF void *handle) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

// Looked up before any thread can be waiting: the loader has locks of its own.
static SWIFT void (*next_lock_slow)(uint32_t, SELF void *);
static SWIFT bool (*next_try_lock_slow)(SELF void *);
static SWIFT void (*next_unlock_slow)(SELF void *);

__attribute__((constructor)) static void look_up(void) {
  next_lock_slow = dlsym(RTLD_NEXT, LOCK_SLOW);
  next_try_lock_slow = dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
  next_unlock_slow = dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
  next_lock_slow(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

// The kernel takes a lock that is given back between the look at it and this call.
SWIFT bool try_lock_slow(SELF void *handle) {
  bool is_locked = next_try_lock_slow(handle);
  if (is_locked && __tsan_acquire) __tsan_acquire(handle);
  return is_locked;
}

SWIFT void unlock_slow(SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  next_unlock_slow(handle);
}
