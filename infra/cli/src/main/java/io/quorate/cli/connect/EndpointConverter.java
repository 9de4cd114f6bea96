package io.quorate.cli.connect;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the URL of an endpoint from the command line. */
final class EndpointConverter implements ITypeConverter<URI> {
  @Override
  public URI convert(String text) {
    try {
      URI url = new URI(text);
      if (url.getHost() != null
          && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
        return url;
      }
    } catch (URISyntaxException malformed) {
      throw refused(text);
    }
    throw refused(text);
  }

  private static TypeConversionException refused(String text) {
    return new TypeConversionException(
        "'" + text + "' is no endpoint, expected a URL such as http://127.0.0.1:4566");
  }
}
