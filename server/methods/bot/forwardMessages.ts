/** forwardMessages: sends several messages to another chat, with their origins. */
import { bool, optional } from "../engine/fields.ts";
import { forwardableContent, originOf } from "../messages/forwarding.ts";
import { FORWARDS_SEVERAL, sendForwarded, severalMessages } from "../messages/forwarding-several.ts";
import { botMethod } from "../engine/method.ts";

export const forwardMessages = botMethod({
  name: "forwardMessages",
  summary:
    "Forwards up to 100 messages to another chat; albums stay albums, and what cannot be forwarded is skipped. Returns the ids of the new messages.",
  ...FORWARDS_SEVERAL,
  fields: {
    ...severalMessages(),
    protect_content: optional(bool()),
  },
  run(call, params) {
    return sendForwarded(call, params, "forward", (source) => ({
      text: source.text,
      content: { ...forwardableContent(source.content), origin: originOf(source) },
    }));
  },
});
