package io.quorate.localcloud.wire;

import java.util.Map;

/**
 * A reply as the gateway sends it.
 *
 * @param status HTTP status code
 * @param headers header values by name
 * @param body the whole body
 */
public record HttpReply(int status, Map<String, String> headers, byte[] body) {}
