"""A to-do list, with python-telegram-bot 13 as Debian 12 has it: /add milk, /list, and a button to tick each entry off."""

import os
from collections import defaultdict

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import CallbackQueryHandler, CommandHandler, Updater


def create_updater(token, api_root="https://api.telegram.org"):
    updater = Updater(token, base_url=f"{api_root}/bot", base_file_url=f"{api_root}/file/bot")
    lists = defaultdict(list)
    dispatcher = updater.dispatcher
    dispatcher.add_handler(CommandHandler("start", start))
    dispatcher.add_handler(CommandHandler("add", lambda update, context: add(lists, update, context)))
    dispatcher.add_handler(CommandHandler("list", lambda update, _: show(lists, update)))
    dispatcher.add_handler(CallbackQueryHandler(lambda update, _: tick_off(lists, update)))
    return updater


def start(update, _):
    update.message.reply_text("Tell me what to do: /add milk")


def add(lists, update, context):
    entry = " ".join(context.args)
    if not entry:
        update.message.reply_text("What? Write /add milk")
        return
    lists[update.effective_user.id].append(entry)
    update.message.reply_text(f"“{entry}” is on your list.")


def show(lists, update):
    entries = lists[update.effective_user.id]
    if entries:
        update.message.reply_text("To do:", reply_markup=buttons(entries))
    else:
        update.message.reply_text("Nothing to do!")


def tick_off(lists, update):
    query = update.callback_query
    entries = lists[update.effective_user.id]
    if query.data in entries:
        entries.remove(query.data)
    query.answer("Done")
    if entries:
        query.edit_message_reply_markup(buttons(entries))
    else:
        query.edit_message_text("Nothing to do!")


def buttons(entries):
    return InlineKeyboardMarkup([[InlineKeyboardButton(entry, callback_data=entry)] for entry in entries])


if __name__ == "__main__":
    bot = create_updater(os.environ["BOT_TOKEN"], os.environ.get("BOT_API_ROOT", "https://api.telegram.org"))
    bot.start_polling()
    bot.idle()
