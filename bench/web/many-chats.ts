/** Starts a service in which one person has a thousand chats of all kinds. */
import { callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sendMessages, type OutgoingMessage, type Speaker } from "./send-messages.ts";

/** How many chats of each kind the list has. */
export interface ChatCounts {
  readonly groups: number;
  readonly channels: number;
  readonly people: number;
  readonly bots: number;
}

/** A thousand chats. */
export const FULL_LIST: ChatCounts = { groups: 600, channels: 50, people: 250, bots: 100 };
export const SMALL_LIST: ChatCounts = { groups: 12, channels: 3, people: 3, bots: 2 };

/** The length of the chat list. */
export function lengthOf({ groups, channels, people, bots }: ChatCounts): number {
  return groups + channels + people + bots;
}

/** Starts the service. The first person is in all chats; each chat has one to three unread messages. */
export async function startManyChats(counts: ChatCounts): Promise<Service> {
  const named = (count: number, title: string, username: string) =>
    Array.from({ length: count }, (_, i) => ({ name: `${title} ${i}`, username: `${username}${i}` }));
  const others = named(counts.people, "Somebody", "person");
  const bots = named(counts.bots, "Helper", "helper").map((bot) => ({
    ...bot,
    username: `${bot.username}_bot`,
    started_by: ["alice"],
  }));
  const chats = Array.from({ length: counts.groups + counts.channels }, (_, i) => ({
    type: i < counts.groups ? "supergroup" : "channel",
    title: `Chat number ${i} with a title as they are`,
    creator: others[i % counts.people]!.username,
    members: ["alice"],
  }));
  const people = [{ name: "Alice", username: "alice" }, ...others];
  const service = await startService({ people, bots, chats }, ["--database", "sqlite", "--rate-limits", "off"]);
  await sendTexts(service, counts);
  return service;
}

const TEXTS = [
  "See you there",
  "Whoever comes late brings the coffee, as always, and some of the small cakes from the corner",
  "https://example.org/a/rather/long/address?with=parameters",
];

async function sendTexts({ port, startup }: Service, { people }: ChatCounts): Promise<void> {
  const [alice, ...others] = startup.people;
  const person = ({ access_token }: { readonly access_token: string }) => ({ person: access_token });
  const private_chats = await Promise.all(
    others.map(({ access_token }) => callAs(port, access_token, "openChat", { user_id: alice!.id })),
  );
  if (private_chats.length !== people) throw new Error("some private chats are missing");
  const texts = (sender: Speaker, chat_id: number, i: number): OutgoingMessage[] =>
    Array.from({ length: 1 + (i % 3) }, (_, n) => ({
      sender,
      message: { chat_id, text: TEXTS[(i + n) % TEXTS.length]! },
    }));
  await sendMessages(port, [
    ...startup.chats.flatMap(({ id }, i) => texts(person(others[i % people]!), id, i)),
    ...others.flatMap((other, i) => texts(person(other), alice!.id, i)),
    ...startup.bots.flatMap(({ token }, i) => texts({ bot: token }, alice!.id, i)),
  ]);
}
