/**
 * All of Quorate on the embedded local cloud: tables, bucket, queue, function, triggers and group,
 * as Terraform makes them on AWS.
 */
@NullMarked
package io.quorate.deployment;

import org.jspecify.annotations.NullMarked;
