/** A small history in which everything is as it should be, for tests of the checker to break. */
import type { Action, Entry, Outcome, SeenUpdate } from "../history.ts";

export const CHAT = -1001;

/** Writes entries one millisecond apart, unless a time is said. */
export class MadeHistory {
  readonly entries: Entry[] = [];
  now_ms = 0;
  #op = 0;

  add(event: object): void {
    this.entries.push({ at: ++this.now_ms, ...event } as Entry);
  }

  /** An operation that is over before the next one begins. */
  did(by: string, action: Action, outcome: Outcome): void {
    const op = ++this.#op;
    this.add({ type: "begin", op, by, action });
    this.add({ type: "end", op, outcome });
  }

  send(n: number, outcome: Outcome = { how: "ok", result: { message_id: n } }): void {
    const [text, key] = [`ann/${n}`, `ann-${n}`];
    this.did("ann", { what: "send", chat_id: CHAT, text, author: "person", key }, outcome);
  }

  poll(confirms: number, ...updates: readonly SeenUpdate[]): void {
    this.did("poll_bot", { what: "poll", bot: "poll_bot", confirms }, { how: "ok", result: updates });
  }

  deliver(update: SeenUpdate, node = "node 1", id = `id-${update.update_id}`): void {
    this.add({ type: "delivery", id, node, update, answered: true });
  }

  lease(node: string, fence: number, when_ms = this.now_ms): void {
    this.add({ type: "lease", name: "webhook:1005", node, fence, when_ms });
  }

  fault(phase: "begin" | "mended" | "well", fault = 1): void {
    this.add({ type: "fault", fault, name: "node-killed", phase });
  }

  frame(socket: number, seq: number): void {
    this.add({ type: "frame", socket, frame: "chat", chat_id: CHAT, seq });
  }

  final(...texts: readonly string[]): void {
    const messages = texts.map((text, n) => ({ message_id: n + 1, text }));
    this.add({ type: "final-chat", chat_id: CHAT, messages });
  }
}

/** The update about the n-th message. */
export function updateOf(n: number, update_id = n): SeenUpdate {
  return { update_id, digest: `digest ${n}`, kind: "message", chat_id: CHAT, message_id: n, text: `ann/${n}` };
}

/** Three messages, told to a bot that polls and to one with a webhook, and shown on a screen. */
export function soundHistory(): MadeHistory {
  const made = new MadeHistory();
  made.lease("node 1", 1);
  for (const n of [1, 2, 3]) made.send(n);
  made.poll(0, updateOf(1), updateOf(2));
  made.poll(2, updateOf(3));
  for (const n of [1, 2, 3]) made.deliver(updateOf(n));
  for (const n of [1, 2, 3]) made.frame(7, n);
  made.final("ann/1", "ann/2", "ann/3");
  return made;
}
