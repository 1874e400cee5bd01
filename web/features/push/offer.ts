/** When a phone offers pushes to its person: after they have sent a message, until they have answered once. */
import type { NotificationState } from "../../core/ports/notifications.ts";
import type { KeyValueStorage } from "../../core/ports/storage.ts";

/** The people who have answered on this device. It is kept when they sign out. */
const ANSWERED = "push-offer";
/** The oldest answer is forgotten first. */
const MAX_PEOPLE = 50;

/** `turn_on`: the browser can get pushes. `install`: it can once the page is on the home screen, as on iPhones. */
export type Offer = "turn_on" | "install";

interface Device {
  /** Whether the page is installed, or used by touch. */
  readonly isPhone: boolean;
  readonly permission: NotificationState;
  /** Whether the browser has Web Push. */
  readonly isSupported: boolean;
}

/** @returns what this device can be offered, whatever its person has answered; `undefined` for nothing */
export function offerOn({ isPhone, permission, isSupported }: Device): Offer | undefined {
  if (!isPhone) return undefined;
  if (permission === "install") return "install";
  return isSupported && (permission === "asks" || permission === "on") ? "turn_on" : undefined;
}

export function isAnswered(storage: KeyValueStorage, person_id: number): boolean {
  return answered(storage).includes(person_id);
}

/** The person wants no offer on this device any more, because they have said no or have found the switch. */
export function noteAnswered(storage: KeyValueStorage, person_id: number): void {
  const others = answered(storage).filter((id) => id !== person_id);
  storage.write(ANSWERED, [...others, person_id].slice(-MAX_PEOPLE));
}

function answered(storage: KeyValueStorage): readonly unknown[] {
  const stored = storage.read(ANSWERED);
  return Array.isArray(stored) ? stored : [];
}
