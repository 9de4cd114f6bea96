package io.quorate.cli.frame;

import io.quorate.model.ClusterName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a cluster's name from the command line. */
public final class ClusterNameConverter implements ITypeConverter<ClusterName> {
  @Override
  public ClusterName convert(String text) {
    try {
      return new ClusterName(text);
    } catch (IllegalArgumentException refused) {
      throw new TypeConversionException(String.valueOf(refused.getMessage()));
    }
  }
}
