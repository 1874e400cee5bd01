/** Whether the person wants the machine's notices of new messages. */
import type { Notice } from "../ports/notices.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "notices";

export interface NoticeActions {
  /** Whether there are any: not in every browser, and nowhere for a page that came over plain http. */
  possible(): "yes" | "no" | "insecure";
  wanted(): boolean;
  /** To be called on a press: the browser asks the person. @returns whether they are on now */
  turnOn(): Promise<boolean>;
  turnOff(): void;
  show(notice: Notice, onPress: () => void): void;
}

export function noticeActions({ notices, storage }: ActionDeps): NoticeActions {
  const wanted = () => notices.state() === "on" && storage.read(STORED) === true;
  return {
    wanted,
    possible() {
      const state = notices.state();
      return state === "insecure" ? state : state === "off" ? "no" : "yes";
    },
    async turnOn() {
      const on = (await notices.ask()) === "on";
      storage.write(STORED, on);
      return on;
    },
    turnOff: () => storage.write(STORED, false),
    show(notice, onPress) {
      if (wanted()) notices.show(notice, onPress);
    },
  };
}
