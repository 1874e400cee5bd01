/** callBot: calls a method of the bot API as a bot, without its token. */
import { botOf } from "./named-accounts.ts";
import { presentCall } from "./present-call.ts";
import { chatId, described, objectOf, optional, ParameterError, text } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { schemas } from "../engine/schemas.ts";

const params = objectOf(
  { type: "object" },
  { syntax: "can't parse params: a JSON object is expected", shape: "invalid params: an object is expected" },
  (value) => value,
);

export const callBot = developerMethod({
  name: "callBot",
  summary:
    "Calls a method of the bot API as a bot, without its token, and returns the record of the call. It is not taken for the bot's own doing by `listFindings` and `getScenario`.",
  effect: "wait",
  fields: {
    bot: described(chatId(), "A bot, by its id or user name."),
    method: described(text({ max: 64 }), "A method of the bot API."),
    params: described(optional(params), "Its parameters, without files."),
  },
  result: schemas.RecordedCall,
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { bot: "echo_bot", method: "sendMessage", params: { chat_id: 1001, text: "Hello" } },
    result: {
      id: 2,
      revision: 2,
      api: "bot",
      trace_id: "0af7651916cd43dd8448eb211c80319c",
      at_ms: 1_767_225_600_000,
      method: "sendMessage",
      account_id: 1004,
      status: 200,
      duration_ms: 0.4,
      params: { chat_id: 1001, text: "Hello" },
      files: [],
      response: { ok: true, result: { message_id: 1 } },
    },
  },
  async run({ deps, developer, signal }, { bot, method, params: given = {} }) {
    const bot_id = await deps.db.read((tx) => botOf(tx, bot));
    const made = await developer.callBot(bot_id, method, new Map(Object.entries(given)), signal);
    if (!made) throw new ParameterError(`the bot is suspended, or bots have no method ${method}`);
    return presentCall(made, true);
  },
});
