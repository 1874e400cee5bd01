/** A person's own data as a tar archive: profile, sessions, accounts at OpenID providers, chats, drafts, bots, messages and files. */
import type { Person } from "../store/queries/accounts/people.ts";
import { mailAddressOf } from "../store/queries/mail/mail-addresses.ts";
import { findMailDigest } from "../store/queries/mail/mail-digests.ts";
import { listSessions } from "../store/queries/accounts/people.ts";
import { aboutOf, listBotsOf } from "../store/queries/accounts/accounts.ts";
import { chatsWithRecord } from "../store/queries/accounts/erasures.ts";
import { ownReactions, ownSettings, ownTopicSettings } from "../store/queries/accounts/own-data.ts";
import { identitiesOf } from "../store/queries/accounts/identities.ts";
import { passkeysOf, type Passkey } from "../store/queries/accounts/passkeys.ts";
import { countRecoveryCodes, findApp } from "../store/queries/accounts/second-factors.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import { findMember } from "../store/queries/members/members.ts";
import { findMessage } from "../store/queries/messages/messages.ts";
import { oldestFacts } from "../store/queries/retention/expiry.ts";
import { auditBefore } from "../store/queries/service/audit.ts";
import type { Db, ReadTx } from "../store/db.ts";
import type { Message } from "../domain/messages.ts";
import { otherParty, type Chat } from "../domain/chats.ts";
import { ArchiveFiles, archivedFile } from "./archive-files.ts";
import type { ExportSource } from "./chat-export.ts";
import { archivedAccount, archivedAccounts, archivedMessage } from "./message-json.ts";
import { TAR_END, tarEntry } from "./tar.ts";

const CHATS_PER_READ = 200;
const MESSAGES_PER_READ = 1000;
const ROWS_PER_FILE = 1000;

const json = (value: unknown) => JSON.stringify(value, null, 1);
const nameOf = (what: string, page: number) => `${what}-${String(page).padStart(5, "0")}.json`;

/**
 * The archive has what the person has given and done, and nothing that others have written. It reads in pages, so its memory
 * does not depend on how much that is.
 */
export async function* archivePerson(
  { db, blobs }: ExportSource,
  person: Person,
  now_s: number,
): AsyncGenerator<Uint8Array> {
  const files = new ArchiveFiles(blobs, now_s);
  yield tarEntry("profile.json", json(await db.read((tx) => profileOf(tx, person, now_s))), now_s);
  if (person.photo) yield* files.add(person.photo);
  yield tarEntry("chat_settings.json", json(await db.read((tx) => ownSettings(tx, person.id))), now_s);
  yield tarEntry("topic_settings.json", json(await db.read((tx) => ownTopicSettings(tx, person.id))), now_s);
  yield* pages(
    "actions",
    now_s,
    (after) => db.readInPool((tx) => actionsOf(tx, person.id, after)),
    ({ id }) => id,
  );
  yield* reactions(db, person.id, now_s);
  yield* chatsAndMessages(db, person.id, files, now_s);
  if (files.missing.length > 0) yield tarEntry("missing.json", json(files.missing), now_s);
  yield TAR_END;
}

async function profileOf(tx: ReadTx, person: Person, now_s: number): Promise<object> {
  const { photo, language_code, is_owner } = person;
  return {
    ...archivedAccount(person),
    about: await aboutOf(tx, person.id),
    mail_address: (await mailAddressOf(tx, person.id))?.address,
    mail_digest: (await findMailDigest(tx, person.id))?.every,
    language_code,
    is_owner,
    ...(photo ? { photo: archivedFile(photo).name } : {}),
    second_factor: {
      since: (await findApp(tx, person.id))?.created_at,
      codes_left: await countRecoveryCodes(tx, person.id),
    },
    passkeys: (await passkeysOf(tx, person.id)).map(archivedPasskey),
    sessions: await listSessions(tx, person.id, now_s),
    identities: (await identitiesOf(tx, person.id)).map(({ person_id: _own, ...identity }) => identity),
    bots: (await listBotsOf(tx, person.id)).map(archivedAccount),
    exported_at: now_s,
  };
}

