"""Waits until a bot has done something, or until it certainly has not."""

import time

from .call_log import bot_call

# How long a bot that has confirmed all its updates must not call, so that it counts as done: python-telegram-bot
# confirms an update before its handler has ended.
QUIET_S = 0.15
LIMIT = 1000


def wait_for(context, bot, criterion, timeout):
    """Returns what satisfies the criterion. Raises AssertionError with the transcript."""
    deadline = time.monotonic() + timeout
    context.calls.sync()
    while True:
        found = _take(context, bot, criterion)
        if found is not None:
            return found
        did_not = f"{bot.username} did not {criterion.text}"
        if context.programs.crashed:
            raise context.failure(f"{did_not}: its program has ended.")
        has_called = context.calls.next_bot_call(deadline, lambda: context.programs.crashed)
        if not has_called and not context.programs.crashed:
            raise context.failure(f"{did_not} within {timeout:g} s.")


def wait_for_none(context, bot, criterion, timeout):
    """
    Waits until the bot has confirmed all its updates and is quiet. Raises AssertionError with the transcript if it has
    done what it should not, or has not confirmed its updates.
    """
    deadline = time.monotonic() + timeout
    while True:
        is_done = _all_confirmed(context, bot, deadline)
        context.calls.sync()
        if _take(context, bot, criterion) is not None:
            raise context.failure(f"{bot.username} was expected not to {criterion.text}, and did.")
        if context.programs.crashed:
            raise context.failure(f"{bot.username} cannot be told not to {criterion.text}: it has crashed.")
        if not is_done:
            raise context.failure(f"{bot.username} has not handled all its updates within {timeout:g} s.")
        if not context.calls.next_bot_call(time.monotonic() + QUIET_S):
            return


def _take(context, bot, criterion):
    for record in context.calls.calls:
        call = bot_call(record)
        if call is None or call.bot_id != bot.id or call.id in context.satisfied:
            continue
        chat_id = call.chat_id(context.directory, context.taps)
        if call.revision <= context.begins.get(chat_id, 0):
            continue
        found = criterion.accepts(call)
        if found is not None:
            context.satisfied.add(call.id)
            if chat_id is not None:
                context.expected_chats.add(chat_id)
            return found
    return None


def _all_confirmed(context, bot, deadline):
    while not context.programs.crashed:
        updates = context.client.developer("listUpdates", {"bot": bot.id, "limit": LIMIT})["updates"]
        if not any(update["state"] in ("queued", "delivered") for update in updates):
            return True
        left_s = deadline - time.monotonic()
        if left_s <= 0:
            return False
        news = {"bot": bot.id, "after": max(update["revision"] for update in updates), "timeout": 1}
        try:
            context.client.developer("listUpdates", news, timeout=left_s)
        except TimeoutError:
            pass
    return False
