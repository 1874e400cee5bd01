/** The objects of signIn and of changePassword. */
import { hashPassword } from "heliogram/app/accounts/passwords.ts";
import { setPasswordHash } from "heliogram/store/queries/accounts/people.ts";
import { sqlWrite } from "../support/sql.ts";
import type { Json } from "../support/service.ts";
import { PASSWORD, type AccountWorld } from "./account-world.ts";

const TAKE_PASSWORD = sqlWrite("update person set password_hash = null where account_id = ?");
const OPEN_LONG_AGO = sqlWrite("update session set created_at = 0 where person_id = ?");

/** Gives the caller the password that everybody has. */
export async function givePassword({ t, caller }: AccountWorld): Promise<void> {
  const { db, deps } = t.service;
  const hash = await hashPassword(PASSWORD, deps.random.bytes, { memory_kib: 8, passes: 1 });
  await db.write((tx) => setPasswordHash(tx, caller.id, hash));
}

const signingIn = (username: string) => () => ({ username, password: PASSWORD });

export const PASSWORDS: Readonly<Record<string, (w: AccountWorld) => Json | Promise<Json>>> = {
  "the right password": ({ caller }) => ({ username: caller.username, password: PASSWORD }),
  "a wrong password": ({ caller }) => ({ username: caller.username, password: "wrong horse" }),
  "an unknown name": signingIn("nobody_at_all"),
  "a bot's name": signingIn("other_bot"),
  "somebody without a password": signingIn("other"),
  "a suspended person": signingIn("suspended"),
  "a wrong old password": () => ({ old_password: "wrong horse", new_password: PASSWORD }),
  "no password, and a sign-in long ago": async ({ t, caller }) => {
    await t.service.db.write(async (tx) => {
      await tx.run(TAKE_PASSWORD, caller.id);
      await tx.run(OPEN_LONG_AGO, caller.id);
    });
    return { new_password: PASSWORD };
  },
  // The last of them, so that all others find the password again.
  "the right old password": async (w) => {
    await givePassword(w);
    return { old_password: PASSWORD, new_password: PASSWORD };
  },
};
