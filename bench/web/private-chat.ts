/** Starts a service with two people and a private chat with earlier messages. */
import { callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sendMessages } from "./send-messages.ts";

interface Person {
  readonly id: number;
  readonly access_token: string;
}

export interface PrivateChat {
  readonly service: Service;
  readonly alice: Person;
  readonly bob: Person;
}

/** @throws Error if a call fails */
export async function startPrivateChat(messages: number): Promise<PrivateChat> {
  const people = [
    { name: "Alice", username: "alice" },
    { name: "Bob", username: "bob" },
  ];
  const service = await startService({ people }, ["--database", "sqlite", "--rate-limits", "off"]);
  const [alice, bob] = service.startup.people as readonly [Person, Person];
  await callAs(service.port, alice.access_token, "openChat", { user_id: bob.id });
  const earlier = Array.from({ length: messages }, (_, i) => {
    const [from, to] = i % 2 === 0 ? [alice, bob] : [bob, alice];
    return { sender: { person: from.access_token }, message: { chat_id: to.id, text: `Earlier message ${i}` } };
  });
  await sendMessages(service.port, earlier);
  // A chat with unread messages opens at the first of them, where a new message at the end is not painted.
  for (const [reader, other] of [
    [alice, bob],
    [bob, alice],
  ] as const)
    await callAs(service.port, reader.access_token, "readMessages", { chat_id: other.id, message_id: messages });
  return { service, alice, bob };
}
