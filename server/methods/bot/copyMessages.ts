/** copyMessages: sends the content of several messages again, as messages of the caller. */
import { bool, described, optional } from "../engine/fields.ts";
import { withEntities } from "../messages/editing.ts";
import { copiedContent } from "../messages/forwarding.ts";
import { FORWARDS_SEVERAL, sendForwarded, severalMessages } from "../messages/forwarding-several.ts";
import { botMethod } from "../engine/method.ts";

export const copyMessages = botMethod({
  name: "copyMessages",
  summary:
    "Copies up to 100 messages to another chat, without their origins; albums stay albums, and what cannot be copied is skipped.",
  ...FORWARDS_SEVERAL,
  fields: {
    ...severalMessages(),
    protect_content: described(optional(bool()), "Keep others from forwarding the messages."),
    remove_caption: described(optional(bool()), "Copy media without captions."),
  },
  run(call, params) {
    return sendForwarded(call, params, "copy", (source) => {
      const content = copiedContent(source.content);
      if (!params.remove_caption || !content.media) return { text: source.text, content };
      const { caption_above: _above, ...rest } = content;
      return { text: "", content: withEntities(rest, []) };
    });
  },
});
