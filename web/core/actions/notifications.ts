/** The person's setting for system notifications, and closing notifications of messages that were read. */
import type { NotificationContent, NotificationState } from "../ports/notifications.ts";
import { topicOf } from "../store/topics.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "notices";

export interface NotificationActions {
  /** Whether notifications are available, and if not, why. A browser that failed to show one counts as having none. */
  state(): NotificationState;
  wanted(): boolean;
  /** Must be called from a click: the browser asks for permission. @returns whether notifications are on */
  turnOn(): Promise<boolean>;
  turnOff(): void;
  show(notification: NotificationContent): Promise<void>;
  /** Closes the notifications of messages that were read, of reactions that were seen, and of chats that are gone. */
  closeRead(): void;
}

export function notificationActions({ notifications, storage, store }: ActionDeps): NotificationActions {
  /** The browser granted the permission but failed to show a notification. */
  let failed = false;
  const state = () => (failed ? "off" : notifications.state());
  const wanted = () => state() === "on" && storage.read(STORED) === true;
  return {
    state,
    wanted,
    async turnOn() {
      const on = (await notifications.ask()) === "on" && !failed;
      storage.write(STORED, on);
      return on;
    },
    turnOff: () => storage.write(STORED, false),
    async show(notification) {
      if (!wanted()) return;
      failed = !(await notifications.show(notification));
    },
    closeRead() {
      const state = store.getState();
      const { chats } = state;
      if (!chats) return;
      void notifications.close(({ chat_id, message_id, message_thread_id: thread_id, is_reaction }) => {
        // The message of the person was read before somebody reacted to it.
        if (is_reaction) return !chats[chat_id]?.unread_reactions;
        const topic = thread_id === undefined ? undefined : topicOf(state, chat_id, thread_id);
        return Math.max(chats[chat_id]?.read_up_to ?? Infinity, topic?.read_up_to ?? 0) >= message_id;
      });
    },
  };
}
