// Records, for each file of a store, what a power cut would take back: the bytes before each write that was not flushed.
//
// Loaded by LD_PRELOAD. POWER_STORE is the path of the store file, POWER_JOURNAL that of the journal. Every change of the
// store file, its -wal or its -journal is first described in the journal; fsync and fdatasync are described after they were
// called. POWER_CUT=N kills the process with the N-th entry. test/power/cut.ts reads the journal afterwards.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { STORE, WAL, JOURNAL, FILES };
enum { WRITE = 1, TRUNCATE, SYNC, CREATE, UNLINK, SYNC_FOLDER };
static const char *const suffixes[FILES] = {"", "-wal", "-journal"};

struct entry {
  uint32_t kind, file;
  // Of a write: where it begins, how long it is, the size of the file before, how many old bytes follow.
  uint64_t offset, length, size, old;
};

#define MOST_FDS 4096
// What a descriptor is: 1 + the number of a file, FOLDER, or 0.
#define FOLDER 100
static unsigned char known[MOST_FDS];
static char paths[FILES][PATH_MAX], folder[PATH_MAX];
static int journal = -1;
static long left = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *store = getenv("POWER_STORE"), *to = getenv("POWER_JOURNAL");
  if (!store || !to) return;
  for (int i = 0; i < FILES; i++) {
    strncpy(paths[i], store, PATH_MAX - 20);
    strcat(paths[i], suffixes[i]);
  }
  strncpy(folder, store, PATH_MAX - 20);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = 0;
  const char *cut = getenv("POWER_CUT");
  if (cut) left = atol(cut);
  REAL(open);
  journal = real(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int file_of(const char *path) {
  if (journal < 0 || !path) return -1;
  for (int i = 0; i < FILES; i++)
    if (strcmp(path, paths[i]) == 0) return i;
  return -1;
}

static int file_at(int fd) {
  return fd >= 0 && fd < MOST_FDS && known[fd] > 0 && known[fd] <= FILES ? known[fd] - 1 : -1;
}

// A journal that cannot be written makes every figure worthless.
static void note(struct entry entry, const void *old) {
  REAL(writev);
  struct iovec parts[2] = {{&entry, sizeof entry}, {(void *)old, entry.old}};
  if (real(journal, parts, 2) != (ssize_t)(sizeof entry + entry.old)) abort();
  if (left > 0 && --left == 0) kill(getpid(), SIGKILL);
}

static uint64_t size_of(int fd) {
  struct stat facts;
  return fstat(fd, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

// Notes the bytes that a write, or the end of the file that a truncation is about to replace.
static void note_change(int kind, int fd, uint64_t offset, uint64_t length) {
  uint64_t size = size_of(fd), end = kind == TRUNCATE ? size : offset + length;
  if (end > size) end = size;
  uint64_t old = offset < end ? end - offset : 0;
  char *bytes = old ? malloc(old) : NULL;
  if (old && pread(fd, bytes, old, offset) != (ssize_t)old) abort();
  note((struct entry){kind, file_at(fd), offset, length, size, old}, bytes);
  free(bytes);
}

static int opened(int fd, const char *path, int is_new) {
  if (fd < 0 || fd >= MOST_FDS || journal < 0) return fd;
  int file = file_of(path);
  known[fd] = file >= 0 ? file + 1 : strcmp(path, folder) == 0 ? FOLDER : 0;
  if (file >= 0 && is_new) note((struct entry){CREATE, file, 0, 0, 0, 0}, NULL);
  return fd;
}

#define OPEN(name)                                                             \
  int name(const char *path, int flags, ...) {                                 \
    REAL(name);                                                                \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;                \
    va_end(more);                                                              \
    int is_new = (flags & O_CREAT) && file_of(path) >= 0 && access(path, F_OK) != 0; \
    return opened(real(path, flags, mode), path, is_new);                      \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MOST_FDS) known[fd] = 0;
  return real(fd);
}

#define PWRITE(name, off)                                                      \
  ssize_t name(int fd, const void *bytes, size_t length, off offset) {         \
    REAL(name);                                                                \
    if (file_at(fd) < 0) return real(fd, bytes, length, offset);               \
    pthread_mutex_lock(&lock);                                                 \
    note_change(WRITE, fd, offset, length);                                    \
    ssize_t written = real(fd, bytes, length, offset);                         \
    pthread_mutex_unlock(&lock);                                               \
    return written;                                                            \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write);
  if (file_at(fd) < 0) return real(fd, bytes, length);
  pthread_mutex_lock(&lock);
  note_change(WRITE, fd, lseek(fd, 0, SEEK_CUR), length);
  ssize_t written = real(fd, bytes, length);
  pthread_mutex_unlock(&lock);
  return written;
}

#define TRUNCATING(name, off)                                                  \
  int name(int fd, off length) {                                               \
    REAL(name);                                                                \
    if (file_at(fd) < 0) return real(fd, length);                              \
    pthread_mutex_lock(&lock);                                                 \
    note_change(TRUNCATE, fd, length, 0);                                      \
    int status = real(fd, length);                                             \
    pthread_mutex_unlock(&lock);                                               \
    return status;                                                             \
  }
TRUNCATING(ftruncate, off_t)
TRUNCATING(ftruncate64, off64_t)

// The flush itself is left out: the kernel keeps the pages of a process that is killed, and the cut is made by the journal.
static int flushed(int fd) {
  int file = file_at(fd);
  int is_folder = fd >= 0 && fd < MOST_FDS && known[fd] == FOLDER;
  pthread_mutex_lock(&lock);
  if (file >= 0) note((struct entry){SYNC, file, 0, 0, 0, 0}, NULL);
  if (is_folder) note((struct entry){SYNC_FOLDER, 0, 0, 0, 0, 0}, NULL);
  pthread_mutex_unlock(&lock);
  return file >= 0 || is_folder;
}
int fsync(int fd) {
  REAL(fsync);
  return flushed(fd) ? 0 : real(fd);
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return flushed(fd) ? 0 : real(fd);
}

int unlink(const char *path) {
  REAL(unlink);
  int file = file_of(path);
  if (file < 0) return real(path);
  // The file comes back if its folder was not flushed, so its bytes are kept.
  int fd = open(path, O_RDONLY);
  pthread_mutex_lock(&lock);
  if (fd >= 0) note_change(UNLINK, fd, 0, size_of(fd));
  pthread_mutex_unlock(&lock);
  if (fd >= 0) close(fd);
  return real(path);
}
