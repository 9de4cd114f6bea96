package io.quorate.localcloud.terraform;

/**
 * A resource that Terraform created.
 *
 * @param address in the configuration
 * @param type as in {@code aws_sqs_queue}
 * @param name in its module
 * @param index its key in a {@code for_each} or {@code count}; empty without one
 * @param values what it was created with
 */
record CreatedResource(String address, String type, String name, String index, Attributes values) {}
