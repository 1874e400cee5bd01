/** Reacts to messages: shown at once, and taken back if the server refuses. */
import { MAX_OWN_REACTIONS } from "@heliogram/shared/reactions.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import { toggled } from "../model/messages/reactions.ts";
import { setUnreadReactions } from "../store/chats.ts";
import { showReactions } from "../store/reactions.ts";
import { loadedMessage } from "../store/histories.ts";
import type { ActionDeps } from "./deps.ts";

/** The most messages that one call reports. */
const MAX_REPORTED = 100;

export interface ReactionActions {
  /** Adds a reaction of the person, or removes it. @throws what the call throws */
  toggle(message: Message, emoji: string): Promise<void>;
  /** The person has seen the reactions to their messages in a chat. */
  markSeen(chat_id: number): void;
  /** The person sees these messages of theirs, which have reactions. */
  markShown(chat_id: number, message_ids: readonly number[]): void;
}

export function reactionActions({ api, store }: ActionDeps): ReactionActions {
  /** Calls about one message are made one after another. */
  const last = new Map<string, Promise<unknown>>();
  /** By chat, the messages that were reported as shown while it had a number of messages with unseen reactions. */
  const reported = new Map<number, { readonly count: number; readonly ids: Set<number> }>();
  const chosenOf = ({ chat, message_id }: Message) =>
    loadedMessage(store.getState(), chat.id, message_id)?.chosen_reactions ?? [];
  return {
    async toggle(message, emoji) {
      const { chat, message_id } = message;
      const place = { chat_id: chat.id, message_id };
      const before = chosenOf(message);
      const wanted = toggled(before, emoji, MAX_OWN_REACTIONS);
      store.setState(showReactions(chat.id, message_id, wanted));
      const name = `${chat.id}/${message_id}`;
      const reaction = wanted.map((each) => ({ type: "emoji" as const, emoji: each }));
      const call = (last.get(name) ?? Promise.resolve())
        .catch(() => {})
        .then(() => api.call("setMessageReaction", { ...place, reaction }));
      last.set(name, call);
      try {
        await call;
      } catch (error) {
        // A later press has shown something else since, and its own call says what becomes of that.
        if (last.get(name) === call) store.setState(showReactions(chat.id, message_id, before));
        throw error;
      } finally {
        if (last.get(name) === call) last.delete(name);
      }
    },
    markShown(chat_id, message_ids) {
      const count = store.getState().chats?.[chat_id]?.unread_reactions ?? 0;
      if (count === 0) return;
      let before = reported.get(chat_id);
      // A message that was seen may have got another reaction.
      if (before?.count !== count) reported.set(chat_id, (before = { count, ids: new Set() }));
      const ids = message_ids.filter((id) => !before.ids.has(id)).slice(-MAX_REPORTED);
      if (ids.length === 0) return;
      for (const id of ids) before.ids.add(id);
      api.call("readReactions", { chat_id, message_ids: ids }).catch(() => {});
    },
    markSeen(chat_id) {
      if (!store.getState().chats?.[chat_id]?.unread_reactions) return;
      store.setState(setUnreadReactions(chat_id, 0));
      api.call("readReactions", { chat_id }).catch(() => {});
    },
  };
}
