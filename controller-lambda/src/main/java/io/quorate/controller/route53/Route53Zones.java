package io.quorate.controller.route53;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.aws.CallListener;
import io.quorate.aws.SignedCalls;
import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.controller.view.ZoneView;
import io.quorate.state.DnsRecords.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Route 53 by its API (2013-04-01), of which two calls are needed. The SDK's own client of Route 53
 * would be another 2 MB to load at each cold start.
 */
public final class Route53Zones implements HostedZones {
  /** The most pages of a listing that are read: a cluster's own records are far fewer than one. */
  private static final int MOST_PAGES = 3;

  private static final int PAGE = 100;
  private static final int OK = 200;
  private static final String LIST = "ListResourceRecordSets";
  private static final String CHANGE = "ChangeResourceRecordSets";

  private final SignedCalls calls;
  private final Route53Endpoint endpoint;

  /** Asks this endpoint with these credentials, and tells this listener how it was answered. */
  public Route53Zones(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Route53Endpoint endpoint,
      CallListener listener) {
    this.calls =
        new SignedCalls(
            http,
            credentials,
            "route53",
            endpoint.region(),
            new SignedCalls.Told(listener, "Route53", Route53Zones::code));
    this.endpoint = endpoint;
  }

  /** A change that comes before the one before it is done is too soon: a throttle of its own. */
  private static String code(SignedCalls.Answer answer) {
    String code = ZoneXml.code(answer.status(), answer.body());
    return code.equals("PriorRequestNotComplete") ? "Throttling" : code;
  }

  /** A call that Route 53 did not carry out, as far as is known. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String words) {
      super(words);
    }

    RefusedException(String words, Throwable cause) {
      super(words, cause);
    }

    String words() {
      String message = getMessage();
      return message == null ? Failure.NO_ANSWER : message;
    }
  }

  @Override
  public ZoneView records(String zone, String name) {
    List<DnsRecord> all = new ArrayList<>();
    Optional<ZoneXml.Start> from = Optional.of(new ZoneXml.Start(name, Optional.empty()));
    try {
      for (int page = 0; from.isPresent() && page < MOST_PAGES; page++) {
        ZoneXml.Page read = ZoneXml.page(call(LIST, path(zone), from, ""));
        read.records().stream().filter(record -> isAtOrBelow(record, name)).forEach(all::add);
        boolean beyond = read.records().stream().anyMatch(record -> !isAtOrBelow(record, name));
        from = beyond ? Optional.empty() : read.next();
      }
      return new ZoneView.Observed(all);
    } catch (RefusedException e) {
      return new ZoneView.Unknown(e.words());
    } catch (IOException e) {
      return new ZoneView.Unknown(Failure.NO_ANSWER + ": " + e.getMessage());
    }
  }

  /** A zone lists a name and those below it one after the other. */
  private static boolean isAtOrBelow(DnsRecord record, String name) {
    return record.name().equals(name) || record.name().endsWith("." + name);
  }

  @Override
  public void change(String zone, List<DnsChange> changes) {
    changes.stream()
        .map(DnsChange::record)
        .filter(ZoneXml::isAlias)
        .findFirst()
        .ifPresent(
            alias -> {
              throw new CloudUnavailableException(
                  "InvalidChangeBatch: " + alias.words() + " is an alias; delete it by hand");
            });
    try {
      call(CHANGE, path(zone) + "/", Optional.empty(), ZoneXml.batch(changes));
    } catch (RefusedException e) {
      throw new CloudUnavailableException(e.words(), e);
    }
  }

  private static String path(String zone) {
    return "/2013-04-01/hostedzone/" + zone + "/rrset";
  }

  private byte[] call(String operation, String path, Optional<ZoneXml.Start> from, String body)
      throws RefusedException {
    SdkHttpRequest.Builder request =
        SdkHttpRequest.builder()
            .uri(endpoint.url())
            .method(operation.equals(LIST) ? SdkHttpMethod.GET : SdkHttpMethod.POST)
            .encodedPath(path)
            .rawQueryParameters(from.map(Route53Zones::query).orElse(Map.of()));
    if (!body.isEmpty()) {
      request.putHeader("Content-Type", "application/xml");
    }
    try {
      SignedCalls.Answer answer = calls.call(operation, request, body.getBytes(UTF_8));
      if (answer.status() != OK) {
        throw new RefusedException(ZoneXml.error(answer.status(), answer.body()));
      }
      return answer.body();
    } catch (IOException | SdkException e) {
      throw new RefusedException(Failure.NO_ANSWER + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, List<String>> query(ZoneXml.Start from) {
    return from.type()
        .map(
            type ->
                Map.of(
                    "name", List.of(from.name()),
                    "type", List.of(type),
                    "maxitems", List.of(String.valueOf(PAGE))))
        .orElseGet(
            () ->
                Map.of(
                    "name", List.of(from.name()),
                    "maxitems", List.of(String.valueOf(PAGE))));
  }
}
