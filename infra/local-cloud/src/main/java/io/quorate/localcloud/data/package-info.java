/** The stores behind the gateway: DynamoDB, S3 and SQS, in process. */
@NullMarked
package io.quorate.localcloud.data;

import org.jspecify.annotations.NullMarked;
