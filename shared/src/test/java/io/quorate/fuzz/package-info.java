/** Damaged inputs for whatever reads what others wrote. */
package io.quorate.fuzz;
