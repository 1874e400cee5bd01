/** sendDice: sends an animated emoji with a random value. */
import { chatId, described, oneOf, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

/** The number of values of each emoji. */
const FACES = { "🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64 } as const;
type Emoji = keyof typeof FACES;

export const sendDice = botMethod({
  name: "sendDice",
  summary: "Sends a die, dart, ball or slot machine with a random value.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    emoji: described(optional(oneOf(...(Object.keys(FACES) as Emoji[]))), "🎲 by default."),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  refusals: SEND_REFUSALS,
  example: {
    request: { chat_id: 1001 },
    result: {
      message_id: 15,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      dice: { emoji: "🎲", value: 4 },
    },
  },
  async run(call, params) {
    const emoji = params.emoji ?? "🎲";
    const value = 1 + Math.floor(call.deps.random.fraction() * FACES[emoji]);
    return sendOne(call, params, { text: "", content: { dice: { emoji, value } } });
  },
});
