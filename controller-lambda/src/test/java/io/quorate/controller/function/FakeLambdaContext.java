package io.quorate.controller.function;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;

/** What Lambda tells an invocation about itself. */
final class FakeLambdaContext implements Context {
  @Override
  public String getAwsRequestId() {
    return "request";
  }

  @Override
  public String getLogGroupName() {
    return "group";
  }

  @Override
  public String getLogStreamName() {
    return "stream";
  }

  @Override
  public String getFunctionName() {
    return "quorate-controller";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:eu-south-2:123456789012:function:quorate-controller";
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return null;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return 20_000;
  }

  @Override
  public int getMemoryLimitInMB() {
    return 512;
  }

  @Override
  public @Nullable LambdaLogger getLogger() {
    return null;
  }
}
