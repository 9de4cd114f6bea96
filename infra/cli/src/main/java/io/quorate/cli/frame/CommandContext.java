package io.quorate.cli.frame;

import io.quorate.cli.connect.Clouds;
import io.quorate.model.ClusterUid;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * All that a command touches outside itself.
 *
 * @param in standard input
 * @param out for results
 * @param err for messages
 * @param terminal whether results go to a terminal that understands ANSI sequences
 * @param environment a variable's value; empty where it is not set
 * @param clock this machine's clock
 * @param pace how long to wait between two looks
 * @param uids mints cluster UIDs
 * @param clouds opens what holds the state
 */
public record CommandContext(
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    boolean terminal,
    UnaryOperator<String> environment,
    InstantSource clock,
    Pace pace,
    Supplier<ClusterUid> uids,
    Clouds clouds) {}
