/** puregram makes the calls of the corpus. */
import { MediaSource, Telegram } from "puregram";
import { BASE, FILE, NAME, TOKEN } from "./kit.mjs";
import { play } from "./objects.mjs";

const { api } = Telegram.fromToken(TOKEN, { apiBaseUrl: `${BASE}/bot` });
await play(api, () => MediaSource.buffer(FILE, { filename: NAME }), MediaSource.fileId);
