/** The version of the protocol of the WebSocket of people's clients. */

/** It is raised when a frame changes its meaning. A client with another version reloads. */
export const PROTOCOL = 1;
