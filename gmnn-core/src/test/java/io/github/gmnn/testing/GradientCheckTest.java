package io.github.gmnn.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GradientCheckTest {
  /** A graph convolution with a dropout of its own on the output, and a choice of mistakes. */
  static final class FlawedLayer extends GraphLayer {
    private static final long serialVersionUID = 1L;

    enum Flaw {
      NONE,
      TRANSPOSE_FORGOTTEN,
      FACTOR_TWO,
      INPUT_GRADIENT_FORGOTTEN,
      DROPOUT_FORGOTTEN,
      DROPOUT_SCALE_FORGOTTEN,
      GRADIENT_ADDED,
      NODES_LEFT_OUT
    }

    private final Flaw flaw;

    FlawedLayer(Flaw flaw) {
      super(new PlainBuilder<>(b -> new FlawedLayer(flaw)).nIn(5).nOut(3));
      this.flaw = flaw;
    }

    @Override
    protected List<Parameter> parameters() {
      return List.of(new Parameter("W", inputs(), units()));
    }

    @Override
    protected void forward(Pass pass) {
      DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
      pass.multiplyInput(pass.parameter("W"), transformed);
      pass.propagate(transformed, pass.output());
      float[] mask = mask(pass).data();
      for (int i = 0; i < mask.length; i++) {
        mask[i] = pass.random().nextDouble() < 0.5 ? 0f : 2f;
        pass.output().data()[i] *= mask[i];
      }
    }

    private DenseMatrix mask(Pass pass) {
      return pass.buffer("mask", pass.nodes(), units());
    }

    @Override
    protected void backward(Pass pass) {
      float[] g = pass.outputGradient().data();
      float[] mask = mask(pass).data();
      for (int i = 0; i < g.length; i++) {
        g[i] *=
            switch (flaw) {
              case DROPOUT_FORGOTTEN -> 1f;
              case DROPOUT_SCALE_FORGOTTEN -> Math.signum(mask[i]);
              case NODES_LEFT_OUT -> i < g.length - 3 * units() ? mask[i] : 0f;
              case FACTOR_TWO -> 2 * mask[i];
              default -> mask[i];
            };
      }
      DenseMatrix propagated = pass.buffer("AG", pass.nodes(), units());
      if (flaw == Flaw.TRANSPOSE_FORGOTTEN) {
        pass.propagate(pass.outputGradient(), propagated);
      } else {
        pass.propagateTransposed(pass.outputGradient(), propagated);
      }
      DenseMatrix gradient = pass.gradient("W");
      DenseMatrix before = gradient.copy();
      pass.multiplyInputTransposed(propagated, gradient);
      if (flaw == Flaw.GRADIENT_ADDED) {
        for (int i = 0; i < gradient.data().length; i++) {
          gradient.data()[i] += before.data()[i];
        }
      }
      if (pass.needsInputGradient() && flaw != Flaw.INPUT_GRADIENT_FORGOTTEN) {
        Dense.multiplyTransposedRight(
            propagated, pass.parameter("W"), pass.inputGradient(), pass.workers());
      }
    }
  }

  @Test
  void rightGradientsPassWhateverTheSeed() {
    for (int seed = 0; seed < 20; seed++) {
      GradientCheck.of(new FlawedLayer(FlawedLayer.Flaw.NONE)).seed(seed).check();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void wrongGradientsAreFoundWhateverTheSeed(FlawedLayer.Flaw flaw) {
    for (int seed = 0; seed < 20; seed++) {
      GradientCheck check = GradientCheck.of(new FlawedLayer(flaw)).seed(seed);
      assertThatThrownBy(check::checkDenseInput)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("FlawedLayer with dense input: the gradient of ");
      if (flaw != FlawedLayer.Flaw.INPUT_GRADIENT_FORGOTTEN) {
        assertThatThrownBy(check::checkSparseInput).hasMessageContaining("parameter \"W\"");
      }
    }
  }

  @Test
  void theCheckNamesTheGradientThatIsWrong() {
    GradientCheck check =
        GradientCheck.of(new FlawedLayer(FlawedLayer.Flaw.INPUT_GRADIENT_FORGOTTEN));
    check.checkSparseInput();
    assertThatThrownBy(check::check).hasMessageContaining("the gradient of the input is wrong");
    assertThat(GradientCheck.TOLERANCE).isLessThan(0.01);
  }
}
