/** Starts a service with one chat of very many messages of realistic lengths and kinds. */
import { callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sendMessages, type OutgoingMessage, type Speaker } from "./send-messages.ts";

const BOTS = 8;

export interface LongChat {
  readonly service: Service;
  readonly access_token: string;
  readonly chat_id: number;
  /** A message in the middle. The newest message is a reply to it. */
  readonly middle: number;
  readonly last: number;
}

/** The kinds of messages. They are mixed, so that pages of the chat differ in height. */
const FORMS: readonly ((i: number) => object)[] = [
  (i) => ({ text: `Number ${i}` }),
  (i) => ({ text: `Number ${i}: yes` }),
  (i) => ({ text: `Number ${i}. ${"Some words of the usual length. ".repeat(1 + (i % 4))}` }),
  (i) => ({ text: `Number ${i}. ${"Somebody has much to say and says it in one go. ".repeat(3 + (i % 13))}` }),
  (i) => ({ text: `Number ${i}\n${"another line\n".repeat(1 + (i % 9))}the end` }),
  (i) => ({ text: `Number ${i}: https://example.org/${"a-rather-long-path/".repeat(1 + (i % 8))}?q=${i}` }),
  (i) => ({ text: `${"字を書くと幅が二倍になる。".repeat(1 + (i % 12))} ${i}` }),
  (i) => ({ text: `${"كلمات تُكتب من اليمين إلى اليسار ".repeat(1 + (i % 9))} ${i}` }),
  (i) => ({ text: `${"iiiiillll".repeat(4 + (i % 20))} WWWWMMMM ${"WWWWMMMM ".repeat(i % 20)}${i}` }),
  (i) => ({
    text: `Number ${i}\n${"const line = of(code);\n".repeat(2 + (i % 9))}`,
    entities: [{ type: "pre", offset: `Number ${i}\n`.length, length: 23 * (2 + (i % 9)) - 1 }],
  }),
];

/** A message with an inline keyboard, which only bots can send. */
function buttons(i: number): object {
  const inline_keyboard = Array.from({ length: 1 + (i % 3) }, (_, n) => [{ text: `Way ${n}`, callback_data: `${n}` }]);
  return { text: `Choose ${i}`, reply_markup: { inline_keyboard } };
}

/** One of this many messages is a reply. */
const REPLIES = 9;

/** A deterministic hash. */
function hash(i: number): number {
  return Math.imul(i, 2_654_435_761) >>> 8;
}

/** @throws Error if a call fails */
export async function startLongChat(messages: number): Promise<LongChat> {
  const bots = Array.from({ length: BOTS }, (_, i) => ({ name: `Speaker ${i}`, username: `speaker${i}_bot` }));
  const members = bots.map(({ username }) => username);
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots,
    chats: [{ title: "Long", creator: "alice", members }],
  };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const { port, startup } = service;
  const [{ id: chat_id }, { access_token }] = [startup.chats[0]!, startup.people[0]!];
  const speakers: Speaker[] = [...startup.bots.map(({ token }) => ({ bot: token })), { person: access_token }];
  await sendMessages(
    port,
    Array.from({ length: messages }, (_, i): OutgoingMessage => {
      const reply = i % REPLIES === 0 && i > 1000 ? { reply_to_message_id: 1 + Math.floor(i / 2) } : {};
      // Three consecutive messages by each sender.
      const by = speakers[Math.floor(i / 3) % speakers.length]!;
      const forms = "bot" in by ? [...FORMS, buttons] : FORMS;
      const form = forms[hash(i) % forms.length]!(i);
      return { sender: by, message: { chat_id, ...form, ...reply } as OutgoingMessage["message"] };
    }),
  );
  const middle = Math.floor(messages / 2);
  const answer = { chat_id, text: "About the middle", reply_to_message_id: middle };
  const { message_id: last } = (await callAs(port, access_token, "sendMessage", answer)) as { message_id: number };
  await callAs(port, access_token, "readMessages", { chat_id, message_id: last });
  return { service, access_token, chat_id, middle, last };
}
