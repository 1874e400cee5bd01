/** The machine's notifications, outside the page: whether they are allowed, showing one, and taking it away. */

/**
 * `off`: the browser has none. `insecure`: it has none for a page that came over plain http. `install`: it has them for
 * installed pages alone, as on iPhones.
 */
export type NoticeState = "off" | "insecure" | "install" | "on" | "asks" | "refused";

export interface Notices {
  readonly state: () => NoticeState;
  /** Asks the person; browsers let this be done on a press alone. */
  readonly ask: () => Promise<NoticeState>;
  /** Shows one in the place of an earlier one with the same tag. @returns whether the browser did */
  readonly show: (notice: Notice) => Promise<boolean>;
  /** Takes those away of which this is true. */
  readonly close: (isOver: (shown: Shown) => boolean) => Promise<void>;
  /** `opened` is told where a notification leads that was pressed. @returns a function that ends it */
  readonly watch: (opened: (path: string) => void) => () => void;
}

/** What is kept of one that is shown. */
export interface Shown {
  readonly chat_id: number;
  readonly message_id: number;
  /** The address within the client that it leads to. */
  readonly path: string;
}

export interface Notice extends Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** Shown without a sound. */
  readonly is_silent: boolean;
}

const ICON = "/icon-192.png";

export function browserNotices(): Notices {
  /** The page's own, where there is no worker to show them. */
  const own = new Map<Notification, Shown>();
  const opened = new Set<(path: string) => void>();
  const tell = (path: string) => {
    for (const each of opened) each(path);
  };
  return {
    state: stateOf,
    async ask() {
      if (stateOf() === "asks") await Notification.requestPermission();
      return stateOf();
    },
    async show(notice) {
      if (stateOf() !== "on") return false;
      const { title, body, tag, is_silent, chat_id, message_id, path } = notice;
      const data: Shown = { chat_id, message_id, path };
      const options = { body, tag, silent: is_silent, icon: ICON, badge: ICON, data };
      try {
        // Phones have no other way; and the worker's are still there when the page is not.
        const registration = await registered();
        if (registration) await registration.showNotification(title, options);
        else showOwn(title, options, { own, tell });
        return true;
      } catch {
        return false;
      }
    },
    async close(isOver) {
      for (const [notification, shown] of own) if (isOver(shown)) notification.close();
      const shown = (await (await registered())?.getNotifications?.()) ?? [];
      for (const each of shown) if (isOver(each.data as Shown)) each.close();
    },
    watch(listener) {
      opened.add(listener);
      const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
      const onMessage = ({ data }: MessageEvent<{ readonly open?: unknown }>) => {
        if (typeof data.open === "string") listener(data.open);
      };
      container?.addEventListener("message", onMessage);
      return () => {
        opened.delete(listener);
        container?.removeEventListener("message", onMessage);
      };
    },
  };
}

function stateOf(): NoticeState {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window)) {
    // Only the browsers of iPhones and iPads tell this of a page, and only installed pages have notifications there.
    return (navigator as { readonly standalone?: boolean }).standalone === false ? "install" : "off";
  }
  return { granted: "on", denied: "refused", default: "asks" }[Notification.permission] as NoticeState;
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  return registration?.active ? registration : undefined;
}

interface Around {
  readonly own: Map<Notification, Shown>;
  readonly tell: (path: string) => void;
}

/** @throws where the browser has notifications for workers alone */
function showOwn(title: string, options: NotificationOptions & { readonly data: Shown }, { own, tell }: Around): void {
  const shown = new Notification(title, options);
  own.set(shown, options.data);
  shown.addEventListener("close", () => own.delete(shown));
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    tell(options.data.path);
  });
}