/** What authenticators and services are known by is left out: it says nothing to the person, and others collect it. */
function archivedPasskey({ name, created_at, used_at, is_synced, rp_id }: Passkey): object {
  return { name, created_at, used_at, synced: is_synced, domain: rp_id };
}

/** Entries of the audit log about what the person has done, the newest first. */
function actionsOf(tx: ReadTx, person_id: number, after: number) {
  const before = after === 0 ? Number.MAX_SAFE_INTEGER : after;
  const any = { origin: undefined, action: undefined, chat_id: undefined, since: undefined, until: undefined };
  return auditBefore(tx, { before, actor_id: person_id, ...any }, ROWS_PER_FILE);
}

async function* pages<T>(
  what: string,
  now_s: number,
  read: (after: number) => Promise<readonly T[]>,
  keyOf: (row: T) => number,
): AsyncGenerator<Uint8Array> {
  for (let after = 0, page = 1; ; page += 1) {
    const rows = await read(after);
    if (rows.length > 0) yield tarEntry(nameOf(what, page), json(rows), now_s);
    if (rows.length < ROWS_PER_FILE) return;
    after = keyOf(rows.at(-1)!);
  }
}

async function* reactions(db: Db, person_id: number, now_s: number): AsyncGenerator<Uint8Array> {
  for (let page = 1; ; page += 1) {
    const from = (page - 1) * ROWS_PER_FILE;
    const rows = await db.readInPool((tx) => ownReactions(tx, person_id, ROWS_PER_FILE, from));
    if (rows.length > 0) yield tarEntry(nameOf("reactions", page), json(rows), now_s);
    if (rows.length < ROWS_PER_FILE) return;
  }
}

async function* chatsAndMessages(
  db: Db,
  person_id: number,
  files: ArchiveFiles,
  now_s: number,
): AsyncGenerator<Uint8Array> {
  let page = 1;
  for (let after = Number.MIN_SAFE_INTEGER, part = 1; ; part += 1) {
    const ids = await db.read((tx) => chatsWithRecord(tx, person_id, after, CHATS_PER_READ));
    const chats = await db.read(async (tx) => Promise.all(ids.map((id) => chatOf(tx, id, person_id))));
    if (ids.length > 0) yield tarEntry(nameOf("chats", part), json(chats), now_s);
    for (const id of ids) {
      for await (const messages of messagesOf(db, id, person_id)) {
        const own = await db.read((tx) => archivedAccounts(tx, [person_id]));
        const shown = messages.map((message) => archivedMessage(message, own.get(person_id)));
        yield tarEntry(nameOf("messages", page), json(shown), now_s);
        page += 1;
        yield* files.addAllOf(messages);
      }
    }
    if (ids.length < CHATS_PER_READ) return;
    after = ids.at(-1)!;
  }
}

async function chatOf(tx: ReadTx, chat_id: number, person_id: number): Promise<object> {
  const chat: Chat | undefined = await findChat(tx, chat_id);
  const member = await findMember(tx, chat_id, person_id);
  const title = chat?.type === "private" ? {} : { title: chat?.title };
  const other = chat?.type === "private" ? otherParty(chat, person_id) : undefined;
  const accounts = await archivedAccounts(tx, other === undefined ? [] : [other]);
  const { status, is_member, custom_title } = member ?? {};
  return { chat_id, type: chat?.type, ...title, with: other && accounts.get(other), status, is_member, custom_title };
}

/** What the person has sent to a chat in their own name. Posts on behalf of a chat are the chat's. */
async function* messagesOf(db: Db, chat_id: number, person_id: number): AsyncGenerator<readonly Message[]> {
  for (let after = 0; ;) {
    const page = await db.readInPool((tx) => oldestFacts(tx, "messages", chat_id, after, MESSAGES_PER_READ));
    const ids = page.filter(({ sender_id }) => sender_id === person_id).map(({ message_id }) => message_id);
    const found = await db.read((tx) => Promise.all(ids.map((id) => findMessage(tx, chat_id, id))));
    const own = found.filter((each) => each !== undefined).filter(({ sender_chat_id }) => sender_chat_id === null);
    if (own.length > 0) yield own;
    if (page.length < MESSAGES_PER_READ) return;
    after = page.at(-1)!.message_id;
  }
}
