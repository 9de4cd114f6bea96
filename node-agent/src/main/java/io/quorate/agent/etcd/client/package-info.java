/** etcd over gRPC: calls, their deadlines and errors, TLS, metrics. */
@NullMarked
package io.quorate.agent.etcd.client;

import org.jspecify.annotations.NullMarked;
