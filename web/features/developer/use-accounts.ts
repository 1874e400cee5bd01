/** The names of the service's bots and people. */
import { useQuery } from "@tanstack/react-query";
import type { User } from "@heliogram/shared/wire.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { useWorld } from "./use-world.ts";

/** People beyond these are shown by their ids. */
const MOST_PEOPLE = 1000;
/** The user name of the bot that makes bots, which nobody else can have. */
const ASSISTANT = "assistant";
const NOBODY: readonly User[] = [];

export interface Accounts {
  /** Without the assistant. */
  readonly bots: readonly User[];
  /** The name of an account, or its id if its name is not known. */
  readonly name: (id: number) => string;
  /** Whether a person or a bot has this id. Other ids are those of groups and channels. */
  readonly find: (id: number) => User | undefined;
}

export function useAccounts(): Accounts {
  const { call, key } = useWorld();
  const bots = useQuery({
    queryKey: key("bots"),
    queryFn: async ({ signal }) => (await call("listBots", { assistant: true }, signal)).bots,
  });
  const people = useQuery({
    queryKey: key("names"),
    queryFn: async ({ signal }) => (await call("listPeople", { limit: MOST_PEOPLE }, signal)).people,
  });
  const find = (id: number) =>
    (bots.data ?? NOBODY).find((each) => each.id === id) ?? people.data?.find((each) => each.id === id);
  return {
    bots: (bots.data ?? NOBODY).filter(({ username }) => username !== ASSISTANT),
    find,
    name(id) {
      const account = find(id);
      return account ? nameOf(account) : String(id);
    },
  };
}
