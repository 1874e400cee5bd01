/** Applies the events of a chat to the state. */
import type { ChatEvent, Message, OwnReadState, User } from "@heliogram/shared/wire.ts";
import { stopChatAction } from "../store/chat-actions.ts";
import { updateChat, setPinsSeq, setChatInfo, setLastMessage } from "../store/chats.ts";
import { setAvatarPhoto } from "../store/avatars.ts";
import { putMessage, removeMessage } from "../store/histories.ts";
import { setReactionCounts } from "../store/reactions.ts";
import { setReadUpTo, setServerUnread } from "../store/reading.ts";
import type { Change, State, Store } from "../store/state.ts";
import { endStreamedDraft } from "../store/streamed-drafts.ts";

/** What has to be requested from the server after an event. */
export type FollowUpQuery = "row" | "last message";

/** Applies an event. @returns what the event does not contain and must be requested */
export function applyEvent(store: Store, chat_id: number, event: ChatEvent): FollowUpQuery | undefined {
  const state = store.getState();
  const { seq, unread_mentions } = event;
  store.setState(updateChat(chat_id, (row) => ({ ...row, seq })));
  const followUp = applyByKind(store, chat_id, state, event);
  if (unread_mentions !== undefined) store.setState(setServerUnread(chat_id, { unread_mentions }));
  return followUp;
}

function applyByKind(store: Store, chat_id: number, state: State, event: ChatEvent): FollowUpQuery | undefined {
  switch (event.kind) {
    case "message":
      if (event.message) applyMessage(store, chat_id, event.message);
      // The message takes the place of the draft in the same render.
      if (event.message?.from) {
        const { message_thread_id, from } = event.message;
        store.setState(endStreamedDraft({ chat_id, message_thread_id, user_id: from.id }));
      }
      return undefined;
    case "edit":
      if (event.message) applyMessage(store, chat_id, event.message);
      return undefined;
    case "delete":
      store.setState(removeMessage(chat_id, event.message_id));
      return updateLastMessage(store, chat_id, [event.message_id]);
    case "deletions":
      for (const message_id of event.message_ids) store.setState(removeMessage(chat_id, message_id));
      return updateLastMessage(store, chat_id, event.message_ids);
    case "read":
      store.setState(applyRead(chat_id, state, event.user_id, event.read_up_to));
      return undefined;
    case "delivered":
      store.setState(applyDelivered(chat_id, state, event.user_id, event.delivered_up_to));
      return undefined;
    case "member":
      applyMemberPhoto(store, event.member?.user ?? event.user);
      store.setState(updateChat(chat_id, (row) => ({ ...row, member_count: event.member_count })));
      return changesOwnRights(state, chat_id, event.member?.user.id) ? "row" : undefined;
    case "topic":
      return undefined;
    case "reactions":
      for (const { message_id, reactions } of event.messages)
        store.setState(setReactionCounts(chat_id, message_id, reactions));
      return undefined;
    default:
      store.setState(setChatInfo(chat_id, event.chat));
      if (event.kind === "pins") store.setState(setPinsSeq(chat_id, event.seq));
      return event.kind === "chat" ? "row" : undefined;
  }
}

/** An event about a member carries the user, whose photo may be new. */
function applyMemberPhoto(store: Store, user: User | undefined): void {
  if (user) store.setState(setAvatarPhoto(user));
}

/** Applies a message from an event or from a response. */
export function applyMessage(store: Store, chat_id: number, message: Message): void {
  store.setState(putMessage(chat_id, message));
  store.setState(setLastMessage(chat_id, message));
  if (message.from) store.setState(stopChatAction(chat_id, message.from.id));
}

/** The chat list must not show a deleted message as the last one. */
function updateLastMessage(store: Store, chat_id: number, deleted: readonly number[]): FollowUpQuery | undefined {
  const { chats, histories } = store.getState();
  const shown = chats?.[chat_id]?.last_message?.message_id;
  if (shown === undefined || !deleted.includes(shown)) return undefined;
  const history = histories[chat_id];
  const last = history?.reachesEnd ? history.messages.at(-1) : undefined;
  if (!last) return "last message";
  store.setState(updateChat(chat_id, (row) => ({ ...row, last_message: last })));
  return undefined;
}

function applyRead(chat_id: number, { me }: State, user_id: number, read_up_to: number): Change {
  if (user_id === me?.user.id) return setReadUpTo(chat_id, read_up_to);
  return updateChat(chat_id, (row) => ({
    ...row,
    others_read_up_to: Math.max(row.others_read_up_to ?? 0, read_up_to),
  }));
}

function applyDelivered(chat_id: number, { me }: State, user_id: number, upTo: number): Change {
  return updateChat(chat_id, (row) =>
    user_id === me?.user.id
      ? { ...row, delivered_up_to: Math.max(row.delivered_up_to ?? 0, upTo) }
      : { ...row, others_delivered_up_to: Math.max(row.others_delivered_up_to ?? 0, upTo) },
  );
}

/** Applies how far the person has read on another screen, in a chat without read events for others. */
export function applyOwnReading({ chat_id, read_up_to, unread_count, unread_mentions }: Partial<OwnReadState>): Change {
  // The fields are either all present, or all absent because the chat is gone.
  if (chat_id === undefined || read_up_to === undefined) return () => ({});
  if (unread_count === undefined || unread_mentions === undefined) return () => ({});
  const told = { unread_count, unread_mentions, unread_after: read_up_to };
  return (state) => {
    const counted = setServerUnread(chat_id, told)(state);
    return { ...counted, ...setReadUpTo(chat_id, read_up_to)({ ...state, ...counted }) };
  };
}

/**
 * Whether a member event changes what the person may do: it is about the person, or about the other one of a private
 * chat.
 */
function changesOwnRights({ me, chats }: State, chat_id: number, user_id: number | undefined): boolean {
  return user_id === me?.user.id || chats?.[chat_id]?.chat.type === "private";
}
