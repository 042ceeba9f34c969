package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens the files of models that commands are given; errors name the file. */
final class ModelFiles {
  private ModelFiles() {}

  static GmnnModel<Object> load(Path modelFile) throws IOException {
    if (!Files.isRegularFile(modelFile)) {
      throw new IllegalArgumentException(
          modelFile
              + ": expected a model file, found "
              + (Files.isDirectory(modelFile)
                  ? "a folder; in that of a Spark model it is " + modelFile.resolve("model.gmnn")
                  : Files.exists(modelFile) ? "something else" : "nothing of that name"));
    }
    try {
      return GmnnModel.load(modelFile);
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      throw new IOException(
          message.contains(modelFile.toString()) ? message : modelFile + ": " + message, e);
    }
  }
}
