/** Shared by the recorded programs: values that are hard to encode, and how a program announces a call to the recorder. */
import { setTimeout as sleep } from "node:timers/promises";

export const { BASE } = process.env;
export const TOKEN = "1:TOKEN";
export const FILE = Buffer.from("content of the file");
export const NAME = "ä b[1],@x.txt";
export const TEXT = "grüße & 😀";
export const CAPTION = "grüße";
export const HOOK = "https://bots.example/hook?a=1&b=ä";

export const MARKUP = { inline_keyboard: [[{ text: "Press", callback_data: "pressed" }]] };
export const BUTTONS = {
  inline_keyboard: [
    [
      { text: "Press", callback_data: "a=1&b=ä" },
      { text: "Open", url: "https://example.org/?a=1&b=2" },
    ],
    [{ text: "Again", callback_data: "again" }],
  ],
};
export const KEYBOARD = {
  keyboard: [[{ text: "Yes" }, { text: "Nö" }], [{ text: "Phone", request_contact: true }]],
  resize_keyboard: true,
  one_time_keyboard: true,
  input_field_placeholder: "Choose",
};
export const NO_KEYBOARD = { remove_keyboard: true, selective: true };
export const FORCED = { force_reply: true, input_field_placeholder: "Name" };

export const REPLY = { message_id: 7, allow_sending_without_reply: true };
export const ENTITIES = [
  { type: "bold", offset: 0, length: 5 },
  { type: "text_link", offset: 6, length: 1, url: "https://example.org/?a=1&b=2" },
];
export const PERMISSIONS = { can_send_messages: true, can_send_polls: false };
export const RIGHTS = { can_delete_messages: true, can_pin_messages: false };
export const COMMANDS = [{ command: "start", description: "Grüße" }];
export const PLACE = { latitude: 52.52, longitude: -13.405 };
export const VENUE = { title: "Café", address: "Straße 1" };
export const CONTACT = { phone_number: "+49 30 1", first_name: "Änne", last_name: "B" };
export const WEBHOOK = {
  secret_token: "s3cret",
  max_connections: 3,
  allowed_updates: ["message", "callback_query"],
  drop_pending_updates: true,
};

/** Says what comes next and makes the call; what it comes to does not matter. */
export async function call(name, run) {
  await fetch(`${BASE}/next?${new URLSearchParams({ name })}`);
  const limit = sleep(3000, undefined, { ref: false });
  await Promise.race([run(), limit]).catch((error) => process.stderr.write(`${name}: ${error.message}\n`));
}

/** Makes the calls of `sendMessage`, each with what it brings beside the text. */
export async function sendTexts(send) {
  const texts = [
    ["sendMessage", { reply_markup: MARKUP, disable_notification: true }],
    ["sendMessage: HTML", { parse_mode: "HTML" }, "<b>grüße</b>"],
    ["sendMessage: entities", { entities: ENTITIES }],
    ["sendMessage: a reply", { reply_parameters: REPLY }],
    ["sendMessage: all inline buttons", { reply_markup: BUTTONS }],
    ["sendMessage: a keyboard", { reply_markup: KEYBOARD }],
    ["sendMessage: no keyboard", { reply_markup: NO_KEYBOARD }],
    ["sendMessage: a forced reply", { reply_markup: FORCED }],
  ];
  for (const [name, other, text = TEXT] of texts) await call(name, () => send(text, other));
}
