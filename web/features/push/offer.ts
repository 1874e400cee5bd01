/** When a phone offers pushes to its person: after they have sent a message, until they have declined once. */
import type { NotificationState } from "../../core/ports/notifications.ts";
import type { KeyValueStorage } from "../../core/ports/storage.ts";

/** The people who have declined on this device. It is kept when they sign out. */
const DECLINED = "push-offer";
/** The oldest refusal is forgotten first. */
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

/** @returns what this device can be offered, whatever its person has declined; `undefined` for nothing */
export function offerOn({ isPhone, permission, isSupported }: Device): Offer | undefined {
  if (!isPhone) return undefined;
  if (permission === "install") return "install";
  return isSupported && (permission === "asks" || permission === "on") ? "turn_on" : undefined;
}

/** What is known of pushes; `undefined` until it is. */
interface Known {
  /** Whether the service sends pushes. */
  readonly isEnabled: boolean | undefined;
  /** Whether this device gets them. */
  readonly isOn: boolean | undefined;
}

/** Whether the card is shown. */
export function isDue(offer: Offer, { isEnabled, isOn }: Known): boolean {
  return isEnabled === true && (offer === "install" || isOn === false);
}

export function isDeclined(storage: KeyValueStorage, person_id: number): boolean {
  return declined(storage).includes(person_id);
}

/** The person wants no offer on this device any more: they have said no, or have turned pushes off. */
export function noteDeclined(storage: KeyValueStorage, person_id: number): void {
  const others = declined(storage).filter((id) => id !== person_id);
  storage.write(DECLINED, [...others, person_id].slice(-MAX_PEOPLE));
}

function declined(storage: KeyValueStorage): readonly unknown[] {
  const stored = storage.read(DECLINED);
  return Array.isArray(stored) ? stored : [];
}
