/**
 * Readers of graph files: data folders in the formats that citation graphs are published in, and
 * lists of ratings; and {@link io.github.gmnn.io.DataFormatException} and {@link
 * io.github.gmnn.io.ModelFormatException}, which say what is wrong with a file; and {@link
 * io.github.gmnn.io.Export}, by which results are written as text.
 *
 * <p>Files may be compressed with gzip. Whatever is wrong with one is reported as {@link
 * io.github.gmnn.io.DataFormatException} with file, line, and what was expected; sizes are capped
 * before anything is allocated. Depends on {@link io.github.gmnn.graph} alone.
 */
@NullMarked
package io.github.gmnn.io;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// ColumnEncoder: CsvColumnsTest
// ColumnStatistics: CsvColumnsTest
// CsvReader: CsvColumnsTest
// CsvTable: CsvColumnsTest
// DataFormatException: MalformedDataTest
// Folder: DatasetReaderTest
// GmnnFormat: DatasetReaderTest
// LineReader: MalformedDataTest
// LinqsFormat: DatasetReaderTest
// Numbers: NumbersPropertyTest
// NumericLiterals: NTriplesReaderTest
// RowErrors: ReaderOptionsTest
// TableFormat: CsvColumnsTest
// TranslatedTable: ReaderOptionsTest
