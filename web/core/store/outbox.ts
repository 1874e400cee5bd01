/** Updates of outgoing messages. */
import type { Outgoing } from "../model/messages/outgoing.ts";
import type { Change } from "./state.ts";

export function addOutgoing(outgoing: Outgoing): Change {
  return ({ outbox }) => ({ outbox: [...outbox, outgoing] });
}

export function updateOutgoing(key: string, change: Partial<Outgoing>): Change {
  return ({ outbox }) => ({ outbox: outbox.map((each) => (each.key === key ? { ...each, ...change } : each)) });
}

export function removeOutgoing(key: string): Change {
  return ({ outbox }) => ({ outbox: outbox.filter((each) => each.key !== key) });
}

/** Sending in a chat waits until then, because the server asked for it. */
export function setBackoff(chat_id: number, until_ms: number): Change {
  return ({ backoff_until }) => ({ backoff_until: { ...backoff_until, [chat_id]: until_ms } });
}

export function clearBackoff(chat_id: number): Change {
  return ({ backoff_until }) => {
    const { [chat_id]: _, ...others } = backoff_until;
    return { backoff_until: others };
  };
}
