/**
 * A port of loopback on which no server of a test listens: no server on port 0 gets a port below 1024. `fetch` rejects the
 * neighbours of this one without a connection.
 */
export const UNUSED_PORT = 2;
