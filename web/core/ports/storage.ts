/** Key-value storage in localStorage: settings, drafts and unsent messages. */

export interface KeyValueStorage {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  /** Removes everything that belongs to the person. */
  clear(): void;
}

const PREFIX = "heliogram:";
/** Settings of the device, which are kept when the person signs out. */
const DEVICE_SETTINGS = new Set([
  "theme",
  "locale",
  "text-size",
  "date-language",
  "hour-cycle",
  "markdown",
  "push-offer",
]);

/** If the browser forbids storage or it is full, nothing is persisted and everything else works. */
export function browserStorage(): KeyValueStorage {
  return {
    read: (name) =>
      attempt(() => {
        const text = localStorage.getItem(PREFIX + name);
        return text === null ? undefined : (JSON.parse(text) as unknown);
      }),
    write: (name, value) => attempt(() => localStorage.setItem(PREFIX + name, JSON.stringify(value))),
    remove: (name) => attempt(() => localStorage.removeItem(PREFIX + name)),
    clear: () =>
      attempt(() => {
        for (const key of Object.keys(localStorage)) {
          if (key.startsWith(PREFIX) && !DEVICE_SETTINGS.has(key.slice(PREFIX.length))) localStorage.removeItem(key);
        }
      }),
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
