package io.quorate.secretsmanager;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.aws.SignedCalls;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.Secrets;
import java.io.IOException;
import java.net.URI;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;

/**
 * AWS Secrets Manager by its API (2017-10-17), of which one call is needed: GetSecretValue, made to
 * the region that the secret's ARN names.
 */
public final class SecretsManagerCalls implements Secrets {
  private static final String SERVICE = "secretsmanager";
  private static final String OPERATION = "GetSecretValue";
  private static final int REGION_OF_ARN = 3;
  private static final int ATTEMPTS = 3;
  private static final int OK = 200;
  private static final int SERVERS_FAULT = 500;
  private static final int LONGEST = 300;

  private final SdkHttpClient http;
  private final AwsCredentialsProvider credentials;
  private final Optional<URI> instead;

  /**
   * Asks with these credentials.
   *
   * @param instead the endpoint, where AWS is not AWS
   */
  public SecretsManagerCalls(
      SdkHttpClient http, AwsCredentialsProvider credentials, Optional<String> instead) {
    this.http = http;
    this.credentials = credentials;
    this.instead = instead.filter(url -> !url.isBlank()).map(URI::create);
  }

  @Override
  public String value(String arn) throws SecretUnavailableException {
    String region = arn.split(":", -1)[REGION_OF_ARN];
    URI endpoint =
        instead.orElseGet(
            () ->
                URI.create(
                    "https://" + ServiceMetadata.of(SERVICE).endpointFor(Region.of(region))));
    SignedCalls calls =
        new SignedCalls(http, credentials, SERVICE, region, SignedCalls.Told.NOBODY);
    for (int attempt = 1; ; attempt++) {
      try {
        SignedCalls.Answer answer = calls.call(OPERATION, request(endpoint), body(arn));
        if (answer.status() == OK) {
          return value(arn, JSON.std.mapFrom(answer.body()));
        }
        if (answer.status() < SERVERS_FAULT || attempt == ATTEMPTS) {
          throw new SecretUnavailableException(arn + " cannot be read: " + refusal(answer));
        }
      } catch (IOException | SdkException e) {
        if (attempt == ATTEMPTS) {
          throw new SecretUnavailableException(
              arn + " cannot be read: no answer from " + endpoint.getHost() + ": " + cut(e), e);
        }
      }
    }
  }

  private static SdkHttpRequest.Builder request(URI endpoint) {
    return SdkHttpRequest.builder()
        .uri(endpoint)
        .method(SdkHttpMethod.POST)
        .encodedPath("/")
        .putHeader("Content-Type", "application/x-amz-json-1.1")
        .putHeader("X-Amz-Target", SERVICE + "." + OPERATION);
  }

  private static byte[] body(String arn) throws IOException {
    return JSON.std.asBytes(Map.of("SecretId", arn));
  }

  private static String value(String arn, Map<String, Object> answer)
      throws SecretUnavailableException {
    if (answer.get("SecretString") instanceof String text) {
      return text;
    }
    if (answer.get("SecretBinary") instanceof String binary) {
      return new String(Base64.getDecoder().decode(binary), UTF_8);
    }
    throw new SecretUnavailableException(arn + " has no value");
  }

  /** The code, and AWS's own words: they name the role and the key, never a value. */
  private static String refusal(SignedCalls.Answer answer) {
    try {
      Map<String, Object> error = JSON.std.mapFrom(answer.body());
      String type = String.valueOf(error.getOrDefault("__type", "HTTP " + answer.status()));
      Object words = error.getOrDefault("message", error.getOrDefault("Message", ""));
      return cut(
          type.substring(type.indexOf('#') + 1)
              + ": "
              + String.valueOf(words).replaceFirst("\\.$", ""));
    } catch (IOException e) {
      return "HTTP " + answer.status() + ", with an answer that cannot be read";
    }
  }

  private static String cut(Object words) {
    String text = String.valueOf(words);
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
