"""A bot of python-telegram-bot 13 for the tests of the kit."""

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, KeyboardButton, ReplyKeyboardMarkup
from telegram.ext import CallbackQueryHandler, CommandHandler, Filters, MessageHandler, Updater


def shop_bot(token, url):
    updater = Updater(token, base_url=f"{url}/bot", base_file_url=f"{url}/file/bot")
    add = updater.dispatcher.add_handler
    keyboard = ReplyKeyboardMarkup([["Order", KeyboardButton("Call me", request_contact=True)]])
    buttons = InlineKeyboardMarkup([[InlineKeyboardButton(each, callback_data=each) for each in ("Yes", "No")]])
    add(MessageHandler(Filters.text("share"), ask))
    add(CommandHandler("start", lambda update, _: update.message.reply_text("Welcome!", reply_markup=keyboard)))
    add(MessageHandler(Filters.text("Order"), lambda update, _: update.message.reply_text("Really?", reply_markup=buttons)))
    add(MessageHandler(Filters.contact, lambda update, _: update.message.reply_text("We call you")))
    add(MessageHandler(Filters.photo, lambda update, _: update.message.reply_photo(update.message.photo[0], caption="Nice")))
    add(MessageHandler(Filters.document, lambda update, _: update.message.reply_document(update.message.document)))
    add(MessageHandler(Filters.text("oops"), lambda update, _: update.message.delete()))
    add(MessageHandler(Filters.text("stream"), stream))
    add(MessageHandler(Filters.text("report"), report))
    add(MessageHandler(Filters.regex("^read "), read))
    add(CallbackQueryHandler(answer))
    return updater


def ask(update, context):
    """This version of the library does not have these buttons yet."""
    users = {"text": "Friends", "request_users": {"request_id": 1, "max_quantity": 2}}
    rights = {name: {"can_invite_users": True} for name in ("user_administrator_rights", "bot_administrator_rights")}
    chat = {"text": "Place", "request_chat": {"request_id": 2, "chat_is_channel": False, **rights}}
    markup = {"keyboard": [[users, chat]]}
    context.bot._post("sendMessage", {"chat_id": update.message.chat_id, "text": "With whom?", "reply_markup": markup})


def stream(update, context):
    """This version of the library does not have the method yet."""
    draft = {"chat_id": update.message.chat_id, "draft_id": 7, "can_stop": True}
    for text in ("", "One", "One two"):
        context.bot._post("sendMessageDraft", {**draft, "text": text})


def report(update, context):
    """Nor these."""
    place = {"chat_id": update.message.chat_id}
    draft = {"draft_id": 8, "rich_message": '{"markdown": "# Sales"}'}
    context.bot._post("sendRichMessageDraft", {**place, **draft})
    context.bot._post("sendRichMessage", {**place, "rich_message": '{"html": "<h1>Sales</h1><ul><li>one</li></ul>"}'})


def read(update, context):
    options = '{"show_above_text": true}'
    params = {"chat_id": update.message.chat_id, "text": update.message.text, "link_preview_options": options}
    context.bot._post("sendMessage", params)


def answer(update, _):
    update.callback_query.answer("Ordered")
    update.callback_query.edit_message_text("On its way")
