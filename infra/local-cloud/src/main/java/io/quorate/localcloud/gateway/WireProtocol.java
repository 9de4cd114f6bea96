package io.quorate.localcloud.gateway;

/** How AWS services write requests and errors. */
enum WireProtocol {
  /** {@code X-Amz-Target} and JSON bodies: DynamoDB, SQS, EventBridge, Secrets Manager. */
  JSON,
  /** Paths and JSON bodies: Lambda. */
  REST_JSON,
  /** Forms in, XML out: Auto Scaling, STS, SQS as older clients speak it; Route 53's errors. */
  QUERY,
  /** Forms in, XML out, with errors in a shape of its own. */
  EC2,
  /** Paths, bytes and XML. */
  S3
}
