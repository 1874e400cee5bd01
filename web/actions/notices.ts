/** Whether the person wants the machine's notifications of new messages, and which of them are over. */
import type { Notice, NoticeState } from "../ports/notices.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "notices";

export interface NoticeActions {
  /** Whether there can be any, and if not, why. A browser that could not show one has none. */
  state(): NoticeState;
  wanted(): boolean;
  /** To be called on a press: the browser asks the person. @returns whether they are on now */
  turnOn(): Promise<boolean>;
  turnOff(): void;
  show(notice: Notice): Promise<void>;
  /** Takes those away whose message was read, or whose chat is no longer there. */
  closeRead(): void;
}

export function noticeActions({ notices, storage, store }: ActionDeps): NoticeActions {
  /** It said that it shows them, and did not. */
  let failed = false;
  const state = () => (failed ? "off" : notices.state());
  const wanted = () => state() === "on" && storage.read(STORED) === true;
  return {
    state,
    wanted,
    async turnOn() {
      const on = (await notices.ask()) === "on" && !failed;
      storage.write(STORED, on);
      return on;
    },
    turnOff: () => storage.write(STORED, false),
    async show(notice) {
      if (!wanted()) return;
      failed = !(await notices.show(notice));
    },
    closeRead() {
      const { chats } = store.getState();
      if (!chats) return;
      void notices.close(({ chat_id, message_id }) => (chats?.[chat_id]?.read_up_to ?? Infinity) >= message_id);
    },
  };
}
