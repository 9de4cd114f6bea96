package io.quorate.cli.connect;

import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.store.StoreUnavailableException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/** Tells in one line why the store did not do what was asked, and the way out. */
public final class StoreFailures {
  private static final int CAUSES = 8;
  private static final int LONGEST = 200;
  private static final Set<String> DENIALS =
      Set.of(
          "AccessDenied",
          "AccessDeniedException",
          "UnauthorizedOperation",
          "UnrecognizedClientException",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "SignatureDoesNotMatch",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException",
          "ExpiredToken",
          "ExpiredTokenException");

  /** IAM Identity Center's: the access portal, and what renews its tokens. */
  private static final Set<String> SIGN_ON = Set.of("Sso", "SsoOidc");

  private StoreFailures() {}

  /** What to say of a DynamoDB that did not answer. */
  public static CommandFailure told(StoreUnavailableException down) {
    return switch (down.getCause()) {
      case AwsServiceException answered -> answered(down, answered);
      case SdkClientException unsent when says(unsent, "SSO") || says(unsent, "aws sso login") ->
          signOnIsOver(down, unsent);
      case SdkClientException unsent when says(unsent, "credentials") ->
          new CommandFailure(
              CommandExitCode.DENIED,
              "no credentials found in the environment, the profile or the instance; expected"
                  + " AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to be set"
                  + QuickStartHint.text(),
              down);
      case null, default ->
          new CommandFailure(
              CommandExitCode.UNAVAILABLE,
              "the store did not answer: "
                  + reason(down)
                  + "; expected an answer: check --endpoint-url (or AWS_ENDPOINT_URL), --region"
                  + " and the network; clusters go on serving meanwhile",
              down);
    };
  }

  private static CommandFailure signOnIsOver(StoreUnavailableException down, SdkException told) {
    return new CommandFailure(
        CommandExitCode.DENIED,
        "the profile's sign-on is over, or was never made: "
            + firstLine(told.getMessage())
            + "; expected a session: aws sso login --profile PROFILE",
        down);
  }

  /** The same of the bucket. */
  public static CommandFailure told(SnapshotStoreException bucket) {
    int code =
        switch (bucket.why()) {
          case ACCESS_DENIED, KEY_REFUSED -> CommandExitCode.DENIED;
          case NOT_FOUND, UNREADABLE, REFUSED, ARCHIVED -> CommandExitCode.BAD_INPUT;
          case STORE_AWAY, BUCKET_MISSING -> CommandExitCode.UNAVAILABLE;
        };
    return new CommandFailure(code, bucket.why() + ": " + bucket.getMessage(), bucket);
  }

  private static CommandFailure answered(StoreUnavailableException down, AwsServiceException no) {
    Optional<String> proxy = proxyInPlaceOf(no);
    if (proxy.isPresent()) {
      return new CommandFailure(
          CommandExitCode.UNAVAILABLE,
          "the proxy "
              + proxy.get()
              + " answered in place of the store: "
              + firstLine(no.getMessage())
              + "; expected it to let calls of AWS pass: check HTTPS_PROXY and NO_PROXY",
          down);
    }
    Optional<AwsErrorDetails> details = Optional.ofNullable(no.awsErrorDetails());
    if (details.map(AwsErrorDetails::serviceName).filter(SIGN_ON::contains).isPresent()) {
      return signOnIsOver(down, no);
    }
    String code = details.map(AwsErrorDetails::errorCode).orElse("");
    if (DENIALS.contains(code)) {
      return new CommandFailure(
          CommandExitCode.DENIED,
          "the store refused: "
              + firstLine(no.getMessage())
              + "; expected the operator's rights on both tables (see terraform's operator policy);"
              + " check which identity you are: aws sts get-caller-identity",
          down);
    }
    String told =
        "ResourceNotFoundException".equals(code)
            ? "the store has no such table; expected both tables in this region: check"
                + " --clusters-table, --nodes-table, --region and --endpoint-url"
            : "the store answered: " + firstLine(no.getMessage()) + "; expected success; try again";
    return new CommandFailure(CommandExitCode.UNAVAILABLE, told, down);
  }

  /** The proxy that calls go through; a service's own answer has a code, a proxy's has none. */
  private static Optional<String> proxyInPlaceOf(AwsServiceException answered) {
    boolean coded =
        answered.awsErrorDetails() != null && answered.awsErrorDetails().errorCode() != null;
    return coded ? Optional.empty() : Proxies.named(Place.PROCESS.environment());
  }

  private static String throughProxy() {
    return Proxies.named(Place.PROCESS.environment())
        .map(proxy -> " (calls go through the proxy " + proxy + ")")
        .orElse("");
  }

  /** The innermost cause that people know by name. */
  private static String reason(StoreUnavailableException down) {
    @Nullable Throwable next = down;
    for (int depth = 0; next != null && depth < CAUSES; depth++, next = next.getCause()) {
      switch (next) {
        case ConnectException refused -> {
          return "connection refused" + throughProxy();
        }
        case UnknownHostException unknown -> {
          return "no host " + unknown.getMessage() + throughProxy();
        }
        case SocketTimeoutException late -> {
          return "no answer in time";
        }
        case ApiCallTimeoutException late -> {
          return "no answer in time";
        }
        case ApiCallAttemptTimeoutException late -> {
          return "no answer in time";
        }
        case AbortedException ended -> {
          return "no answer in time";
        }
        case IOException tunnel when tunnelRefused(tunnel) -> {
          return "the proxy "
              + Proxies.named(Place.PROCESS.environment()).orElse("of this machine")
              + " refused: "
              + firstLine(tunnel.getMessage())
              + " (check HTTPS_PROXY and NO_PROXY)";
        }
        default -> {}
      }
    }
    return firstLine(down.getMessage());
  }

  private static boolean tunnelRefused(IOException failure) {
    return String.valueOf(failure.getMessage()).contains("tunnel through proxy");
  }

  private static String firstLine(@Nullable String message) {
    String line = String.valueOf(message).lines().findFirst().orElse("");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  private static boolean says(SdkClientException unsent, String word) {
    return String.valueOf(unsent.getMessage()).contains(word);
  }
}
