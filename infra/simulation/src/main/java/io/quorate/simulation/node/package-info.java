/** Instances as machines: a disk, an etcd process, and the production agent over modelled ports. */
@NullMarked
package io.quorate.simulation.node;

import org.jspecify.annotations.NullMarked;
