/** A service where somebody has a thousand chats, of every kind. */
import { callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../subjects/service.ts";
import { say, type Said } from "./fill.ts";

const GROUPS = 600;
const CHANNELS = 50;
const PEOPLE = 250;
const BOTS = 100;

/** Chats in the list, of every kind. */
export const LISTED = GROUPS + CHANNELS + PEOPLE + BOTS;

/** The first person has all the chats, with one to three messages in each, all of them unread. */
export async function startListed(): Promise<Service> {
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
  await talk(service);
  return service;
}

const TALK = [
  "See you there",
  "Whoever comes late brings the coffee, as always, and some of the small cakes from the corner",
  "https://example.org/a/rather/long/address?with=parameters",
];

async function talk({ port, loaded }: Service): Promise<void> {
  const [alice, ...others] = loaded.people;
  const person = ({ access_token }: { readonly access_token: string }) => ({ person: access_token });
  const opened = await Promise.all(
    others.map(({ access_token }) => callAs(port, access_token, "openChat", { user_id: alice!.id })),
  );
  if (opened.length !== PEOPLE) throw new Error("some private chats are missing");
  const said = (by: Said["by"], chat_id: number, i: number): Said[] =>
    Array.from({ length: 1 + (i % 3) }, (_, n) => ({ by, message: { chat_id, text: TALK[(i + n) % TALK.length]! } }));
  await say(port, [
    ...loaded.chats.flatMap(({ id }, i) => said(person(others[i % PEOPLE]!), id, i)),
    ...others.flatMap((other, i) => said(person(other), alice!.id, i)),
    ...loaded.bots.flatMap(({ token }, i) => said({ bot: token }, alice!.id, i)),
  ]);
}
