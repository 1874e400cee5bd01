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

/** What a chat has to send waits until then, because the service asks for it. */
export function hold(chat_id: number, until_ms: number): Change {
  return ({ holds }) => ({ holds: { ...holds, [chat_id]: until_ms } });
}

export function release(chat_id: number): Change {
  return ({ holds }) => {
    const { [chat_id]: _, ...others } = holds;
    return { holds: others };
  };
}
