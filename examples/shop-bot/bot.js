/** A shop: customers fill a basket with inline buttons, leave their phone number, and send photos of what is broken. */
import { setTimeout } from "node:timers/promises";
import { Markup, Telegraf } from "telegraf";

const GOODS = { tea: { name: "Tea", price: 4 }, cake: { name: "Cake", price: 6 } };

/** @param {string} token @param {{ apiRoot?: string, owner_id?: number }} [options] */
export function createBot(token, { apiRoot, owner_id } = {}) {
  const bot = new Telegraf(token, apiRoot ? { telegram: { apiRoot } } : {});
  const baskets = new Map();
  const basketOf = (ctx) => baskets.get(ctx.from.id) ?? [];

  bot.start((ctx) =>
    ctx.reply("What can we do for you?", Markup.keyboard([["Order", "Something is broken"]]).resize()),
  );

  bot.hears("Order", (ctx) => {
    baskets.delete(ctx.from.id);
    return ctx.reply("Your basket is empty.", goods());
  });

  bot.action(/^add:(\w+)$/, async (ctx) => {
    const item = GOODS[ctx.match[1]];
    baskets.set(ctx.from.id, [...basketOf(ctx), item]);
    await ctx.answerCbQuery(`${item.name} added`);
    await ctx.editMessageText(describe(basketOf(ctx)), goods());
  });

  bot.action("pay", async (ctx) => {
    if (basketOf(ctx).length === 0) return ctx.answerCbQuery("Your basket is empty", { show_alert: true });
    await ctx.answerCbQuery();
    return ctx.reply("Which number can we call?", Markup.keyboard([Markup.button.contactRequest("My number")]));
  });

  bot.on("contact", async (ctx) => {
    const order = `${describe(basketOf(ctx))}, ${ctx.message.contact.phone_number}`;
    baskets.delete(ctx.from.id);
    await ctx.reply("Thank you! We call you.", Markup.removeKeyboard());
    if (owner_id !== undefined) await patiently(() => ctx.telegram.sendMessage(owner_id, `New order: ${order}`));
  });

  bot.hears("Something is broken", (ctx) => ctx.reply("Please send a photo."));
  bot.on("photo", (ctx) => ctx.reply("We are sorry. A new one is on its way."));

  return bot;
}

function goods() {
  const items = Object.entries(GOODS).map(([id, { name, price }]) =>
    Markup.button.callback(`${name} (${price} €)`, `add:${id}`),
  );
  return Markup.inlineKeyboard([items, [Markup.button.callback("Pay", "pay")]]);
}

function describe(basket) {
  const sum = basket.reduce((total, { price }) => total + price, 0);
  return `${basket.map(({ name }) => name).join(", ")}: ${sum} €`;
}

/** Tries again as long as the service says that this was too fast. */
async function patiently(send) {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (error.code !== 429) throw error;
      await setTimeout(error.parameters.retry_after * 1000);
    }
  }
}
