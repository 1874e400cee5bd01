/** The account of the assistant. It is created at the first start, and whoever runs the assistant issues a new token. */
import { ASSISTANT_ID, ASSISTANT_USERNAME } from "../../domain/bots.ts";
import { findBot, updateBot } from "../../store/queries/accounts/accounts.ts";
import { saveNote, type AssistantNote } from "../../store/queries/bots/assistant-notes.ts";
import type { Tx } from "../../store/db.ts";
import { createBot } from "../accounts/create-account.ts";
import { replaceToken, type TokenMint } from "./bot-administration.ts";

const DESCRIPTION = "Makes your bots and looks after them. Send /newbot to make one.";

/** Issues a new token. The previous one is revoked, so that whoever ran the assistant before changes nothing more. */
export async function assistantToken(tx: Tx, mint: TokenMint): Promise<string> {
  return replaceToken(tx, mint, (await findBot(tx, ASSISTANT_ID))!);
}

/** Keeps what the assistant notes about its conversation with a person. */
export function keepNote(tx: Tx, note: AssistantNote): Promise<void> {
  return saveNote(tx, note);
}

/** Creates the account if it is missing. It has no token that anybody knows. */
export async function createAssistant(tx: Tx, now_s: number): Promise<void> {
  if (await findBot(tx, ASSISTANT_ID)) return;
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
}
