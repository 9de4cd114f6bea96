package io.quorate.etcdmodel.differential;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** etcd's JSON gateway on one endpoint. */
final class JsonGateway {
  /** What an endpoint answered, or how it did not. */
  sealed interface Reply {
    record Ok(Map<String, Object> body) implements Reply {}

    record Refused(String error) implements Reply {}

    record Silent() implements Reply {}

    record NotReached() implements Reply {}
  }

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  Reply post(String clientUrl, String path, Map<String, Object> body, long patienceMillis) {
    return post(clientUrl, "", path, body, patienceMillis);
  }

  /** The same with the token of a user that has logged in; an empty one for nobody. */
  Reply post(
      String clientUrl, String token, String path, Map<String, Object> body, long patienceMillis) {
    try {
      String text = JSON.std.asString(body);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(clientUrl + "/v3/" + path))
              .POST(HttpRequest.BodyPublishers.ofString(text));
      return send(
          token.isEmpty() ? request : request.header("Authorization", token), patienceMillis);
    } catch (IOException e) {
      throw new UncheckedIOException("body " + body + " of " + path + " is no JSON", e);
    }
  }

  /** The versions that etcd tells at its client URL, the cluster's among them. */
  Reply version(String clientUrl, long patienceMillis) {
    return send(HttpRequest.newBuilder(URI.create(clientUrl + "/version")).GET(), patienceMillis);
  }

  private Reply send(HttpRequest.Builder request, long patienceMillis) {
    try {
      HttpResponse<String> response =
          http.send(
              request.timeout(Duration.ofMillis(patienceMillis)).build(),
              HttpResponse.BodyHandlers.ofString());
      Map<String, Object> answer = JSON.std.mapFrom(response.body());
      return response.statusCode() == 200
          ? new Reply.Ok(answer)
          : new Reply.Refused(text(answer, answer.containsKey("message") ? "message" : "error"));
    } catch (ConnectException e) {
      return new Reply.NotReached();
    } catch (IOException e) {
      return new Reply.Silent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Silent();
    }
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(Map<String, Object> of, String field) {
    Object value = of.get(field);
    return value == null ? "" : value.toString();
  }

  static long number(Map<String, Object> of, String field) {
    String value = text(of, field);
    return value.isEmpty() ? 0 : Long.parseUnsignedLong(value);
  }

  static Map<String, Object> object(Map<String, Object> of, String field) {
    Map<String, Object> object = new LinkedHashMap<>();
    if (of.get(field) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> object.put(String.valueOf(key), value));
    }
    return object;
  }

  static List<Map<String, Object>> objects(Map<String, Object> of, String field) {
    List<Map<String, Object>> objects = new ArrayList<>();
    if (of.get(field) instanceof List<?> list) {
      for (Object element : list) {
        objects.add(object(Map.of("it", element), "it"));
      }
    }
    return objects;
  }
}
