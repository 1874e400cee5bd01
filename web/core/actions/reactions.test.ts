/** Reacting: shown at once, one call after another, and taken back where the service refuses. */
import { beforeEach, describe, expect, test } from "vitest";
import { BOB, inside, row, said, settle, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError } from "../api/errors.ts";
import { mergeRows, setUnreadReactions } from "../store/chats.ts";
import { setHistory } from "../store/histories.ts";
import { setChosenReactions, setReactionCounts } from "../store/reactions.ts";
import { reactionActions, type ReactionActions } from "./reactions.ts";

const message = said(7, BOB);
const CHAT = message.chat.id;
const LIKES = [{ type: { type: "emoji" as const, emoji: "👍" }, total_count: 2 }];

describe("reacting", () => {
  let t: Inside;
  let reactions: ReactionActions;
  const shown = () => {
    const [held] = t.store.getState().histories[CHAT]!.messages;
    const counts = held!.reactions?.map(({ type, total_count }) => `${type.emoji} ${total_count}`) ?? [];
    return [counts.join(), (held!.chosen_reactions ?? []).join()];
  };

  beforeEach(() => {
    t = inside();
    t.store.setState(mergeRows([row(CHAT)]));
    t.store.setState(setHistory(CHAT, { messages: [message], reachesStart: true, reachesEnd: true }));
    t.store.setState(setReactionCounts(CHAT, 7, LIKES));
    reactions = reactionActions(t);
  });

  test("is shown before the service answers, and a second press removes it", async () => {
    const done = reactions.toggle(message, "👍");
    expect(shown()).toEqual(["👍 3", "👍"]);
    await settle();
    const call = t.service.next()!;
    expect(call).toMatchObject({
      method: "setMessageReaction",
      params: { chat_id: CHAT, message_id: 7, reaction: [{ type: "emoji", emoji: "👍" }] },
    });
    const undone = reactions.toggle(message, "👍");
    expect(shown()).toEqual(["👍 2", ""]);
    await settle();
    expect(t.service.next()).toBeUndefined();
    call.answer(true);
    await done;
    await settle();
    const second = t.service.next()!;
    expect(second.params.reaction).toEqual([]);
    second.answer(true);
    await undone;
    expect(shown()).toEqual(["👍 2", ""]);
  });

  test("is taken back when it is refused, unless something else was pressed since", async () => {
    const refused = reactions.toggle(message, "🔥").catch((error: unknown) => error);
    await settle();
    t.service.next()!.refuse(new ApiError(403, "not enough rights", {}));
    expect(await refused).toBeInstanceOf(ApiError);
    expect(shown()).toEqual(["👍 2", ""]);
    const first = reactions.toggle(message, "🔥").catch((error: unknown) => error);
    const second = reactions.toggle(message, "👀");
    await settle();
    t.service.next()!.refuse(new ApiError(429, "later", {}));
    await first;
    expect(shown()).toEqual(["👍 2,🔥 1,👀 1", "🔥,👀"]);
    await settle();
    t.service.next()!.answer(true);
    await second;
  });

  test("events of other screens and counts of the service replace what is shown", () => {
    t.store.setState(setChosenReactions(CHAT, 7, ["👍"]));
    t.store.setState(setReactionCounts(CHAT, 7, []));
    expect(shown()).toEqual(["", "👍"]);
    t.store.setState(setChosenReactions(CHAT, 7, []));
    expect(shown()).toEqual(["", ""]);
  });

  test("messages with reactions are reported when they are shown, once until there are more", () => {
    reactions.markShown(CHAT, [7]);
    expect(t.service.next()).toBeUndefined();
    t.store.setState(setUnreadReactions(CHAT, 2));
    reactions.markShown(CHAT, [7]);
    reactions.markShown(CHAT, [7]);
    reactions.markShown(CHAT, [7, 9]);
    const sent = [t.service.next(), t.service.next()].map((call) => call!.params.message_ids);
    expect([sent, t.service.next()]).toEqual([[[7], [9]], undefined]);
    t.store.setState(setUnreadReactions(CHAT, 3));
    reactions.markShown(CHAT, [7]);
    expect(t.service.next()).toMatchObject({ params: { chat_id: CHAT, message_ids: [7] } });
  });

  test("the reactions of others are seen once", async () => {
    reactions.markSeen(CHAT);
    expect(t.service.next()).toBeUndefined();
    t.store.setState(setUnreadReactions(CHAT, 2));
    reactions.markSeen(CHAT);
    reactions.markSeen(CHAT);
    expect(t.service.next()).toMatchObject({ method: "readReactions", params: { chat_id: CHAT } });
    expect(t.service.next()).toBeUndefined();
    expect(t.store.getState().chats![CHAT]!.unread_reactions).toBeUndefined();
    await settle();
  });
});
