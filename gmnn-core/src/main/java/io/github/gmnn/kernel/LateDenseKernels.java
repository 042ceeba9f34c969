package io.github.gmnn.kernel;

/** The dense kernels on vectors, once they are worth it: see {@link VectorDelay}. */
record LateDenseKernels(VectorDelay delay, DenseKernels scalar, DenseKernels vectors)
    implements DenseKernels {
  /** What a function of one element costs, in multiply-adds. */
  private static final int WORK_OF_FUNCTION = 8;

  @Override
  public void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to) {
    if (delay.isOver() || delay.isOverWith((long) k * n * (to - from))) {
      vectors.multiply(a, b, out, k, n, from, to);
    } else {
      scalar.multiply(a, b, out, k, n, from, to);
    }
  }

  @Override
  public void multiplyTransposedRight(
      float[] g, float[] b, float[] out, int k, int n, int from, int to) {
    if (delay.isOver() || delay.isOverWith((long) k * n * (to - from))) {
      vectors.multiplyTransposedRight(g, b, out, k, n, from, to);
    } else {
      scalar.multiplyTransposedRight(g, b, out, k, n, from, to);
    }
  }

  @Override
  public void multiplyTransposedLeft(
      float[] a,
      float[] g,
      float[] out,
      int k,
      int n,
      int from,
      int to,
      int fromInner,
      int toInner) {
    if (delay.isOver() || delay.isOverWith((long) (to - from) * n * (toInner - fromInner))) {
      vectors.multiplyTransposedLeft(a, g, out, k, n, from, to, fromInner, toInner);
    } else {
      scalar.multiplyTransposedLeft(a, g, out, k, n, from, to, fromInner, toInner);
    }
  }

  @Override
  public void exp(float[] values, int from, int to) {
    if (delay.isOver() || delay.isOverWith((long) WORK_OF_FUNCTION * (to - from))) {
      vectors.exp(values, from, to);
    } else {
      scalar.exp(values, from, to);
    }
  }

  @Override
  public void keepWherePositive(
      float[] signs, float scale, float[] in, float[] out, int from, int to) {
    if (delay.isOver() || delay.isOverWith(to - from)) {
      vectors.keepWherePositive(signs, scale, in, out, from, to);
    } else {
      scalar.keepWherePositive(signs, scale, in, out, from, to);
    }
  }

  @Override
  public void adam(
      float[] values,
      float[] gradient,
      float[] moments,
      float scale,
      float l2,
      float rate,
      float beta1,
      float beta2,
      float epsilon) {
    if (delay.isOver() || delay.isOverWith((long) WORK_OF_FUNCTION * values.length)) {
      vectors.adam(values, gradient, moments, scale, l2, rate, beta1, beta2, epsilon);
    } else {
      scalar.adam(values, gradient, moments, scale, l2, rate, beta1, beta2, epsilon);
    }
  }
}
