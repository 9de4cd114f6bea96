package io.quorate.localcloud.gateway;

/**
 * An error as a service would answer it.
 *
 * @param status HTTP status code
 * @param code as in {@code AccessDeniedException}
 * @param message for a person
 */
public record ErrorReply(int status, String code, String message) {}
