/** The text of what one node sends at a time: its number, and messages of each kind. */
import type { ActionMessage, BusMessage, TraceMessage } from "./bus.ts";
import { DraftQueue, isDraftPiece, type DraftPiece } from "./draft-pieces.ts";

/**
 * What one node sends at a time. A node numbers its frames, so that others notice a lost one. A frame without messages
 * repeats the number of the last one.
 */
export interface BusFrame {
  readonly node: string;
  readonly number: number;
  readonly messages: readonly BusMessage[];
  /** Parts of further messages. */
  readonly drafts: readonly DraftPiece[];
}

type Action = readonly [chat_id: number, account_id: number, action: string, message_thread_id?: number];
type Poll = readonly [bot_id: number, number: number];
type Trace = readonly [bot_id: number, update_id: number, traceparent: string];

interface BusFrameJson {
  readonly node: string;
  readonly number: number;
  readonly streams?: readonly number[];
  readonly actions?: readonly Action[];
  readonly polls?: readonly Poll[];
  readonly releases?: readonly number[];
  readonly traces?: readonly Trace[];
  readonly leases?: boolean;
  readonly drafts?: readonly DraftPiece[];
}

/** Streams that wait to be sent, at most. If there are more, a number is left out, and the receivers look up all. */
const MAX_STREAMS = 20_000;
/** Chat actions that wait to be sent, at most. Later ones are dropped: they are stale within seconds. */
const MAX_ACTIONS = 1000;
/** Traces that wait to be sent, at most. Later ones are dropped: a delivery does not wait for its trace. */
const MAX_TRACES = 1000;
/** Bytes of a frame beside its messages. */
const ENVELOPE_BYTES = 160;

/** Messages that have not been sent yet. Equal messages are sent once. */
export class SendQueue {
  readonly #node: string;
  readonly #max_bytes: number;
  readonly #streams = new Set<number>();
  readonly #actions: Action[] = [];
  readonly #traces: Trace[] = [];
  readonly #polls = new Map<number, number>();
  readonly #releases = new Set<number>();
  readonly #drafts = new DraftQueue();
  /** The number of the last frame. */
  #number = 0;
  /** Whether a number was left out since the last frame. */
  #hasSkipped = false;
  #hasReleasedLeases = false;

  constructor(node: string, max_bytes: number) {
    this.#node = node;
    this.#max_bytes = max_bytes;
  }

  get isEmpty(): boolean {
    const keyed = this.#streams.size + this.#polls.size + this.#releases.size;
    const listed = this.#actions.length + this.#traces.length;
    return keyed + listed === 0 && this.#drafts.isEmpty && !this.#hasReleasedLeases;
  }

