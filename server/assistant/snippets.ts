/** The first lines of a bot in the libraries most bots are written with, for this service's address. */
import { plain } from "./talk.ts";

interface Snippet {
  readonly library: string;
  readonly language: string;
  readonly code: (base_url: string) => string;
}

const SNIPPETS: readonly Snippet[] = [
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

/** All of them as one message in HTML. */
export function snippets(base_url: string): string {
  const parts = SNIPPETS.map(
    ({ library, language, code }) =>
      `<b>${library}</b>\n<pre><code class="language-${language}">${plain(code(base_url))}</code></pre>`,
  );
  return `An echo bot to begin with; it finds its token in the environment, as <code>BOT_TOKEN</code>.

${parts.join("\n")}
A program that was written for another service may want the dialect it knows: /setdialect. All methods are explained at ${plain(base_url)}/reference`;
}
