/** Example programs of a bot in the most used libraries, for the base URL of a service. */

export interface BotProgram {
  readonly library: string;
  readonly language: string;
  /** The program. It reads the bot's token from the environment variable `BOT_TOKEN`. */
  readonly code: (base_url: string) => string;
}

export const BOT_PROGRAMS: readonly BotProgram[] = [
  {
    library: "grammY",
    language: "javascript",
    code: (base_url) => `import { Bot } from "grammy";

const bot = new Bot(process.env.BOT_TOKEN, { client: { apiRoot: "${base_url}" } });
bot.on("message:text", (ctx) => ctx.reply(ctx.message.text));
bot.start();`,
  },
  {
    library: "Telegraf",
    language: "javascript",
    code: (base_url) => `import { Telegraf } from "telegraf";

const bot = new Telegraf(process.env.BOT_TOKEN, { telegram: { apiRoot: "${base_url}/" } });
bot.on("text", (ctx) => ctx.reply(ctx.message.text));
bot.launch();`,
  },
  {
    library: "python-telegram-bot",
    language: "python",
    code: (base_url) => `import os
from telegram.ext import ApplicationBuilder, MessageHandler, filters

async def echo(update, context):
    await update.message.reply_text(update.message.text)

app = (
    ApplicationBuilder()
    .token(os.environ["BOT_TOKEN"])
    .base_url("${base_url}/bot")
    .base_file_url("${base_url}/file/bot")
    .build()
)
app.add_handler(MessageHandler(filters.TEXT, echo))
app.run_polling()`,
  },
  {
    library: "aiogram",
    language: "python",
    code: (base_url) => `import asyncio, os
from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

session = AiohttpSession(api=TelegramAPIServer.from_base("${base_url}"))
bot = Bot(os.environ["BOT_TOKEN"], session=session)
dp = Dispatcher()

@dp.message(F.text)
async def echo(message):
    await message.answer(message.text)

asyncio.run(dp.start_polling(bot))`,
  },
  {
    library: "curl",
    language: "sh",
    code: (base_url) => `curl "${base_url}/bot$BOT_TOKEN/getMe"
curl "${base_url}/bot$BOT_TOKEN/getUpdates?timeout=30"`,
  },
];
