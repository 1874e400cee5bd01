/** Acts as people of a running `heliogram dev`, in sessions that end with the command. */
import type { User } from "@heliogram/shared/wire.ts";
import { UsageError } from "../errors.ts";
import type { Call } from "./client.ts";

/** Calls a method of the user API as a person. */
export type Act = (method: string, params: object) => Promise<unknown>;

/** Opens a session of the person, and ends it when `work` is done. @throws CommandRefused */
export async function asPerson<T>(call: Call, person: string | number, work: (act: Act) => Promise<T>): Promise<T> {
  const { access_token } = (await call("/developer/openSession", { person })) as { readonly access_token: string };
  const act: Act = (method, params) => call(`/api/${method}`, params, access_token);
  try {
    return await work(act);
  } finally {
    await act("signOut", {});
  }
}

export async function listBots(call: Call): Promise<readonly User[]> {
  return ((await call("/developer/listBots", {})) as { readonly bots: readonly User[] }).bots;
}

/** The bot of this id or user name, with or without @. */
export function botCalled(bots: readonly User[], ref: string): User | undefined {
  const name = ref.replace(/^@/, "").toLowerCase();
  return bots.find(({ id, username }) => String(id) === name || username?.toLowerCase() === name);
}

/** @throws UsageError that lists the bots */
export function refuseAmbiguousBot(option: string, bots: readonly User[]): never {
  const names = bots.map(({ username }) => username).join(", ") || "none";
  throw new UsageError(`${option} is needed: there are the bots ${names}`);
}

/** The bot that is named, the only one, or the one that has called last. @throws UsageError */
export async function findBot(call: Call, name: string | undefined): Promise<User> {
  const bots = await listBots(call);
  if (name !== undefined) {
    const named = botCalled(bots, name);
    if (!named)
      throw new UsageError(`there is no bot ${name}; there are ${bots.map((bot) => bot.username).join(", ")}`);
    return named;
  }
  const { calls } = (await call("/developer/listCalls", { api: "bot", limit: 1 })) as {
    readonly calls: readonly { readonly account_id?: number }[];
  };
  const caller = bots.find(({ id }) => id === calls[0]?.account_id);
  return caller ?? (bots.length === 1 ? bots[0]! : refuseAmbiguousBot("--bot", bots));
}

/** The id of a chat or account as the person may name it. */
export async function chatCalled(act: Act, ref: string): Promise<number> {
  const name = ref.replace(/^@/, "").toLowerCase();
  if (/^-?\d+$/.test(name)) return Number(name);
  const found = (await act("resolve", { username: name })) as { readonly user?: User; readonly chat?: User };
  return (found.user ?? found.chat)!.id;
}
