/** Chats and people as command lines name them: by user name or id. */
import type { Chat } from "../../domain/chats.ts";
import type { ReadTx } from "../../store/db.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import { findPerson, type Person } from "../../store/queries/accounts/people.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { CommandRefused } from "../errors.ts";

/** The id of whoever has a user name; an id stands for itself. */
export async function idNamed(tx: ReadTx, name: string): Promise<number | undefined> {
  return /^-?\d{1,15}$/.test(name) ? Number(name) : findUsername(tx, name);
}

/** A group or channel. @throws CommandRefused */
export async function chatNamed(tx: ReadTx, name: string): Promise<Chat> {
  const id = await idNamed(tx, name);
  const chat = id === undefined ? undefined : await findChat(tx, id);
  if (!chat || chat.type === "private") throw new CommandRefused(`there is no group or channel ${name}`);
  return chat;
}

/** @throws CommandRefused */
export async function personNamed(tx: ReadTx, name: string): Promise<Person> {
  const id = await idNamed(tx, name);
  const person = id === undefined ? undefined : await findPerson(tx, id);
  if (!person) throw new CommandRefused(`nobody is called @${name}`);
  return person;
}
