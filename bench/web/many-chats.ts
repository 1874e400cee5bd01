/** Starts a service in which one person has a thousand chats of all kinds. */
import { callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sendMessages, type OutgoingMessage, type Sender } from "./send-messages.ts";

const GROUPS = 600;
const CHANNELS = 50;
const PEOPLE = 250;
const BOTS = 100;

/** The length of the chat list. */
export const CHATS = GROUPS + CHANNELS + PEOPLE + BOTS;

/** Starts the service. The first person is in all chats; each chat has one to three unread messages. */
export async function startManyChats(): Promise<Service> {
  const named = (count: number, title: string, username: string) =>
    Array.from({ length: count }, (_, i) => ({ name: `${title} ${i}`, username: `${username}${i}` }));
  const others = named(PEOPLE, "Somebody", "person");
  const bots = named(BOTS, "Helper", "helper").map((bot) => ({
    ...bot,
    username: `${bot.username}_bot`,
    started_by: ["alice"],
  }));
  const chats = Array.from({ length: GROUPS + CHANNELS }, (_, i) => ({
    type: i < GROUPS ? "supergroup" : "channel",
    title: `Chat number ${i} with a title as they are`,
    creator: others[i % PEOPLE]!.username,
    members: ["alice"],
  }));
  const people = [{ name: "Alice", username: "alice" }, ...others];
  const service = await startService({ people, bots, chats }, ["--database", "sqlite", "--rate-limits", "off"]);
  await sendTexts(service);
  return service;
}

const TEXTS = [
  "See you there",
  "Whoever comes late brings the coffee, as always, and some of the small cakes from the corner",
  "https://example.org/a/rather/long/address?with=parameters",
];

async function sendTexts({ port, startup }: Service): Promise<void> {
  const [alice, ...others] = startup.people;
  const person = ({ access_token }: { readonly access_token: string }) => ({ person: access_token });
  const private_chats = await Promise.all(
    others.map(({ access_token }) => callAs(port, access_token, "openChat", { user_id: alice!.id })),
  );
  if (private_chats.length !== PEOPLE) throw new Error("some private chats are missing");
  const texts = (sender: Sender, chat_id: number, i: number): OutgoingMessage[] =>
    Array.from({ length: 1 + (i % 3) }, (_, n) => ({
      sender,
      message: { chat_id, text: TEXTS[(i + n) % TEXTS.length]! },
    }));
  await sendMessages(port, [
    ...startup.chats.flatMap(({ id }, i) => texts(person(others[i % PEOPLE]!), id, i)),
    ...others.flatMap((other, i) => texts(person(other), alice!.id, i)),
    ...startup.bots.flatMap(({ token }, i) => texts({ bot: token }, alice!.id, i)),
  ]);
}
