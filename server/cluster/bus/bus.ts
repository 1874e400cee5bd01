/** The bus between the nodes of one service: the notifications of one node for the others after a commit. */
import type { DraftChange } from "../../domain/streamed-draft.ts";

/** Streams have new events: their waiters on the other nodes read them. */
export interface StreamsMessage {
  readonly kind: "streams";
  readonly ids: readonly number[];
}

/** A person or bot does something at the moment, such as typing. It is never stored. */
export interface ActionMessage {
  readonly kind: "action";
  readonly chat_id: number;
  readonly account_id: number;
  readonly action: string;
  /** The topic of the chat, if it has any. */
  readonly message_thread_id?: number | undefined;
}

/** A streamed draft has changed. It is never stored, and a newer change replaces one that waits to be sent. */
export interface DraftMessage {
  readonly kind: "draft";
  readonly change: DraftChange;
}

/** A poll of a bot waits on a node. Of two polls, the one with the higher `(number, node)` is the newer. */
export interface PollMessage {
  readonly kind: "poll";
  readonly bot_id: number;
  readonly number: number;
  readonly node: string;
}

/** The waiting poll of a bot, on whatever node it is, ends with an empty result. */
export interface ReleaseMessage {
  readonly kind: "release";
  readonly bot_id: number;
}

/** A call with a trace has caused an update of a bot: the node that delivers it passes the trace on. */
export interface TraceMessage {
  readonly kind: "trace";
  readonly bot_id: number;
  readonly update_id: number;
  readonly traceparent: string;
}

/** A node has released leases, or has stopped: the other nodes look at once what they may take. */
export interface LeasesMessage {
  readonly kind: "leases";
}

export type BusMessage =
  | StreamsMessage
  | ActionMessage
  | DraftMessage
  | PollMessage
  | ReleaseMessage
  | TraceMessage
  | LeasesMessage;

/**
 * Messages between nodes. They are best effort: a lost message only delays, because every node also compares the last
 * sequence numbers of the streams that it watches with the store, every 750 ms (`StreamSweep`).
 */
export interface Bus {
  /** Sends to all other nodes. Messages are coalesced. It never throws and never waits. */
  publish(message: BusMessage): void;
  /** Calls `handler` for each message of another node. */
  subscribe(handler: (message: BusMessage) => void): void;
  /** Calls `handler` when messages may have been lost: everything that they could have said must be looked up. */
  onGap(handler: () => void): void;
  close(): Promise<void>;
}

/** What a `BusTransport` reports to the bus. */
export interface TransportHandlers {
  /** A text of any node, this one included: its own texts prove that the transport works. */
  received(text: string): void;
  /** Texts may have been lost, for example because the connection broke. */
  interrupted(): void;
}

/** Carries short texts from each node to all nodes, this one included: best effort, in order per sender. */
export interface BusTransport {
  /** The most bytes that one text may have in UTF-8. */
  readonly max_bytes: number;
  /** Begins to receive. Called once. */
  start(handlers: TransportHandlers): void;
  /** Sends one text. Resolves when it was handed over. Rejects when it was not; it is then lost. */
  send(text: string): Promise<void>;
  /** Opens the connections anew: nothing of what this node sent has come back for some time. */
  restart(): void;
  close(): Promise<void>;
}

/** What the bus must know of the nodes. */
export interface Peers {
  /** The id of this node: random, and new for each process. */
  readonly node_id: string;
  /** The number of nodes that run, this one included. */
  liveNodes(): number;
  /** Calls `changed` after nodes have come or gone. */
  onMembersChanged(changed: () => void): void;
}
