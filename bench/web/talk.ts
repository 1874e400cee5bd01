/** A service with two people who have talked to each other before. */
import { callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../subjects/service.ts";
import { say } from "./fill.ts";

interface Person {
  readonly id: number;
  readonly access_token: string;
}

export interface Talk {
  readonly service: Service;
  readonly alice: Person;
  readonly bob: Person;
}

/** @throws Error if anything is refused */
export async function startTalk(messages: number): Promise<Talk> {
  const people = [
    { name: "Alice", username: "alice" },
    { name: "Bob", username: "bob" },
  ];
  const service = await startService({ people }, ["--database", "sqlite", "--rate-limits", "off"]);
  const [alice, bob] = service.loaded.people as readonly [Person, Person];
  await callAs(service.port, alice.access_token, "openChat", { user_id: bob.id });
  const said = Array.from({ length: messages }, (_, i) => {
    const [from, to] = i % 2 === 0 ? [alice, bob] : [bob, alice];
    return { by: { person: from.access_token }, message: { chat_id: to.id, text: `Said before, ${i}` } };
  });
  await say(service.port, said);
  return { service, alice, bob };
}
