/** The times of heartbeats and leases, in milliseconds of the monotonic clock. */

/** Between the beginnings of two heartbeats. */
export const HEARTBEAT_MS = 1000;

/** A node whose heartbeat has not changed for this long is dead. */
export const NODE_TTL_MS = 5000;

/**
 * How long a node's leases are valid, from the beginning of its last heartbeat. Another node sees that heartbeat after
 * its beginning, so it takes a lease at least `NODE_TTL_MS - LEASE_MS` after the holder has stopped acting on it.
 */
export const LEASE_MS = 3500;
