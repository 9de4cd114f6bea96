/** Certificates of nodes and clients, and the key of etcd's tokens: who needs one, who gets one. */
@NullMarked
package io.quorate.controller.plan.certificates;

import org.jspecify.annotations.NullMarked;
