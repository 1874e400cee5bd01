/** Methods that only the assistant's account can call, besides the methods of all bots. */
import type { Method } from "../engine/method.ts";
import { createBot } from "../user/createBot.ts";
import { deleteBot } from "../user/deleteBot.ts";
import { editBot } from "../user/editBot.ts";
import { listBots } from "../user/listBots.ts";
import { regenerateBotToken } from "../user/regenerateBotToken.ts";
import { dueNotes, getNote, setNote } from "./notes.ts";
import { onBehalf } from "./on-behalf.ts";

export const ASSISTANT_METHODS: readonly Method[] = [
  ...[createBot, listBots, editBot, regenerateBotToken, deleteBot].map(onBehalf),
  getNote,
  setNote,
  dueNotes,
];
