/** The parameters of the methods about menu buttons. */
import { MENU_BUTTON_TYPES, type MenuButtonType } from "../../domain/bots.ts";
import type { Fail } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import { findPrivateChatId } from "../../store/queries/chats/chats.ts";
import { described, objectOf, oneOf, optional, ParameterError, userId, type Field } from "../engine/fields.ts";

const type = oneOf(...MENU_BUTTON_TYPES);

/** Buttons that open web pages are refused: the service has no such pages. */
export function menuButtonField(): Field<MenuButtonType> {
  const errors = { syntax: "can't parse MenuButton", shape: "expected an Object as MenuButton" };
  return objectOf({ type: "object", properties: { type: type.schema } }, errors, (value) => {
    if (value.type === "web_app") throw new ParameterError("menu buttons of type web_app are not supported");
    return type.read(value.type ?? "", "menu_button type");
  });
}

export function personField(): Field<number | undefined> {
  return described(
    optional(userId()),
    "The person of a private chat; without it, all people without a button of their own.",
  );
}

/** Refuses a person with whom the bot has no private chat. */
export async function checkPrivateChat(
  tx: ReadTx,
  bot_id: number,
  person_id: number | undefined,
  fail: Fail<"CHAT_NOT_FOUND">,
): Promise<void> {
  if (person_id !== undefined && (await findPrivateChatId(tx, bot_id, person_id)) === undefined) fail("CHAT_NOT_FOUND");
}
