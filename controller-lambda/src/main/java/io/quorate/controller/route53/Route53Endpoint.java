package io.quorate.controller.route53;

import java.net.URI;
import java.util.Optional;

/**
 * Where Route 53 is: it has one endpoint for each partition of AWS, and is signed for one region of
 * it.
 *
 * @param url the endpoint
 * @param region what calls are signed for
 */
public record Route53Endpoint(URI url, String region) {
  /**
   * That of the partition of a region.
   *
   * @param instead the endpoint, where AWS is not AWS
   */
  public static Route53Endpoint of(String region, Optional<String> instead) {
    Route53Endpoint own =
        region.startsWith("cn-")
            ? at("https://route53.amazonaws.com.cn", "cn-northwest-1")
            : region.startsWith("us-gov-")
                ? at("https://route53.us-gov.amazonaws.com", "us-gov-west-1")
                : at("https://route53.amazonaws.com", "us-east-1");
    return instead
        .filter(url -> !url.isBlank())
        .map(url -> new Route53Endpoint(URI.create(url), own.region()))
        .orElse(own);
  }

  private static Route53Endpoint at(String url, String region) {
    return new Route53Endpoint(URI.create(url), region);
  }
}
