/** gramio makes the calls of the corpus. */
import { Bot, MediaUpload } from "gramio";
import { BASE, FILE, NAME, TOKEN } from "./kit.mjs";
import { play, playThumbnail } from "./objects.mjs";

const { api } = new Bot(TOKEN, { api: { baseURL: `${BASE}/bot` } });
const file = () => MediaUpload.buffer(FILE, NAME);
await play(api, file);
await playThumbnail(api, file);
