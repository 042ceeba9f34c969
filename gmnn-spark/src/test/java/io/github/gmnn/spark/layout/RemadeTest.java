package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

class RemadeTest {
  private final Remade<Object> remade = new Remade<>();

  @Test
  void whatIsHeldIsNotMadeAgain() {
    Object made = remade.get(Object::new);
    assertThat(remade.get(Object::new)).isSameAs(made);
  }

  @Test
  void whatIsForgottenIsMadeAgain() {
    Object made = remade.get(Object::new);
    remade.forget();
    assertThat(remade.get(Object::new)).isNotSameAs(made);
  }

  @Test
  void whatIsHeldDoesNotTravel() throws IOException, ClassNotFoundException {
    Object made = remade.get(Object::new); // which could not be written
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(remade);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      @SuppressWarnings("unchecked")
      Remade<Object> there = (Remade<Object>) in.readObject();
      assertThat(there.get(() -> "made there")).isEqualTo("made there");
    }
    assertThat(remade.get(Object::new)).isSameAs(made);
  }
}
