package io.quorate.cli;

import io.quorate.store.StoreUnavailableException;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Tells why the store did not do what was asked, and the way out. */
final class StoreFailures {
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

  private StoreFailures() {}

  static CommandFailure told(StoreUnavailableException down) {
    return switch (down.getCause()) {
      case AwsServiceException answered -> answered(down, answered);
      case SdkClientException unsent when says(unsent, "credentials") ->
          new CommandFailure(
              ExitCode.DENIED,
              "no credentials found in the environment, the profile or the instance; expected"
                  + " AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to be set",
              down);
      case null, default ->
          new CommandFailure(
              ExitCode.UNAVAILABLE,
              down.getMessage()
                  + "\nexpected an answer: check --endpoint-url, --region and the network; clusters"
                  + " go on serving meanwhile",
              down);
    };
  }

  private static CommandFailure answered(StoreUnavailableException down, AwsServiceException no) {
    String code = no.awsErrorDetails() == null ? "" : no.awsErrorDetails().errorCode();
    if (DENIALS.contains(code)) {
      return new CommandFailure(
          ExitCode.DENIED,
          down.getMessage()
              + "\nexpected the operator's rights on both tables (see terraform's operator policy);"
              + " check which identity you are: aws sts get-caller-identity",
          down);
    }
    String wayOut =
        "ResourceNotFoundException".equals(code)
            ? "expected both tables in this region: check --clusters-table, --nodes-table,"
                + " --region and --endpoint-url"
            : "expected an answer; try again";
    return new CommandFailure(ExitCode.UNAVAILABLE, down.getMessage() + "\n" + wayOut, down);
  }

  private static boolean says(SdkClientException unsent, String word) {
    return String.valueOf(unsent.getMessage()).contains(word);
  }
}
