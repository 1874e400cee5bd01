/** The browser interfaces that the client depends on, injected at the start. */
import { systemClock, type Clock } from "./clock.ts";
import { browserPrefetched, type PrefetchedResponses } from "./prefetched-responses.ts";
import { browserBlobStore, type BlobStore } from "./blob-store.ts";
import { newKey } from "./unique-keys.ts";
import { browserNotifications, type Notifications } from "./notifications.ts";
import { browserPasskeys, type Passkeys } from "./passkeys.ts";
import { browserPush, type PushPort } from "./push.ts";
import { openMicrophone, type Microphone } from "./microphone.ts";
import { saveAddress, saveFile } from "./save-file.ts";
import { followDevice, locateDevice, type DeviceLocation } from "./location.ts";
import { browserStorage, type KeyValueStorage } from "./storage.ts";
import { browserStatus, type BrowserStatus } from "./browser-status.ts";
import { browserServiceWorkers, type ServiceWorkers } from "./service-worker.ts";

export interface Ports {
  readonly clock: Clock;
  readonly newKey: () => string;
  /** A random number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly storage: KeyValueStorage;
  readonly outboxFiles: BlobStore;
  /** The offline snapshot of the chats. */
  readonly chatSnapshots: BlobStore;
  readonly browserStatus: BrowserStatus;
  readonly notifications: Notifications;
  readonly push: PushPort;
  readonly passkeys: Passkeys;
  readonly prefetched: PrefetchedResponses;
  readonly serviceWorkers: ServiceWorkers;
  /** @throws MicrophoneError */
  readonly openMicrophone: () => Promise<Microphone>;
  /** @throws LocationError */
  readonly locateDevice: () => Promise<DeviceLocation>;
  readonly followDevice: typeof followDevice;
  /** Saves a file as a download of the browser. */
  readonly saveFile: (blob: Blob, name: string) => void;
  /** Downloads what is at an address of the service. */
  readonly saveAddress: (address: string) => void;
  /** Leaves the page for another address. */
  readonly openAddress: (address: string) => void;
}

export function browserPorts(): Ports {
  const clock = systemClock();
  return {
    clock,
    newKey,
    random: () => Math.random(),
    storage: browserStorage(),
    outboxFiles: browserBlobStore("heliogram"),
    chatSnapshots: browserBlobStore("heliogram-chats"),
    browserStatus: browserStatus(),
    notifications: browserNotifications(),
    push: browserPush(),
    passkeys: browserPasskeys(),
    prefetched: browserPrefetched(),
    serviceWorkers: browserServiceWorkers(),
    openMicrophone: () => openMicrophone(clock),
    locateDevice,
    openAddress: (address) => location.assign(address),
    saveAddress,
    followDevice,
    saveFile: (blob, name) => saveFile(clock, blob, name),
  };
}
