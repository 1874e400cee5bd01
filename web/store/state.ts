/** Everything the client knows, as one value; it changes in `store/` alone. */
import type { Frame } from "@heliogram/shared/frames.ts";
import type { ChatPhoto, MediaLimits, Message, SavedDraft, User } from "@heliogram/shared/wire.ts";
import type { WebApi } from "heliogram/methods/web/index.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { History } from "../model/history.ts";
import type { Outgoing } from "../model/outgoing.ts";
import type { Counted } from "../model/unread.ts";
import type { Answering } from "../model/quote.ts";
import { copyingOnce } from "./records.ts";

/** A row of the chat list; its `seq` is the event up to which the client follows the chat. */
export type ChatRow = WebApi["listChats"]["result"]["chats"][number];

/** A row without what messages and reading change of it. */
export type ChatDetails = Omit<
  ChatRow,
  | "seq"
  | "last_message"
  | "unread_count"
  | "unread_mentions"
  | "read_up_to"
  | "delivered_up_to"
  | "others_read_up_to"
  | "others_delivered_up_to"
>;

export interface Me {
  readonly user: User;
  /** Whether the person owns the service. */
  readonly is_owner: boolean;
  readonly limits?: MediaLimits;
  /** The address that the operator named for the service. */
  readonly public_url?: string;
}

/** What is written but not sent, as it was typed. */
export interface Draft extends Answering {
  readonly text: string;
  /** The message whose text is being changed. */
  readonly editing?: Message;
  /** What was written before the change of a message began. */
  readonly before?: Written;
}

/** What is kept of a draft while a message is changed; the person's other screens get it without its quote. */
export type Written = Pick<Draft, "text" | "reply_to" | "quote">;

/** What the service told of a chat's draft, and up to which of the person's news. */
export interface ToldDraft {
  readonly seq: number;
  readonly draft: SavedDraft | undefined;
}

/** Messages of a chat that were chosen, to do something with all of them. */
export interface Selection {
  readonly chat_id: number;
  readonly ids: ReadonlySet<number>;
}

/** What somebody is doing at the moment. */
export interface Acting {
  readonly user: User;
  readonly action: string;
}

/** A file on its way to this machine: the share that is here, 0 to 1, or that it stopped. */
export type Download = { readonly share: number } | "failed";

/** What became of the person's own request to join a chat. */
export type RequestState = Extract<Frame, { kind: "join_request" }>["state"];

export interface State {
  /** Whether somebody is signed in; `unknown` until the service has said so. */
  readonly session: "unknown" | "open" | "none";
  /** Why the session that was open is no more: the person's own doing, or not. */
  readonly left?: "signed_out" | "ended";
  readonly me: Me | undefined;
  readonly line: "connecting" | "open";
  /** Where what is shown is not from the service but was kept here: since when, and which chats of it lack something. */
  readonly kept?: { readonly at_ms: number; readonly incomplete: readonly number[] } | undefined;
  /** The event of the person's own by which they last signed in or out somewhere, as far as is known. */
  readonly sessions_seq: number;
  /** `undefined` until the list has come. */
  readonly chats: Readonly<Record<number, ChatRow>> | undefined;
  /** Whether all chats of the person are in it: the first of a long list come before the others. */
  readonly list_whole: boolean;
  /** By chat, what the service told last of how much is unread; the rows have what is to be shown of it. */
  readonly counted: Readonly<Record<number, Counted>>;
  /** The chat whose newest messages are in sight of the person, and followed. */
  readonly at_end: number | undefined;
  readonly histories: Readonly<Record<number, History>>;
  readonly outbox: readonly Outgoing[];
  /** Milliseconds until which the service asks to wait before anything more is sent, by chat. */
  readonly holds: Readonly<Record<number, number>>;
  /** Photos of people and bots that changed since they were read with what is held; `null` for those taken away. */
  readonly faces: Readonly<Record<number, ChatPhoto | null>>;
  readonly acting: Readonly<Record<number, readonly Acting[]>>;
  readonly drafts: Readonly<Record<number, Draft>>;
  /** Chats whose draft the service does not have as it stands here. */
  readonly unsaved: ReadonlySet<number>;
  /** By chat, up to which of the person's news what they tell of its draft is older than the one here. */
  readonly drafts_since: Readonly<Record<number, number>>;
  /** By chat, what was last told while the draft here was unsaved. */
  readonly drafts_passed: Readonly<Record<number, ToldDraft>>;
  /** The chats that stand first in the list, the topmost first. */
  readonly pinned_chats: readonly number[];
  /** The event that last changed what is pinned in a chat. */
  readonly pins: Readonly<Record<number, number>>;
  /** Of what was told since the page is open. */
  readonly requests: Readonly<Record<number, RequestState>>;
  readonly selection: Selection | undefined;
  /** Messages for which the person looks for other chats. */
  readonly forwarding: readonly Message[] | undefined;
  /** Buttons that wait for their bot's answer (`model/presses.ts`). */
  readonly presses: ReadonlySet<string>;
  /** By file_id, while they are under way or have failed. */
  readonly downloads: Readonly<Record<string, Download>>;
}

export const NOTHING: State = {
  session: "unknown",
  me: undefined,
  line: "connecting",
  sessions_seq: 0,
  chats: undefined,
  list_whole: false,
  counted: {},
  at_end: undefined,
  histories: {},
  outbox: [],
  holds: {},
  faces: {},
  acting: {},
  drafts: {},
  unsaved: new Set(),
  drafts_since: {},
  drafts_passed: {},
  pinned_chats: [],
  pins: {},
  requests: {},
  selection: undefined,
  forwarding: undefined,
  presses: new Set(),
  downloads: {},
};

export interface Store extends StoreApi<State> {
  /** Makes changes of which listeners are told once, when all of them are made. */
  readonly together: (act: () => void) => void;
}

/** A change of the state: what it becomes, apart from what stays. */
export type Change = (state: State) => Partial<State>;

export function createState(): Store {
  const store = createStore<State>(() => NOTHING);
  const listeners = new Set<(now: State, before: State) => void>();
  /** Before the changes under way. */
  let earlier: State | undefined;
  const tell = (now: State, before: State) => {
    for (const listener of listeners) listener(now, before);
  };
  store.subscribe((now, before) => {
    if (!earlier) tell(now, before);
  });
  return {
    ...store,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    together(act) {
      if (earlier) {
        act();
        return;
      }
      const before = (earlier = store.getState());
      try {
        copyingOnce(act);
      } finally {
        earlier = undefined;
        if (store.getState() !== before) tell(store.getState(), before);
      }
    },
  };
}
