/** The text of a service message. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { kindOf } from "../../core/model/messages/content.ts";
import { nameOf, senderOf } from "../../core/model/people/names.ts";

export function useServiceText(): (message: Message) => string {
  const { t, i18n } = useLingui();
  return (message) => {
    const who = senderOf(message).name;
    switch (kindOf(message)) {
      case "joined":
        return joined(message, who);
      case "left":
        return left(message, who);
      case "title": {
        const title = message.new_chat_title ?? "";
        return t`${who} named the chat “${title}”`;
      }
      case "new_photo":
        return t`${who} changed the chat's photo`;
      case "no_photo":
        return t`${who} removed the chat's photo`;
      case "created":
        return message.channel_chat_created ? t`The channel was created` : t`${who} created the group`;
      case "pinned":
        return t`${who} pinned a message`;
      case "invited":
        return t`${who} accepted the invitation`;
      default:
        return t`This message cannot be shown here`;
    }
  };

  function joined(message: Message, who: string): string {
    const users = message.new_chat_members ?? [];
    if (users.every((user) => user.id === message.from?.id)) return t`${who} joined`;
    const names = new Intl.ListFormat(i18n.locale).format(users.map(nameOf));
    return t`${who} added ${names}`;
  }

  function left(message: Message, who: string): string {
    const user = message.left_chat_member;
    if (!user || user.id === message.from?.id) return t`${who} left`;
    const name = nameOf(user);
    return t`${who} removed ${name}`;
  }
}
