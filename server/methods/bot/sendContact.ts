/** sendContact: sends a phone number with a name. */
import type { Account } from "../../domain/accounts.ts";
import type { Contact } from "../../domain/messages.ts";
import { bool, chatId, described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

export const sendContact = botMethod({
  name: "sendContact",
  summary: "Sends a contact: a phone number with a name.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    phone_number: text({ max: 64 }),
    first_name: text({ max: 256 }),
    last_name: optional(text({ max: 256 })),
    vcard: optional(text({ max: 2048 })),
    is_own: described(
      optional(bool()),
      "In the user API: the number is the sender's own. The message then has their `user_id` and name. The number is not verified.",
    ),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  refusals: SEND_REFUSALS,
  example: {
    request: { chat_id: 1001, phone_number: "+49 30 1234567", first_name: "Reception" },
    result: {
      message_id: 14,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      contact: { phone_number: "+49 30 1234567", first_name: "Reception" },
    },
  },
  async run(call, params) {
    const { phone_number, first_name, last_name, vcard, is_own } = params;
    const named = { first_name, ...(last_name === undefined ? {} : { last_name }) };
    const contact = {
      phone_number,
      ...(is_own === true && !call.actor.is_bot ? ownContact(call.actor) : named),
      ...(vcard === undefined ? {} : { vcard }),
    };
    return sendOne(call, params, { text: "", content: { contact } });
  },
});

/**
 * The service sets `user_id` and the name of the sender's own contact, because bots compare `user_id` with the sender.
 */
function ownContact({ id, first_name, last_name }: Account): Omit<Contact, "phone_number"> {
  return { first_name, ...(last_name === "" ? {} : { last_name }), user_id: id };
}
