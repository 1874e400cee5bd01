/** Runs the bot: `BOT_TOKEN=… node main.js`. */
import { createBot } from "./bot.js";

await createBot(process.env.BOT_TOKEN, process.env.BOT_API_ROOT).start({ allowed_updates: ["message"] });
