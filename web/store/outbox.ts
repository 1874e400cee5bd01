/** Changes of the messages on their way out. */
import type { Outgoing } from "../model/outgoing.ts";
import type { Change } from "./state.ts";

export function addOutgoing(outgoing: Outgoing): Change {
  return ({ outbox }) => ({ outbox: [...outbox, outgoing] });
}

export function changeOutgoing(key: string, change: Partial<Outgoing>): Change {
  return ({ outbox }) => ({ outbox: outbox.map((each) => (each.key === key ? { ...each, ...change } : each)) });
}

export function removeOutgoing(key: string): Change {
  return ({ outbox }) => ({ outbox: outbox.filter((each) => each.key !== key) });
}
