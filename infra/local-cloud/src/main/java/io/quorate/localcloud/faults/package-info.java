/** What can go wrong between a caller and a service, on request and from one seed. */
@NullMarked
package io.quorate.localcloud.faults;

import org.jspecify.annotations.NullMarked;
