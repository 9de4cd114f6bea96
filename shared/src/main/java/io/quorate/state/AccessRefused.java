package io.quorate.state;

import io.quorate.wire.Wire;

/**
 * That the own etcd's access control is on and refuses its agent, which is no user there or has not
 * the role {@code root}.
 *
 * @param words what etcd answered
 * @param quorumProven whether a read was refused: etcd does that only after a quorum confirmed it
 */
public record AccessRefused(@Wire.Cut(Wire.WORDS) String words, boolean quorumProven) {}
