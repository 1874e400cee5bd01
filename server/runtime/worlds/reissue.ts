/** New tokens for the people and bots of a store: a token belongs to one world. */
import { openSession } from "../../app/accounts/sessions.ts";
import { botToken, type Hashes } from "../../app/accounts/tokens.ts";
import { ASSISTANT_ID } from "../../domain/bots.ts";
import { listBots, setTokenHash } from "../../store/queries/accounts/accounts.ts";
import { deleteSessions, listPeople } from "../../store/queries/accounts/people.ts";
import { deleteWebhook } from "../../store/queries/bots/webhooks.ts";
import { chatsBelow } from "../../store/queries/chats/group-list.ts";
import type { Db, Tx } from "../../store/db.ts";
import type { LoadedWorld } from "../../world/load.ts";

const SESSION_S = 366 * 86_400;
/** More people or chats than a world for tests has: those beyond it get no token. */
const MAX_REISSUED_ACCOUNTS = 10_000;

interface Mint {
  readonly db: Db;
  readonly hashes: Hashes;
  readonly bytes: (length: number) => Buffer;
  readonly now_s: number;
}

/**
 * Replaces every session and bot token, and removes the webhooks, whose receivers belong to the world that was copied.
 */
export function reissueTokens(mint: Mint): Promise<LoadedWorld> {
  return mint.db.write(async (tx) => ({
    people: await peopleOf(tx, mint),
    bots: await botsOf(tx, mint),
    chats: (await chatsBelow(tx, { wanted: "", below: 0, limit: MAX_REISSUED_ACCOUNTS })).map(
      ({ id, type, title, username }) => ({
        id,
        type,
        title,
        username,
      }),
    ),
  }));
}

async function peopleOf(tx: Tx, { hashes, bytes, now_s }: Mint): Promise<LoadedWorld["people"]> {
  const people: LoadedWorld["people"] = [];
  for (const { id, first_name, username } of await listPeople(tx, 0, MAX_REISSUED_ACCOUNTS)) {
    await deleteSessions(tx, id);
    const session = { person_id: id, label: "world", lasts_s: SESSION_S, way: "developer" } as const;
    const { access_token } = await openSession(tx, hashes, bytes, session, now_s);
    people.push({ id, name: first_name, username, access_token });
  }
  return people;
}

async function botsOf(tx: Tx, { hashes, bytes }: Mint): Promise<LoadedWorld["bots"]> {
  const bots: LoadedWorld["bots"] = [];
  for (const { id, first_name, username, deleted_at } of await listBots(tx)) {
    if (deleted_at !== null || id === ASSISTANT_ID) continue;
    const token = botToken(id, bytes, hashes.tag);
    await setTokenHash(tx, id, hashes.of(token));
    await deleteWebhook(tx, id);
    bots.push({ id, name: first_name, username: username!, token });
  }
  return bots;
}
