/** Push subscriptions of the browser, and what the service worker needs of them while no page is open. */

/** A subscription as the service wants it. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What the service worker keeps: the words of notifications by name, and how to subscribe again. */
export interface PushSetup {
  readonly public_key: string;
  readonly label: string;
  readonly words: Readonly<Record<string, string>>;
}

export interface PushPort {
  readonly isSupported: () => boolean;
  /** The subscription of this browser; `undefined` if it has none. */
  readonly current: () => Promise<DeviceSubscription | undefined>;
  /** Subscribes this browser, after its permission for notifications. @throws Error if its push service refuses */
  readonly subscribe: (setup: PushSetup) => Promise<DeviceSubscription>;
  /** Leaves the service worker what it needs, as after a change of the language. Never fails. */
  readonly keep: (setup: PushSetup) => Promise<void>;
  /** Ends the subscription of this browser, and forgets what the service worker keeps. Never fails. */
  readonly forget: () => Promise<void>;
}

const CACHE = "heliogram-push";
const SETUP = "/push-setup";

export function browserPush(): PushPort {
  return {
    isSupported: () => "PushManager" in window && "serviceWorker" in navigator,
    async current() {
      const subscription = await (await managerOf())?.getSubscription();
      return subscription ? deviceOf(subscription) : undefined;
    },
    async keep(setup) {
      try {
        await writeSetup(setup);
      } catch {
        // The storage is full: the words stay in the language in which they are.
      }
    },
    async subscribe(setup) {
      await writeSetup(setup);
      const manager = await managerOf();
      if (!manager) throw new Error("no service worker");
      const options = { userVisibleOnly: true, applicationServerKey: setup.public_key };
      // A subscription for the key of another service cannot be changed.
      await (await manager.getSubscription())?.unsubscribe();
      return deviceOf(await manager.subscribe(options));
    },
    async forget() {
      try {
        await (await (await managerOf())?.getSubscription())?.unsubscribe();
        if ("caches" in window) await caches.delete(CACHE);
      } catch {
        // The session has ended on the service, which sends nothing more.
      }
    },
  };
}

async function writeSetup(setup: PushSetup): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(SETUP, new Response(JSON.stringify(setup)));
}

async function managerOf(): Promise<PushManager | undefined> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  return (registration as { readonly pushManager?: PushManager } | undefined)?.pushManager;
}

function deviceOf(subscription: PushSubscription): DeviceSubscription {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
}
