/** node-telegram-bot-api 2 makes the calls of the corpus. */
import { Api, InputFile } from "node-telegram-bot-api";
import { BASE, FILE, NAME, TOKEN } from "./kit.mjs";
import { play, playThumbnail } from "./objects.mjs";

const api = new Api(TOKEN, { apiRoot: BASE });
const file = () => new InputFile(FILE, { filename: NAME });
await play(api, file);
await playThumbnail(api, file);
