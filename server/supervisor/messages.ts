/**
 * What a supervisor and its process say to each other. The two may be of different versions: a kind of message keeps its
 * meaning, and one that is unknown is ignored (docs/architecture/restarts.md).
 */

/** The environment variable with the descriptor of the listening socket, by which a process knows its supervisor. */
export const SOCKET_VARIABLE = "SUPERVISED_SOCKET";

/** The same of the socket for HTTPS. A process of a version that does not know it binds the port itself, and fails. */
export const TLS_SOCKET_VARIABLE = "SUPERVISED_TLS_SOCKET";

/** A connection without a request, sent with its handle. `unread`: what has arrived on it, in Base64. */
export interface PassedConnection {
  readonly kind: "connection";
  readonly unread: string;
}

export type FromProcess =
  /** It has its program and its settings, and waits. `schema`: the newest one of a store that it knows. */
  { readonly kind: "loaded"; readonly schema: number } | { readonly kind: "listening" } | PassedConnection;

export type ToProcess =
  /** No other process has the store: open it and listen. */
  | { readonly kind: "begin" }
  /** Another process is loaded: end at a quiet moment. */
  | { readonly kind: "retire" }
  | PassedConnection;
