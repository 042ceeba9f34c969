/*
 * The propagation kernel out = M * in in plain C, as the yardstick of the Java kernels: the number
 * of columns is known to the compiler, and the sums of a row stay in registers where they fit.
 *
 *   gcc -O3 -march=native -o csr_kernel csr_kernel.c && ./csr_kernel
 *
 * prints one line per size: non-zeros x columns, and the best times in microseconds with the rows
 * of the dense matrix at the beginning of cache lines, and 16 bytes behind it as in most large
 * arrays of a JVM, whose header takes as much.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void (*kernel)(const int *restrict, const int *restrict, const float *restrict,
                       const float *restrict, float *restrict, int);

#define PLAIN(W)                                                                               \
  static void plain_##W(const int *restrict begin, const int *restrict columns,                \
                        const float *restrict values, const float *restrict in,                \
                        float *restrict out, int rows) {                                       \
    for (int r = 0; r < rows; r++) {                                                           \
      float *target = out + (size_t)r * W;                                                     \
      for (int j = 0; j < W; j++) target[j] = 0;                                               \
      for (int e = begin[r]; e < begin[r + 1]; e++) {                                          \
        float value = values[e];                                                               \
        const float *source = in + (size_t)columns[e] * W;                                     \
        for (int j = 0; j < W; j++) target[j] += value * source[j];                            \
      }                                                                                        \
    }                                                                                          \
  }

#define LOCAL(W)                                                                               \
  static void local_##W(const int *restrict begin, const int *restrict columns,                \
                        const float *restrict values, const float *restrict in,                \
                        float *restrict out, int rows) {                                       \
    for (int r = 0; r < rows; r++) {                                                           \
      float sum[W] = {0};                                                                      \
      for (int e = begin[r]; e < begin[r + 1]; e++) {                                          \
        float value = values[e];                                                               \
        const float *source = in + (size_t)columns[e] * W;                                     \
        for (int j = 0; j < W; j++) sum[j] += value * source[j];                               \
      }                                                                                        \
      memcpy(out + (size_t)r * W, sum, sizeof sum);                                            \
    }                                                                                          \
  }

PLAIN(7)
PLAIN(16)
PLAIN(64)
PLAIN(512)
LOCAL(7)
LOCAL(16)
LOCAL(64)
LOCAL(512)

static uint64_t state = 1;

static uint32_t next(uint32_t bound) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return (uint32_t)(((z >> 32) * bound) >> 32);
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static double best(kernel run, const int *begin, const int *columns, const float *values,
                   const float *in, float *out, int rows, int repeats) {
  double least = 1e300;
  for (int i = 0; i < repeats; i++) {
    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    run(begin, columns, values, in, out, rows);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double us = (stop.tv_sec - start.tv_sec) * 1e6 + (stop.tv_nsec - start.tv_nsec) / 1e3;
    if (us < least) least = us;
  }
  return least;
}

/* At the beginning of a cache line, with room to move everything by a few floats. */
static float *floats(size_t length) {
  float *array = aligned_alloc(64, (length * sizeof(float) / 64 + 2) * 64);
  for (size_t i = 0; i < length + 16; i++) array[i] = next(1000) / 1000.0f;
  return array;
}

static void measure(int rows, int cols, int nnz, int width, kernel plain, kernel local) {
  int *begin = malloc((rows + 1) * sizeof(int));
  int *columns = malloc(nnz * sizeof(int));
  memset(begin, 0, (rows + 1) * sizeof(int));
  for (int e = 0; e < nnz; e++) begin[1 + next(rows)]++; /* rows of uneven length, as in graphs */
  for (int r = 0; r < rows; r++) begin[r + 1] += begin[r];
  for (int r = 0; r < rows; r++) {
    for (int e = begin[r]; e < begin[r + 1]; e++) columns[e] = (int)next(cols);
    qsort(columns + begin[r], begin[r + 1] - begin[r], sizeof(int), ascending);
  }
  float *values = floats(nnz);
  float *in = floats((size_t)cols * width);
  float *out = floats((size_t)rows * width);
  int repeats = (int)(4e9 / ((double)nnz * width)) + 5;
  if (repeats > 3000) repeats = 3000;
  printf("%dx%d", nnz, width);
  for (int shift = 0; shift <= 4; shift += 4) {
    double a = best(plain, begin, columns, values, in + shift, out + shift, rows, repeats);
    double b = best(local, begin, columns, values, in + shift, out + shift, rows, repeats);
    printf(" %.1f", a < b ? a : b);
  }
  printf("\n");
  free(begin);
  free(columns);
  free(values);
  free(in);
  free(out);
}

int main(void) {
  measure(2708, 1433, 49216, 16, plain_16, local_16);
  measure(2708, 2708, 13264, 16, plain_16, local_16);
  measure(2708, 2708, 13264, 7, plain_7, local_7);
  measure(19717, 500, 988031, 16, plain_16, local_16);
  measure(2708, 2708, 13264, 512, plain_512, local_512);
  measure(24186, 24186, 2484941, 64, plain_64, local_64);
  return 0;
}
