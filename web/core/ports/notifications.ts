/** System notifications: permission, showing and closing. */

/**
 * `off`: the browser has none. `insecure`: it has none on plain HTTP. `install`: it has them for installed pages only,
 * as on iPhones.
 */
export type NotificationState = "off" | "insecure" | "install" | "on" | "asks" | "refused";

export interface Notifications {
  readonly state: () => NotificationState;
  /** Asks for permission; browsers allow this only in response to a click. */
  readonly ask: () => Promise<NotificationState>;
  /** Shows a notification, replacing an earlier one with the same tag. @returns whether the browser showed it */
  readonly show: (notice: NotificationContent) => Promise<boolean>;
  /** Closes the notifications for which the predicate holds. */
  readonly close: (isOver: (shown: ShownNotification) => boolean) => Promise<void>;
  /** `opened` is called with the path of a clicked notification. @returns a function that stops it */
  readonly watch: (opened: (path: string) => void) => () => void;
}

/** The data attached to a shown notification. */
export interface ShownNotification {
  readonly chat_id: number;
  readonly message_id: number;
  /** The topic of the message, in a group with topics. */
  readonly message_thread_id?: number;
  /** It tells of a reaction to a message of the person. */
  readonly is_reaction?: true;
  /** The path within the client that it opens. */
  readonly path: string;
}

export interface NotificationContent extends ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** Shown without a sound. */
  readonly is_silent: boolean;
}

const ICON = "/icon-192.png";

export function browserNotifications(): Notifications {
  /** Notifications shown by the page itself, if there is no service worker. */
  const own = new Map<Notification, ShownNotification>();
  const opened = new Set<(path: string) => void>();
  const notify = (path: string) => {
    for (const each of opened) each(path);
  };
  return {
    state: permissionState,
    async ask() {
      if (permissionState() === "asks") await Notification.requestPermission();
      return permissionState();
    },
    async show(notice) {
      if (permissionState() !== "on") return false;
      const { title, body, tag, is_silent, ...data } = notice;
      const options = { body, tag, silent: is_silent, icon: ICON, badge: ICON, data };
      try {
        // Phones support notifications of service workers only, and those outlive the page.
        const registration = await activeRegistration();
        if (registration) await registration.showNotification(title, options);
        else showWithoutWorker(title, options, { own, notify });
        return true;
      } catch {
        return false;
      }
    },
    async close(isOver) {
      for (const [notification, shown] of own) if (isOver(shown)) notification.close();
      const shown = (await (await activeRegistration())?.getNotifications?.()) ?? [];
      for (const each of shown) if (isOver(each.data as ShownNotification)) each.close();
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

function permissionState(): NotificationState {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window)) {
    // Only browsers of iPhones and iPads have `standalone`, and they support notifications of installed pages only.
    return (navigator as { readonly standalone?: boolean }).standalone === false ? "install" : "off";
  }
  return { granted: "on", denied: "refused", default: "asks" }[Notification.permission] as NotificationState;
}

async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  return registration?.active ? registration : undefined;
}

interface OwnNotifications {
  readonly own: Map<Notification, ShownNotification>;
  readonly notify: (path: string) => void;
}

/** @throws if the browser supports notifications of service workers only */
function showWithoutWorker(
  title: string,
  options: NotificationOptions & { readonly data: ShownNotification },
  { own, notify }: OwnNotifications,
): void {
  const shown = new Notification(title, options);
  own.set(shown, options.data);
  shown.addEventListener("close", () => own.delete(shown));
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    notify(options.data.path);
  });
}
