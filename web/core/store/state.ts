/** The state of the client as one value; only files in `core/store` change it. */
import type { ChatPhoto, Frame, MediaLimits, Message, SavedDraft, User } from "@heliogram/shared/wire.ts";
import type { UserApi } from "heliogram/methods/user/index.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { History } from "../model/messages/history.ts";
import type { Outgoing } from "../model/messages/outgoing.ts";
import type { StreamedDraft } from "../model/messages/streamed-draft.ts";
import type { Place } from "../model/chats/place.ts";
import type { ServerUnread } from "../model/chats/unread.ts";
import type { ReplyTarget } from "../model/messages/quote.ts";
import type { LocationError } from "../ports/location.ts";
import { batchCopies } from "./records.ts";

/** A row of the chat list; `seq` is the event up to which the client has applied the chat's events. */
export type ChatRow = UserApi["listChats"]["result"]["chats"][number];

/** A row without the fields that messages and reading change. */
export type ChatDetails = Omit<
  ChatRow,
  | "seq"
  | "last_message"
  | "unread_count"
  | "unread_mentions"
  | "unread_reactions"
  | "read_up_to"
  | "delivered_up_to"
  | "others_read_up_to"
  | "others_delivered_up_to"
>;

export interface Me {
  readonly user: User;
  /** Whether the person is an owner of the service. */
  readonly is_owner: boolean;
  /** Whether the person is notified of reactions to their messages. */
  readonly reaction_notices?: boolean;
  /** Whether the person has a password; `undefined` while it is not known. */
  readonly has_password?: boolean;
  /** Whether a device of the person gets pushes, so that pages report that they are looked at. */
  readonly has_push?: boolean;
  /** Until when the person has to set up a second factor, in Unix seconds. */
  readonly second_factor_due?: number;
  readonly limits?: MediaLimits;
  /** Whether the service makes previews of links. */
  readonly link_previews?: boolean;
  /** The public URL that the operator configured. */
  readonly public_url?: string;
  /** Whether the service runs in developer mode. */
  readonly developer?: boolean;
  /** In developer mode, the name of the person's world. */
  readonly world?: string;
}

/** Unsent text as it was typed. */
export interface Draft extends ReplyTarget {
  readonly text: string;
  /** The message that is being edited. */
  readonly editing?: Message;
  /** The messages after `editing` that are edited with it, because the text was too long for one. */
  readonly editing_rest?: readonly Message[];
  /** The draft from before the edit began. */
  readonly before?: DraftContent;
  /** Whether marks in the edit are formats, whatever the person's setting is. */
  readonly markdown?: boolean;
  /** The link whose preview the person has removed; "" if they have brought one back. */
  readonly no_preview?: string;
}

/** The part of a draft that is kept during an edit; the server stores it without the quote. */
export type DraftContent = Pick<Draft, "text" | "reply_to" | "quote">;

/** Another draft of the same place, written on another screen at the same time. */
export interface DraftConflict {
  readonly content: DraftContent;
  /** Its version on the server; absent if it was found in the storage of this browser. */
  readonly version?: number;
}

/** A draft of the server, and the account event that carried it. */
export interface ServerDraft {
  readonly seq: number;
  readonly draft: SavedDraft | undefined;
}

/** The selected messages of a chat. */
export interface Selection {
  readonly chat_id: number;
  readonly ids: ReadonlySet<number>;
}

/** A chat action of a user, such as typing. */
export interface ChatAction {
  readonly user: User;
  readonly action: string;
  /** The topic in which they act, in a chat with topics. */
  readonly message_thread_id?: number;
}

/** A message, and how far below the upper edge of the view it began, in pixels. */
export interface ReadingPlace {
  readonly message_id: number;
  readonly below_px: number;
}

/** A download: the fraction that was received, 0 to 1, or its failure. */
export type Download = { readonly share: number } | "failed";

/** A topic as the person sees it. */
export type TopicRow = UserApi["listTopics"]["result"]["topics"][number];

/** The topics of a chat that are loaded. */
export interface ChatTopics {
  /** By the id of the topic. */
  readonly rows: Readonly<Record<number, TopicRow>>;
  /** Whether these are all topics. */
  readonly isComplete: boolean;
  /** The refusal of creating a topic, or null. */
  readonly can_create: string | null;
}

/** A live location that this browser moves. */
export interface LiveShare {
  readonly chat_id: number;
  readonly message_id: number;
  readonly until_ms: number;
}

/** The state of the person's own join request. */
export type JoinRequestState = Extract<Frame, { kind: "join_request" }>["state"];

