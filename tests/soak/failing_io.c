/* Preloaded into a server: lets writes and syncs of its database fail, as a bad or read-only disk would.

   FAILING_IO names a file. While it holds a number, every write, truncation and sync of a file "stammtisch.db…" fails
   with that errno. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int fd) {
    char name[64], path[4096];
    const char *order = getenv("FAILING_IO");
    if (!order) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (!strstr(path, "/stammtisch.db")) return 0;
    FILE *file = fopen(order, "r");
    if (!file) return 0;
    int number = 0;
    if (fscanf(file, "%d", &number) != 1) number = 0;
    fclose(file);
    errno = number;
    return number;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return fails(fd) ? -1 : real(fd, data, size);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return fails(fd) ? -1 : real(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return fails(fd) ? -1 : real(fd, data, size, at);
}
int ftruncate(int fd, off_t size) {
    REAL(int, "ftruncate", int, off_t);
    return fails(fd) ? -1 : real(fd, size);
}
int ftruncate64(int fd, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    return fails(fd) ? -1 : real(fd, size);
}
int fsync(int fd) {
    REAL(int, "fsync", int);
    return fails(fd) ? -1 : real(fd);
}
int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return fails(fd) ? -1 : real(fd);
}
