/** What the commands about bots and people do, whether in a running service or on a stopped one's store. */
import { hashPassword } from "../app/passwords.ts";
import { createPerson } from "../app/create-account.ts";
import { isUsername } from "../domain/accounts.ts";
import { listPeople } from "../store/people.ts";
import { deleteBot, editBot, listBots, makeBot, renewToken } from "./bots.ts";
import { nowS, OrderFault, type Ground, type Order } from "./ground.ts";
import { random } from "./run.ts";

/** Carries out one command. @throws OrderFault */
export async function carryOut(ground: Ground, order: Order): Promise<object> {
  switch (order.command) {
    case "bot create":
      return makeBot(ground, order);
    case "bot token":
      return renewToken(ground, order);
    case "bot edit":
      return editBot(ground, order);
    case "bot delete":
      return deleteBot(ground, order);
    case "bot list":
      return listBots(ground);
    case "person create":
      return makePerson(ground, order);
    case "person list":
      return (await ground.db.read(listPeople)).map(({ id, first_name, username, is_owner }) => ({
        id,
        name: first_name,
        username,
        is_owner,
      }));
    default:
      throw new OrderFault(`unknown command: ${order.command}`);
  }
}

async function makePerson(
  { db }: Ground,
  { username = "", name = username, password, is_owner }: Order,
): Promise<object> {
  if (!isUsername(username))
    throw new OrderFault("--username has 3 to 32 letters, digits or underscores, a letter first");
  if (password === undefined || password.length < 8) throw new OrderFault("--password has at least 8 characters");
  const password_hash = await hashPassword(password, random.bytes);
  const naming = { first_name: name, username, password_hash, is_owner: is_owner ?? false };
  const person = await db.write((tx) => createPerson(tx, naming, nowS()));
  if (person === "USERNAME_TAKEN") throw new OrderFault(`@${username} is taken`);
  return { id: person.id, username };
}