export interface State {
  /** Whether somebody is signed in; `unknown` until the server has responded. */
  readonly session: "unknown" | "open" | "none";
  /** Why the session ended: by signing out here, with the account that was deleted here, or otherwise. */
  readonly session_end?: "signed_out" | "deleted" | "ended";
  readonly me: Me | undefined;
  readonly connection: "connecting" | "open";
  /** Set while the state comes from the offline snapshot: its time, and the chats with incomplete messages. */
  readonly offline_snapshot?: { readonly at_ms: number; readonly incomplete: readonly number[] } | undefined;
  /** The person's latest known account event of a sign-in or sign-out. */
  readonly sessions_seq: number;
  /** The same of a change of the person's profile or settings. */
  readonly profile_seq: number;
  /** `undefined` until the list is loaded. */
  readonly chats: Readonly<Record<number, ChatRow>> | undefined;
  /** Whether all chats are loaded: the first page of a long list is shown before the others. */
  readonly list_complete: boolean;
  /** By chat, the server's latest unread count; the rows have the count to show. */
  readonly server_unread: Readonly<Record<number, ServerUnread>>;
  /** The chat or topic whose newest messages are visible and followed. */
  readonly followed: Place | undefined;
  readonly histories: Readonly<Record<Place, History>>;
  /** The most recently opened chats and topics, the latest last. */
  readonly opened_places: readonly Place[];
  /** Where the person was reading when they left a chat or topic. One that was left at its end has none. */
  readonly reading_places: Readonly<Record<Place, ReadingPlace>>;
  /** By chat, its topics as far as they are loaded. */
  readonly topics: Readonly<Record<number, ChatTopics>>;
  /** Groups with topics that the person looks at as one chat, and chats with bots that they look at as a list of topics. */
  readonly toggled_views: ReadonlySet<number>;
  /** The chat whose audio files the media player plays in turn. */
  readonly playing_chat_id: number | undefined;
  readonly outbox: readonly Outgoing[];
  /** Whether a message was sent since the page was opened. */
  readonly has_sent: boolean;
  /** By chat, the time in milliseconds until which the server asked to wait before sending. */
  readonly backoff_until: Readonly<Record<number, number>>;
  /** Photos of users that changed since their data was loaded; `null` for removed photos. */
  readonly avatar_photos: Readonly<Record<number, ChatPhoto | null>>;
  readonly chat_actions: Readonly<Record<number, readonly ChatAction[]>>;
  /** By chat, what bots are writing; at most one draft of each bot in a topic. */
  readonly streamed_drafts: Readonly<Record<number, readonly StreamedDraft[]>>;
  readonly drafts: Readonly<Record<Place, Draft>>;
  /** The person's setting: whether marks in what they write are formats. */
  readonly markdown: boolean;
  /** Chats and topics whose draft is not saved on the server. */
  readonly unsaved_drafts: ReadonlySet<Place>;
  /** By chat or topic, the account event up to which drafts in events are older than the one here. */
  readonly draft_seqs: Readonly<Record<Place, number>>;
  /** By chat or topic, the version of the server's draft that the one here was made from. */
  readonly draft_versions: Readonly<Record<Place, number>>;
  /** By chat or topic, another draft that the person has to decide about. */
  readonly draft_conflicts: Readonly<Record<Place, DraftConflict>>;
  /** By chat or topic, the latest draft received while the draft here was unsaved. */
  readonly deferred_drafts: Readonly<Record<Place, ServerDraft>>;
  /** The pinned chats, the topmost first. */
  readonly pinned_chats: readonly number[];
  /** By chat, the event that last changed its pinned messages. */
  readonly pins_seqs: Readonly<Record<number, number>>;
  /** Received since the page was opened. */
  readonly join_requests: Readonly<Record<number, JoinRequestState>>;
  readonly selection: Selection | undefined;
  /** Messages that the person is about to forward. */
  readonly forwarding: readonly Message[] | undefined;
  /** The message of this chat to which the person is about to reply in another one. */
  readonly replying_elsewhere: ReplyTarget | undefined;
  /** Buttons that wait for a callback answer (`core/model/messages/callback-key.ts`). */
  readonly pending_callbacks: ReadonlySet<string>;
  readonly live_shares: readonly LiveShare[];
  /** Why the live locations of this browser do not move. */
  readonly location_error: LocationError | undefined;
  /** By file_id, while a download is running or has failed. */
  readonly downloads: Readonly<Record<string, Download>>;
}

export const INITIAL_STATE: State = {
  session: "unknown",
  me: undefined,
  connection: "connecting",
  sessions_seq: 0,
  profile_seq: 0,
  chats: undefined,
  list_complete: false,
  server_unread: {},
  followed: undefined,
  histories: {},
  opened_places: [],
  reading_places: {},
  topics: {},
  toggled_views: new Set(),
  playing_chat_id: undefined,
  outbox: [],
  has_sent: false,
  backoff_until: {},
  avatar_photos: {},
  chat_actions: {},
  streamed_drafts: {},
  drafts: {},
  markdown: true,
  unsaved_drafts: new Set(),
  draft_seqs: {},
  draft_versions: {},
  draft_conflicts: {},
  deferred_drafts: {},
  pinned_chats: [],
  pins_seqs: {},
  join_requests: {},
  selection: undefined,
  forwarding: undefined,
  replying_elsewhere: undefined,
  pending_callbacks: new Set(),
  live_shares: [],
  location_error: undefined,
  downloads: {},
};

export interface Store extends StoreApi<State> {
  /** Runs several updates; listeners are notified once afterwards. */
  readonly batch: (act: () => void) => void;
}

/** An update of the state: the changed fields. */
export type Change = (state: State) => Partial<State>;

export function createStateStore(): Store {
  const store = createStore<State>(() => INITIAL_STATE);
  const listeners = new Set<(now: State, before: State) => void>();
  /** The state before the current batch. */
  let batchStart: State | undefined;
  const notify = (now: State, before: State) => {
    for (const listener of listeners) listener(now, before);
  };
  store.subscribe((now, before) => {
    if (!batchStart) notify(now, before);
  });
  return {
    ...store,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    batch(act) {
      if (batchStart) {
        act();
        return;
      }
      const before = (batchStart = store.getState());
      try {
        batchCopies(act);
      } finally {
        batchStart = undefined;
        if (store.getState() !== before) notify(store.getState(), before);
      }
    },
  };
}
