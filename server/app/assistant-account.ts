/** The account of the assistant, made at the first start, with a token that lives as long as the process. */
import { ASSISTANT_ID, ASSISTANT_USERNAME } from "../domain/bots.ts";
import { findBot, updateBot } from "../store/accounts.ts";
import type { Tx } from "../store/db.ts";
import { createBot } from "./create-account.ts";
import { replaceToken, type Mint } from "./manage-bots.ts";

const DESCRIPTION = "Makes your bots and looks after them. Send /newbot to make one.";

/** Makes the account if there is none. @returns a new token for it; the one before is worth nothing any more */
export async function readyAssistant(tx: Tx, mint: Mint, now_s: number): Promise<string> {
  const known = await findBot(tx, ASSISTANT_ID);
  if (known) return replaceToken(tx, mint, known);
  const made = await createBot(
    tx,
    {
      id: ASSISTANT_ID,
      first_name: "Assistant",
      username: ASSISTANT_USERNAME,
      owner_id: null,
      privacy: true,
      dialect: "native",
      tokenHash: () => `new:${ASSISTANT_ID}`,
    },
    now_s,
  );
  if (made === "USERNAME_TAKEN") throw new Error(`@${ASSISTANT_USERNAME} belongs to somebody else`);
  await updateBot(tx, { ...made, can_join_groups: false, description: DESCRIPTION });
  return replaceToken(tx, mint, made);
}
