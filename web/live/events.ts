/** What an event of a chat changes on the screen. */
import type { ChatEvent, OwnReading } from "@heliogram/shared/frames.ts";
import type { Message, User } from "@heliogram/shared/wire.ts";
import { stopActing } from "../store/acting.ts";
import { changeChat, changePins, describeChat, showLast } from "../store/chats.ts";
import { showFace } from "../store/faces.ts";
import { putMessage, takeMessage } from "../store/histories.ts";
import { showReading, takeCount } from "../store/reading.ts";
import type { Change, State, Store } from "../store/state.ts";

/** What an event leaves to be asked of the service. */
export type Question = "row" | "last message";

/** Shows an event. @returns what cannot be known from it */
export function showEvent(store: Store, chat_id: number, event: ChatEvent): Question | undefined {
  const state = store.getState();
  const { seq, unread_mentions } = event;
  store.setState(changeChat(chat_id, (row) => ({ ...row, seq })));
  const question = showChange(store, chat_id, state, event);
  if (unread_mentions !== undefined) store.setState(takeCount(chat_id, { unread_mentions }));
  return question;
}

function showChange(store: Store, chat_id: number, state: State, event: ChatEvent): Question | undefined {
  switch (event.kind) {
    case "message":
    case "edit":
      if (event.message) showMessage(store, chat_id, event.message);
      return undefined;
    case "delete":
      store.setState(takeMessage(chat_id, event.message_id));
      return showWithout(store, chat_id, event.message_id);
    case "read":
      store.setState(showRead(chat_id, state, event.user_id, event.read_up_to));
      return undefined;
    case "delivered":
      store.setState(showDelivered(chat_id, state, event.user_id, event.delivered_up_to));
      return undefined;
    case "member":
      showMember(store, event.member?.user ?? event.user);
      store.setState(changeChat(chat_id, (row) => ({ ...row, member_count: event.member_count })));
      return concernsScreen(state, chat_id, event.member?.user.id) ? "row" : undefined;
    default:
      store.setState(describeChat(chat_id, event.chat));
      if (event.kind === "pins") store.setState(changePins(chat_id, event.seq));
      return event.kind === "chat" ? "row" : undefined;
  }
}

/** Whoever was changed in a chat may have changed their face. */
function showMember(store: Store, user: User | undefined): void {
  if (user) store.setState(showFace(user));
}

/** A message that came, by whichever way. */
export function showMessage(store: Store, chat_id: number, message: Message): void {
  store.setState(putMessage(chat_id, message));
  store.setState(showLast(chat_id, message));
  if (message.from) store.setState(stopActing(chat_id, message.from.id));
}

/** The list must not go on showing what was deleted. */
function showWithout(store: Store, chat_id: number, message_id: number): Question | undefined {
  const { chats, histories } = store.getState();
  if (chats?.[chat_id]?.last_message?.message_id !== message_id) return undefined;
  const history = histories[chat_id];
  const last = history?.reachesEnd ? history.messages.at(-1) : undefined;
  if (!last) return "last message";
  store.setState(changeChat(chat_id, (row) => ({ ...row, last_message: last })));
  return undefined;
}

function showRead(chat_id: number, { me }: State, user_id: number, read_up_to: number): Change {
  if (user_id === me?.user.id) return showReading(chat_id, read_up_to);
  return changeChat(chat_id, (row) => ({
    ...row,
    others_read_up_to: Math.max(row.others_read_up_to ?? 0, read_up_to),
  }));
}

function showDelivered(chat_id: number, { me }: State, user_id: number, upTo: number): Change {
  return changeChat(chat_id, (row) =>
    user_id === me?.user.id
      ? { ...row, delivered_up_to: Math.max(row.delivered_up_to ?? 0, upTo) }
      : { ...row, others_delivered_up_to: Math.max(row.others_delivered_up_to ?? 0, upTo) },
  );
}

/** Takes how far the person has read on another screen, in a chat that tells nobody else. */
export function showOwnReading({ chat_id, read_up_to, unread_count, unread_mentions }: Partial<OwnReading>): Change {
  // All of it comes together, or nothing where the chat is gone.
  if (chat_id === undefined || read_up_to === undefined) return () => ({});
  if (unread_count === undefined || unread_mentions === undefined) return () => ({});
  const told = { unread_count, unread_mentions, unread_after: read_up_to };
  return (state) => {
    const counted = takeCount(chat_id, told)(state);
    return { ...counted, ...showReading(chat_id, read_up_to)({ ...state, ...counted }) };
  };
}

/** Whether a member's change decides what the person may do: their own, and the other's in a private chat. */
function concernsScreen({ me, chats }: State, chat_id: number, user_id: number | undefined): boolean {
  return user_id === me?.user.id || chats?.[chat_id]?.chat.type === "private";
}
