/** Everybody and every chat of a world, by id and by name. */
import type { TestChat } from "./service/world.ts";

/** Somebody or some chat: itself, its id, its user name, or the title of a chat. */
export type Target = { readonly id: number } | number | string;

interface Account {
  readonly id: number;
  readonly name: string;
  readonly username: string | null;
}

export class Directory {
  readonly people: readonly Account[];
  readonly bots: readonly Account[];
  /** Those of the world's content, and those that people have created since. */
  readonly chats: TestChat[];

  constructor({ people, bots, chats }: Pick<Directory, "people" | "bots"> & { readonly chats: readonly TestChat[] }) {
    this.people = people;
    this.bots = bots;
    this.chats = [...chats];
  }

  /** Replaces the chats by those of a saved state. */
  setChats(chats: readonly TestChat[]): void {
    this.chats.splice(0, this.chats.length, ...chats);
  }

  /** @throws Error with the titles that there are */
  chat(name: string): TestChat {
    return findNamed("chat", this.chats, name);
  }

  /** @throws Error if nothing has this name */
  idOf(target: Target): number {
    if (typeof target === "number") return target;
    if (typeof target !== "string") return target.id;
    return findNamed("bot, person or chat", [...this.bots, ...this.people, ...this.chats], target).id;
  }

  /** @throws Error if the world has several bots, or none */
  onlyBot(): number {
    const [only, another] = this.bots;
    if (only && !another) return only.id;
    throw new Error(`the world has ${this.bots.length} bots; name one of ${listOf(this.bots)}`);
  }

  isBot(id: number): boolean {
    return this.bots.some((bot) => bot.id === id);
  }

  /** How the transcript names an account or a chat. */
  nameOf(id: number | undefined): string {
    const account = [...this.people, ...this.bots].find((each) => each.id === id);
    if (account) return account.username ?? account.name;
    return this.chats.find((each) => each.id === id)?.title ?? (id === undefined ? "somebody" : String(id));
  }
}

interface Named {
  readonly name?: string;
  readonly title?: string;
  readonly username: string | null;
}

/** What has this user name, name or title. @throws Error with the names that there are */
export function findNamed<T extends Named>(kind: string, all: readonly T[], name: string): T {
  const wanted = name.replace(/^@/, "").toLowerCase();
  const isIt = (text: string | null | undefined) => text?.toLowerCase() === wanted;
  const found = all.find(({ username }) => isIt(username)) ?? all.find((each) => isIt(each.name) || isIt(each.title));
  if (found) return found;
  throw new Error(`the world has no ${kind} ${name}; it has ${listOf(all)}`);
}

function listOf(all: readonly Named[]): string {
  return all.map((each) => each.username ?? each.title ?? each.name).join(", ") || "none";
}
