/** What the assistant's account alone may call besides the methods of all bots: no other token reaches these. */
import type { Method } from "../method.ts";
import { createBot } from "../web/createBot.ts";
import { deleteBot } from "../web/deleteBot.ts";
import { editBot } from "../web/editBot.ts";
import { listBots } from "../web/listBots.ts";
import { regenerateBotToken } from "../web/regenerateBotToken.ts";
import { dueNotes, getNote, setNote } from "./notes.ts";
import { onBehalf } from "./on-behalf.ts";

export const ASSISTANT_METHODS: readonly Method[] = [
  ...[createBot, listBots, editBot, regenerateBotToken, deleteBot].map(onBehalf),
  getNote,
  setNote,
  dueNotes,
];
