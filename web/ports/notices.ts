/** The notices of the machine, outside the page: whether they are allowed, and showing one. */

/** `off`: the browser has none. `insecure`: it has none for a page that came over plain http. */
export type NoticeState = "off" | "insecure" | "on" | "asks" | "refused";

export interface Notices {
  readonly state: () => NoticeState;
  /** Asks the person; browsers let this be done on a press alone. */
  readonly ask: () => Promise<NoticeState>;
  /** Shows one in the place of an earlier one with the same tag. `onPress` is told when it is pressed. */
  readonly show: (notice: Notice, onPress: () => void) => void;
}

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

export function browserNotices(): Notices {
  const state = (): NoticeState => {
    if (!isSecureContext) return "insecure";
    if (!("Notification" in window)) return "off";
    return { granted: "on", denied: "refused", default: "asks" }[Notification.permission] as NoticeState;
  };
  return {
    state,
    async ask() {
      if (state() === "asks") await Notification.requestPermission();
      return state();
    },
    show({ title, body, tag }, onPress) {
      if (state() !== "on") return;
      try {
        const shown = new Notification(title, { body, tag, icon: "/icon.svg" });
        shown.addEventListener("click", () => {
          window.focus();
          shown.close();
          onPress();
        });
      } catch {
        // Some phones have notices for installed pages alone.
      }
    },
  };
}
