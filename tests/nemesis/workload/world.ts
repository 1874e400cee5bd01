/** The people, bots and chats of the workload. */
import type { OwnProcess } from "../../support/own-process.ts";

const WRITERS = ["ann", "ben", "cat", "dan"];
const GUESTS = ["gus", "guy", "gil", "gia", "gem"];
export const PASSWORD = "correct horse battery";
const TWINS = ["twin1_bot", "twin2_bot", "twin3_bot", "twin4_bot", "twin5_bot"];
const BOTS = ["poll_bot", "hook_bot", "load_bot", "lost_bot", ...TWINS];

export const WORLD = {
  people: [
    { name: "Owner", username: "olga", owner: true },
    ...WRITERS.map((username) => ({ name: username, username })),
    ...GUESTS.map((username) => ({ name: username, username, password: PASSWORD })),
    { name: "Guest", username: "member_guest" },
  ],
  bots: BOTS.map((username) => ({ name: username, username, owner: "olga", privacy: false })),
  chats: [
    ...["One", "Two"].map((title) => ({
      title,
      creator: "olga",
      members: [...WRITERS, "poll_bot", "hook_bot", "load_bot"],
    })),
    { title: "Probe", creator: "olga", members: ["member_guest", "gus", "guy", "gil", "gia", "gem"] },
  ],
};

export interface Cast {
  readonly owner: { readonly id: number; readonly access_token: string };
  readonly writers: readonly { readonly name: string; readonly access_token: string }[];
  readonly guests: readonly string[];
  readonly guest: { readonly id: number; readonly access_token: string };
  readonly bot: (username: string) => { readonly id: number; readonly token: string };
  /** Tokens of the bots that poll twice. */
  readonly twins: readonly string[];
  /** The chats in which everybody writes. */
  readonly rooms: readonly number[];
  /** The chat of the probe of members. */
  readonly probeRoom: number;
}

export function castOf({ people, bots, chats }: OwnProcess): Cast {
  return {
    owner: people[0]!,
    writers: WRITERS.map((name, n) => ({ name, access_token: people[n + 1]!.access_token })),
    guests: GUESTS,
    guest: people.at(-1)!,
    bot: (username) => bots[BOTS.indexOf(username)]!,
    twins: TWINS.map((username) => bots[BOTS.indexOf(username)]!.token),
    rooms: chats.slice(0, 2).map(({ id }) => id),
    probeRoom: chats[2]!.id,
  };
}
