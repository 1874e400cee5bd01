/** The operator's commands about people: the same deeds as those of owners of the service, by nobody who has an account. */
import { createPerson } from "../app/create-account.ts";
import { makeOwner, restorePerson, suspendPerson, unmakeOwner } from "../app/manage-people.ts";
import { hashPassword } from "../app/passwords.ts";
import { makeReset } from "../app/password-resets.ts";
import { REFUSALS, type Refusal } from "../domain/refusals.ts";
import { ParameterFault } from "../methods/fields.ts";
import { checkPassword, readName, readUsername } from "../methods/passwords.ts";
import { findUsername } from "../store/accounts.ts";
import { record } from "../store/audit.ts";
import type { Tx } from "../store/db.ts";
import { findPerson, listPeople as list, type Person } from "../store/people.ts";
import { checked } from "./checked.ts";
import type { Order } from "./commands.ts";
import { OrderFault } from "./faults.ts";
import { nowS, type Ground } from "./ground.ts";
import { random } from "./machine.ts";
import { nextTurn } from "./turns.ts";

/** People of a list that are read at once: about 2 ms. */
const PAGE = 500;

/** @throws OrderFault */
export async function makePerson({ db }: Ground, order: Order): Promise<object> {
  const { password = "", is_owner = false } = order;
  const { username, first_name } = checked(() => readPerson(order));
  const password_hash = await hashPassword(password, random.bytes);
  const naming = { first_name, username, password_hash, is_owner };
  const person = await db.write(async (tx) => {
    const made = await createPerson(tx, naming, nowS());
    if (made === "USERNAME_TAKEN") throw new OrderFault(`@${username} is taken`);
    const note = { by: "operator", action: "person_created", detail: { username, makes_owner: is_owner } } as const;
    await record(tx, { ...note, subject: { kind: "person", id: made.id } }, nowS());
    return made;
  });
  return { id: person.id, username };
}

/** The same rules as for those who sign up. @throws ParameterFault */
function readPerson({ username: raw = "", name, password = "" }: Order) {
  const username = readUsername(raw);
  checkPassword(password);
  const first_name = readName(name ?? username, "name");
  if (first_name === "") throw new ParameterFault("name must be non-empty");
  return { username, first_name };
}

/** A page at a time: a service that runs answers others in between. */
export async function listPeople({ db }: Ground): Promise<object> {
  const listed: object[] = [];
  for (let after = 0; ;) {
    const page = await db.read((tx) => list(tx, after, PAGE));
    for (const person of page) listed.push(shown(person));
    if (page.length < PAGE) return listed;
    after = page.at(-1)!.id;
    await nextTurn();
  }
}

/** What the operator can do to one person, by the second word of the command. */
const DEEDS = {
  suspend: suspendPerson,
  restore: restorePerson,
  "make-owner": makeOwner,
  "unmake-owner": unmakeOwner,
} as const;

export async function changePerson({ db }: Ground, deed: keyof typeof DEEDS, { username }: Order): Promise<object> {
  const person = await db.write(async (tx) => {
    const before = await findByName(tx, username);
    const refusal: Refusal | void = await DEEDS[deed](tx, "operator", before, nowS());
    if (refusal) throw new OrderFault(REFUSALS[refusal].meaning);
    return (await findPerson(tx, before.id))!;
  });
  return shown(person);
}

export async function resetPassword({ db, hashes, addresses = [] }: Ground, { username }: Order): Promise<object> {
  const reset = await db.write(async (tx) => {
    const mint = { hashes, bytes: random.bytes };
    const made = await makeReset(tx, "operator", mint, await findByName(tx, username), nowS());
    if (made === "USER_DEACTIVATED") throw new OrderFault(REFUSALS[made].meaning);
    return made;
  });
  const [link, ...elsewhere] = addresses.map((address) => `${address}/reset/${reset.code}`);
  const links = { ...(link === undefined ? {} : { link }), ...(elsewhere.length === 0 ? {} : { elsewhere }) };
  return { code: reset.code, ...links, expires_at: reset.expires_at };
}

function shown({ id, first_name, username, is_owner, suspended_at }: Person): object {
  return { id, name: first_name, username, is_owner, suspended: suspended_at !== null };
}

/** By user name, or by id where there is none. @throws OrderFault */
async function findByName(tx: Tx, name = ""): Promise<Person> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : await findUsername(tx, name);
  const person = id === undefined ? undefined : await findPerson(tx, id);
  if (!person) throw new OrderFault(`nobody is called @${name}`);
  return person;
}
