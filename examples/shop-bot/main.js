/** Runs the bot: `BOT_TOKEN=… OWNER_ID=… node main.js`. */
import { createBot } from "./bot.js";

const { BOT_TOKEN, BOT_API_ROOT, OWNER_ID } = process.env;
const bot = createBot(BOT_TOKEN, { apiRoot: BOT_API_ROOT, owner_id: OWNER_ID && Number(OWNER_ID) });
process.once("SIGTERM", () => bot.stop());
await bot.launch();
