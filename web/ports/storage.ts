/** What this browser remembers between visits: settings, drafts, and messages that are not sent yet. */

export interface Store {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  /** Forgets everything that belongs to the person. */
  clear(): void;
}

const PREFIX = "heliogram:";
/** Settings of the machine rather than of the person. */
const KEPT = new Set(["theme", "locale", "text-size"]);

/** Browsers may forbid storage, or have none left: then nothing is remembered, and everything else works. */
export function browserStore(): Store {
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
          if (key.startsWith(PREFIX) && !KEPT.has(key.slice(PREFIX.length))) localStorage.removeItem(key);
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
