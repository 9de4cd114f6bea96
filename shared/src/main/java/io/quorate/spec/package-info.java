/**
 * The desired state of a cluster: the YAML file's fields, their rules and their values. Pure: text
 * or a tree goes in, a {@link io.quorate.spec.ClusterSpec} or every error comes out.
 */
@NullMarked
package io.quorate.spec;

import org.jspecify.annotations.NullMarked;
