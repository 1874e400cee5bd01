/** The web client's inside without a browser: a clock to advance, a service that answers as the test says. */
import { manualClock, type ManualClock } from "heliogram/ports/clock.ts";
import type { Message, User } from "@heliogram/shared/wire.ts";
import type { ActionDeps } from "../../web/core/actions/deps.ts";
import type { Api } from "../../web/core/api/api.ts";
import type { BlobStore } from "../../web/core/ports/blob-store.ts";
import type { Ports } from "../../web/core/ports/ports.ts";
import type { CallOptions } from "../../web/core/api/types.ts";
import { createStateStore, type ChatRow, type Store } from "../../web/core/store/state.ts";

export const ME: User = { id: 1, is_bot: false, first_name: "Alice" };
export const BOB: User = { id: 2, is_bot: false, first_name: "Bob" };

export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  readonly answer: (result: unknown) => void;
  readonly refuse: (error: unknown) => void;
}

/** A service whose answers the test gives, one call at a time. */
export class FakeService implements Api {
  readonly asked: Asked[] = [];

  call(method: never, params: never, options: CallOptions = {}): Promise<never> {
    return new Promise((answer, refuse) => {
      this.asked.push({ method, params, options, answer: answer as Asked["answer"], refuse });
      options.signal?.addEventListener("abort", () => refuse(options.signal!.reason));
    });
  }

  download(path: string, options: Pick<CallOptions, "signal" | "onProgress">): Promise<Blob> {
    return this.call("download" as never, { path } as never, options);
  }

  /** The oldest call that has not been taken yet. */
  next(): Asked | undefined {
    return this.asked.shift();
  }
}

export interface Inside extends ActionDeps {
  readonly service: FakeService;
  readonly time: ManualClock;
  /** What the browser remembers: texts, and files under their own names. */
  readonly stored: Map<string, unknown>;
  /** The names of the files that were saved. */
  readonly saved: string[];
}

/** Neither a push service nor an authenticator. */
const NO_DEVICES: Pick<Ports, "push" | "passkeys"> = {
  push: {
    isSupported: () => false,
    current: async () => undefined,
    subscribe: () => Promise.reject(new Error("there is no push service here")),
    keep: async () => {},
    forget: async () => {},
  },
  passkeys: {
    isUsable: () => false,
    isUsableFor: () => false,
    create: () => Promise.reject(new Error("there is no authenticator here")),
    get: () => Promise.reject(new Error("there is no authenticator here")),
    canSuggest: async () => false,
    suggest: () => Promise.reject(new Error("there is no authenticator here")),
    cancel: () => {},
  },
};

/** Everything below the screens, with one chat of Bob's in the list. */
export function inside(stored: Map<string, unknown> = new Map()): Inside {
  const service = new FakeService();
  const time = manualClock(1_000_000);
  const store: Store = createStateStore();
  store.setState({
    session: "open",
    me: { user: ME, is_owner: false },
    connection: "open",
    chats: { 2: row(2) },
    list_complete: true,
  });
  let keys = 0;
  const saved: string[] = [];
  return {
    service,
    time,
    stored,
    saved,
    api: service,
    store,
    clock: { now_ms: () => time.now(), after: (delay_ms, fire) => time.after(delay_ms, fire) },
    newKey: () => `key${++keys}`,
    random: () => 0.5,
    prefetched: { take: () => undefined, drop: () => {} },
    storage: {
      read: (name) => stored.get(name),
      write: (name, value) => void stored.set(name, structuredClone(value)),
      remove: (name) => void stored.delete(name),
      clear: () => stored.clear(),
    },
    outboxFiles: keptIn(stored, "file:"),
    chatSnapshots: keptIn(stored, "chats:"),
    browserStatus: {
      isPageActive: () => true,
      isAnyPageActive: async () => true,
      isOnline: () => true,
      watch: () => () => {},
    },
    serviceWorkers: { register: () => {} },
    notifications: {
      state: () => "off",
      ask: async () => "off",
      show: async () => false,
      close: async () => {},
      watch: () => () => {},
    },
    ...NO_DEVICES,
    openMicrophone: () => Promise.reject(new Error("there is no microphone here")),
    locateDevice: () => Promise.reject(new Error("there is no place here")),
    openAddress: (address) => void saved.push(address),
    saveAddress: (address) => void saved.push(address),
    followDevice: () => () => {},
    saveFile: (_blob, name) => void saved.push(name),
  };
}

/** A place for large things, under names that begin so. */
function keptIn(stored: Map<string, unknown>, prefix: string): BlobStore {
  return {
    put: async (name, value) => stored.set(prefix + name, value) === stored,
    get: async (name) => stored.get(prefix + name),
    remove: async (name) => void stored.delete(prefix + name),
    names: async () =>
      [...stored.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    clear: async () => {
      for (const name of stored.keys()) if (name.startsWith(prefix)) stored.delete(name);
    },
  };
}

export function row(id: number, more: Partial<ChatRow> = {}): ChatRow {
  return {
    chat: { id, type: id > 0 ? "private" : "supergroup" },
    seq: 0,
    read_up_to: 0,
    unread_count: 0,
    unread_mentions: 0,
    settings: { is_archived: false, is_marked_unread: false },
    member_count: 2,
    ...more,
  };
}

export function said(message_id: number, from: User, more: Partial<Message> = {}): Message {
  return { message_id, from, chat: { id: 2, type: "private" }, date: message_id, text: `m${message_id}`, ...more };
}

/** Lets everything happen that was only waiting for its turn. */
export async function settle(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}