  add(message: BusMessage): void {
    if (message.kind === "streams") this.#addStreams(message.ids);
    else if (message.kind === "leases") this.#hasReleasedLeases = true;
    else if (message.kind === "release") this.#releases.add(message.bot_id);
    else if (message.kind === "draft") this.#drafts.add(message.change);
    else if (message.kind === "poll") this.#polls.set(message.bot_id, message.number);
    else if (message.kind === "trace") this.#addTrace(message);
    else if (this.#actions.length < MAX_ACTIONS) this.#actions.push(toAction(message));
  }

  /** Messages were not sent. A number is left out, so that the receivers of the next frame look up all. */
  skip(): void {
    if (!this.#hasSkipped) this.#number++;
    this.#hasSkipped = true;
  }

  /** The text of the next frame, with as many messages as it can hold. */
  take(): string {
    if (!this.isEmpty) this.#number++;
    this.#hasSkipped = false;
    let room_bytes = this.#max_bytes - ENVELOPE_BYTES;
    const fits = (entry: unknown) => {
      room_bytes -= Buffer.byteLength(JSON.stringify(entry)) + 1;
      return room_bytes >= 0;
    };
    const polls = takeWhile(this.#polls, fits, ([bot_id]) => this.#polls.delete(bot_id));
    const releases = takeWhile(this.#releases, fits, (bot_id) => this.#releases.delete(bot_id));
    const streams = takeWhile(this.#streams, fits, (id) => this.#streams.delete(id));
    const traces = takeWhile(this.#traces, fits, () => {});
    this.#traces.splice(0, traces.length);
    const actions = takeWhile(this.#actions, fits, () => {});
    this.#actions.splice(0, actions.length);
    // What lasts goes first. The receivers of a draft read its streams before they show it.
    const drafts = this.#drafts.take(room_bytes);
    const frame: BusFrameJson = {
      node: this.#node,
      number: this.#number,
      ...(streams.length > 0 && { streams }),
      ...(traces.length > 0 && { traces }),
      ...(actions.length > 0 && { actions }),
      ...(polls.length > 0 && { polls }),
      ...(releases.length > 0 && { releases }),
      ...(this.#hasReleasedLeases && { leases: true }),
      ...(drafts.length > 0 && { drafts }),
    };
    this.#hasReleasedLeases = false;
    return JSON.stringify(frame);
  }

  #addTrace({ bot_id, update_id, traceparent }: TraceMessage): void {
    if (this.#traces.length < MAX_TRACES) this.#traces.push([bot_id, update_id, traceparent]);
  }

  #addStreams(ids: readonly number[]): void {
    for (const id of ids) this.#streams.add(id);
    if (this.#streams.size <= MAX_STREAMS) return;
    this.#streams.clear();
    this.skip();
  }
}

/** The first entries that fit. Each is removed from its collection, which may be done while it is iterated. */
function takeWhile<T>(entries: Iterable<T>, fits: (entry: T) => boolean, remove: (entry: T) => void): T[] {
  const taken: T[] = [];
  for (const entry of entries) {
    if (!fits(entry)) break;
    taken.push(entry);
    remove(entry);
  }
  return taken;
}

/** The frame of a text; `undefined` if it is none, for example one of another version. */
export function parseBusFrame(text: string): BusFrame | undefined {
  try {
    return readBusFrame(JSON.parse(text) as BusFrameJson);
  } catch {
    return undefined;
  }
}

function readBusFrame(json: BusFrameJson): BusFrame | undefined {
  const { node, number, streams = [], actions = [], polls = [], releases = [], leases = false, drafts = [] } = json;
  const { traces = [] } = json;
  const numbers = [
    number,
    ...streams,
    ...polls.flatMap(([bot_id, poll]) => [bot_id, poll]),
    ...releases,
    ...traces.flatMap(([bot_id, update_id]) => [bot_id, update_id]),
    ...actions.flatMap(([chat, account, , thread = 0]) => [chat, account, thread]),
  ];
  const words = [node, ...[...actions, ...traces].map(([, , word]) => word)];
  if (!words.every(isText) || !numbers.every(Number.isSafeInteger) || typeof leases !== "boolean") return undefined;
  if (!drafts.every(isDraftPiece)) return undefined;
  const messages: BusMessage[] = [];
  // Before the streams, whose new updates they are about.
  for (const [bot_id, update_id, traceparent] of traces)
    messages.push({ kind: "trace", bot_id, update_id, traceparent });
  if (streams.length > 0) messages.push({ kind: "streams", ids: streams });
  for (const [bot_id, number] of polls) messages.push({ kind: "poll", bot_id, number, node });
  for (const bot_id of releases) messages.push({ kind: "release", bot_id });
  if (leases) messages.push({ kind: "leases" });
  for (const [chat_id, account_id, action, message_thread_id] of actions) {
    const thread = message_thread_id === undefined ? {} : { message_thread_id };
    messages.push({ kind: "action", chat_id, account_id, action, ...thread });
  }
  return { node, number, messages, drafts };
}

function toAction({ chat_id, account_id, action, message_thread_id }: ActionMessage): Action {
  const head = [chat_id, account_id, action] as const;
  return message_thread_id === undefined ? head : [...head, message_thread_id];
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
