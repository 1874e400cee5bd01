/** The bus over a transport: coalesces and numbers what is sent, and notices what is lost. */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { Bus, BusMessage, BusTransport, Peers } from "./bus.ts";
import { DraftAssembler } from "./draft-pieces.ts";
import { SendQueue, parseBusFrame } from "./bus-frame.ts";

/** Milliseconds between two frames of a node at most, so that others notice within this time that one was lost. */
const KEEP_ALIVE_MS = 750;
/** Keep-alive intervals in a row in which no own frame came back, after which the transport is restarted. */
const MAX_SILENT_INTERVALS = 2;
/** Milliseconds that a node that stops waits for its last frames. The others look up everything when it is gone. */
const CLOSE_MS = 1000;
/** Nodes whose frame numbers are remembered, at most. */
const MAX_SENDERS = 1000;

/** What metrics show of a bus. */
export interface BusCounts {
  /** Messages that were handed to the transport. */
  sent: number;
  /** Messages of other nodes. */
  received: number;
  /** How often messages may have been lost. */
  gaps: number;
}

export interface NodeBusDeps {
  readonly transport: BusTransport;
  readonly peers: Peers;
  readonly clock: Pick<Clock, "after">;
}

export class NodeBus implements Bus {
  readonly counts: BusCounts = { sent: 0, received: 0, gaps: 0 };
  readonly #deps: NodeBusDeps;
  readonly #sendQueue: SendQueue;
  readonly #handlers: ((message: BusMessage) => void)[] = [];
  readonly #gapHandlers: (() => void)[] = [];
  /** The number of the last frame of each other node. */
  readonly #lastNumbers = new Map<string, number>();
  /** Puts together the drafts of each other node. */
  readonly #assemblers = new Map<string, DraftAssembler>();
  #cancel: CancelTimer = () => {};
  #sending: Promise<void> | undefined;
  /** Whether an own frame has come back since the last keep-alive. */
  #hasReturned = true;
  /** Whether a frame was sent to its end since the last keep-alive. */
  #hasSent = false;
  #silentIntervals = 0;
  #isClosed = false;

  constructor(deps: NodeBusDeps) {
    this.#deps = deps;
    this.#sendQueue = new SendQueue(deps.peers.node_id, deps.transport.max_bytes);
    deps.transport.start({ received: (text) => this.#received(text), interrupted: () => this.#gap() });
    this.#keepAlive();
  }

  publish(message: BusMessage): void {
    if (this.#isClosed) return;
    // A node that has just joined, and that this one does not know yet, must not miss it unnoticed.
    if (this.#isAlone()) return this.#sendQueue.skip();
    this.counts.sent += message.kind === "streams" ? message.ids.length : 1;
    this.#sendQueue.add(message);
    this.#sending ??= this.#sendAll();
  }

  subscribe(handler: (message: BusMessage) => void): void {
    this.#handlers.push(handler);
  }

  onGap(handler: () => void): void {
    this.#gapHandlers.push(handler);
  }

  /** Sends what is waiting, if that takes no longer than `CLOSE_MS`, then closes the transport. */
  async close(): Promise<void> {
    const { clock, transport } = this.#deps;
    this.#isClosed = true;
    this.#cancel();
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(CLOSE_MS, late.resolve);
    await Promise.race([this.#sending, late.promise]);
    cancel();
    await transport.close();
  }

  #isAlone(): boolean {
    return this.#deps.peers.liveNodes() <= 1;
  }

  /** Sends frames, one at a time, until nothing waits. What is published meanwhile goes with the next frame. */
  async #sendAll(): Promise<void> {
    // Everything that is published in this turn of the event loop goes with the first frame.
    await Promise.resolve();
    do {
      // A lost frame is noticed by its number.
      await this.#deps.transport.send(this.#sendQueue.take()).catch(() => {});
      this.#hasSent = true;
    } while (!this.#sendQueue.isEmpty);
    this.#sending = undefined;
  }

  #keepAlive(): void {
    this.#cancel = this.#deps.clock.after(KEEP_ALIVE_MS, () => {
      this.#keepAlive();
      if (this.#isAlone()) return;
      // A frame that is still being sent cannot have come back. Later ones of a busy node must have.
      if (!this.#sending || this.#hasSent) this.#checkReturn();
      this.#hasSent = false;
      this.#sending ??= this.#sendAll();
    });
  }

  /** Restarts a transport that takes frames and does not deliver them. */
  #checkReturn(): void {
    this.#silentIntervals = this.#hasReturned ? 0 : this.#silentIntervals + 1;
    this.#hasReturned = false;
    if (this.#silentIntervals === 0) return;
    // While nothing comes back, each interval counts as a gap, so that everything is looked up all the time.
    this.#gap();
    if (this.#silentIntervals < MAX_SILENT_INTERVALS) return;
    this.#silentIntervals = 0;
    this.#deps.transport.restart();
  }

  #received(text: string): void {
    const frame = parseBusFrame(text);
    if (!frame || this.#isClosed) return;
    if (frame.node === this.#deps.peers.node_id) {
      this.#hasReturned = true;
      return;
    }
    this.#follow(frame.node, frame.number, frame.messages.length + frame.drafts.length > 0);
    for (const message of frame.messages) this.#handle(message);
    for (const piece of frame.drafts) {
      const change = this.#assembler(frame.node).add(piece);
      if (change) this.#handle({ kind: "draft", change });
    }
  }

  #handle(message: BusMessage): void {
    this.counts.received += message.kind === "streams" ? message.ids.length : 1;
    for (const handler of this.#handlers) handler(message);
  }

  #assembler(node: string): DraftAssembler {
    let assembler = this.#assemblers.get(node);
    if (assembler) return assembler;
    if (this.#assemblers.size >= MAX_SENDERS) this.#assemblers.clear();
    this.#assemblers.set(node, (assembler = new DraftAssembler()));
    return assembler;
  }

  /** Compares the number of a frame with the one that must come next. */
  #follow(node: string, number: number, hasMessages: boolean): void {
    const last = this.#lastNumbers.get(node);
    if (last === undefined && this.#lastNumbers.size >= MAX_SENDERS) this.#lastNumbers.clear();
    this.#lastNumbers.set(node, Math.max(number, last ?? 0));
    // The first frame of a node that has sent others before says that they were missed.
    if (number > (last ?? 0) + (hasMessages ? 1 : 0)) this.#gap();
  }

  #gap(): void {
    if (this.#isClosed) return;
    this.counts.gaps++;
    for (const handler of this.#gapHandlers) handler();
  }
}
