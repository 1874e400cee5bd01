/** Turns `<tg-button>` of Rich HTML into a button, as `readRichButton` takes it. */
import type { HtmlElement } from "./html-tree.ts";
import { refuseRich } from "./rich-error.ts";

type Attributes = HtmlElement["attributes"];

const CHATS = ["user", "bot", "group", "channel"] as const;

/** The member of the button that says what it does, by the `type` of the element. */
const ACTIONS: Readonly<Record<string, (attributes: Attributes) => unknown>> = {
  url: ({ url = "" }) => url,
  callback_data: ({ data = "" }) => data,
  web_app: ({ url = "" }) => ({ url }),
  login_url: loginOf,
  switch_inline_query: ({ query = "" }) => query,
  switch_inline_query_current_chat: ({ query = "" }) => query,
  switch_inline_query_chosen_chat: ({ query = "", ...attributes }) => ({
    query,
    ...Object.fromEntries(
      CHATS.filter((kind) => `allow-${kind}-chats` in attributes).map((kind) => [`allow_${kind}_chats`, true]),
    ),
  }),
  copy_text: ({ text = "" }) => ({ text }),
  disabled: () => ({}),
};

/** @throws RichError */
export function buttonOf({ attributes }: HtmlElement, text: unknown): Readonly<Record<string, unknown>> {
  const { type = "", style } = attributes;
  const action = Object.hasOwn(ACTIONS, type) ? ACTIONS[type]! : refuseRich("a button has an unknown type");
  return { text, [type]: action(attributes), ...(style === undefined ? {} : { style }) };
}

function loginOf({
  url = "",
  "forward-text": forward_text,
  "bot-username": bot_username,
  ...rest
}: Attributes): object {
  return {
    url,
    ...(forward_text === undefined ? {} : { forward_text }),
    ...(bot_username === undefined ? {} : { bot_username }),
    ...("request-write-access" in rest ? { request_write_access: true } : {}),
  };
}
