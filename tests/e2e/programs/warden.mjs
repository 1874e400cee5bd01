/** A bot that keeps order in a group: it offers the rules behind a button, and silences who advertises. */
import { Bot, InlineKeyboard } from "grammy";

const bot = new Bot(process.env.TOKEN, { client: { apiRoot: process.env.BASE } });

bot.command("rules", (ctx) =>
  ctx.reply("There are rules here.", { reply_markup: new InlineKeyboard().text("I have read them", "read") }),
);

bot.callbackQuery("read", async (ctx) => {
  await ctx.answerCallbackQuery({ text: "Thank you!" });
  await ctx.editMessageText(`${ctx.from.first_name} has read the rules.`);
});

bot.hears(/buy now/i, async (ctx) => {
  await ctx.deleteMessage();
  await ctx.restrictAuthor({ can_send_messages: false }, { until_date: ctx.msg.date + 3600 });
  await ctx.reply(`${ctx.from.first_name} is silent for an hour.`);
});

bot.start({ onStart: () => process.stdout.write("ready\n") });
