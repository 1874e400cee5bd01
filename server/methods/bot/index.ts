/** The bots' methods: one line each. */
import type { Method } from "../method.ts";
import { getMe } from "./getMe.ts";
import { getUpdates } from "./getUpdates.ts";
import { sendMessage } from "./sendMessage.ts";

export const BOT_METHODS: readonly Method[] = [getMe, getUpdates, sendMessage];
