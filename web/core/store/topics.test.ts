/** What a new message, reading here and reading elsewhere do to the topics that are loaded, and to their histories. */
import { beforeEach, expect, test } from "vitest";
import { BOB, inside, said, type Inside } from "../../../tests/support/web-client.ts";
import { topicPlace } from "../model/chats/place.ts";
import { historyOf } from "../model/messages/history.ts";
import { putMessage, removeMessage, setHistory } from "./histories.ts";
import { setFollowed } from "./reading.ts";
import type { TopicRow } from "./state.ts";
import { completeTopics, mergeTopics, putInTopic, setTopicReadUpTo, setTopicState, topicOf } from "./topics.ts";

const CHAT = -2;
const TOPIC = 12;

let t: Inside;
beforeEach(() => {
  t = inside();
  t.store.setState(mergeTopics(CHAT, [topic(1, 11), topic(TOPIC, 12)], null));
});

function topic(message_thread_id: number, position: number, more: Partial<TopicRow> = {}): TopicRow {
  return {
    topic: { message_thread_id, name: `Topic ${message_thread_id}`, icon_color: 0x6fb9f0, date: 1 },
    position,
    read_up_to: position,
    unread_count: 0,
    unread_mentions: 0,
    can_manage: null,
    can_send: null,
    ...more,
  };
}

const row = (thread_id = TOPIC) => topicOf(t.store.getState(), CHAT, thread_id)!;
const inTopic = (message_id: number) =>
  said(message_id, BOB, { chat: { id: CHAT, type: "supergroup" }, message_thread_id: TOPIC });
const receive = (message_id: number, mentions = false) =>
  t.store.setState(putInTopic(CHAT, inTopic(message_id), mentions));

test("a message counts in its topic once, and not where the end is followed", () => {
  receive(20);
  receive(20);
  expect(row()).toMatchObject({ position: 20, unread_count: 1, unread_mentions: 0 });
  receive(21, true);
  expect(row()).toMatchObject({ unread_count: 2, unread_mentions: 1 });
  expect(row(1)).toMatchObject({ position: 11, unread_count: 0 });
  t.store.setState(setFollowed(topicPlace(CHAT, TOPIC)));
  receive(22);
  expect(row()).toMatchObject({ position: 22, unread_count: 2 });
});

test("reading counts down what is loaded, and an older state of the server does not undo it", () => {
  for (const id of [20, 21, 22]) receive(id);
  t.store.setState(setHistory(topicPlace(CHAT, TOPIC), historyOf({ messages: [20, 21, 22].map(inTopic) })));
  t.store.setState(setTopicReadUpTo(CHAT, TOPIC, 21));
  expect(row()).toMatchObject({ read_up_to: 21, unread_count: 1 });
  t.store.setState(setTopicState(CHAT, TOPIC, { read_up_to: 20, unread_count: 2, unread_mentions: 0 }, 1));
  expect(row()).toMatchObject({ read_up_to: 21, unread_count: 1 });
  t.store.setState(mergeTopics(CHAT, [topic(TOPIC, 22, { read_up_to: 22, unread_count: 0 })], null));
  expect(row()).toMatchObject({ read_up_to: 22, unread_count: 0 });
});

test("a topic that the complete list has no more is gone, and one that came meanwhile stays", () => {
  t.store.setState(mergeTopics(CHAT, [topic(30, 30)], null));
  t.store.setState(completeTopics(CHAT, [topic(1, 20)]));
  expect(Object.keys(t.store.getState().topics[CHAT]!.rows)).toEqual(["1", "30"]);
});

test("a message is in the chat and in its topic, and leaves both", () => {
  const [whole, part] = [CHAT, topicPlace(CHAT, TOPIC)] as const;
  const general = topicPlace(CHAT, 1);
  for (const place of [whole, part, general]) t.store.setState(setHistory(place, historyOf({ messages: [] })));
  const ids = (place: typeof whole | typeof part) =>
    t.store.getState().histories[place]!.messages.map(({ message_id }) => message_id);
  t.store.setState(putMessage(CHAT, inTopic(20)));
  expect([whole, part, general].map(ids)).toEqual([[20], [20], []]);
  t.store.setState(removeMessage(CHAT, 20));
  expect([whole, part, general].map(ids)).toEqual([[], [], []]);
});
