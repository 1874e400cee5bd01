/** The text of a service message. */
import { useLingui } from "@lingui/react/macro";
import { closeBidi } from "@heliogram/shared/close-bidi.ts";
import type { Message, User } from "@heliogram/shared/wire.ts";
import { kindOf } from "../../core/model/messages/content.ts";
import { movedUsers, movesItself } from "../../core/model/messages/member-moves.ts";
import { nameOf, senderOf } from "../../core/model/people/names.ts";
import { useFormat } from "../../i18n/format.ts";
import { useNameList } from "../../i18n/name-list.ts";

type Messages = readonly [Message, ...Message[]];

/** The people whom a line names if it is about more of them. */
const SHOWN_NAMES = 3;

/** Whether the text of a row leaves names out. */
export function leavesNamesOut(messages: Messages): boolean {
  return movedBy(messages).length > SHOWN_NAMES + 1;
}

/** @returns the text of one message or of a run about who came and went; `all` names everybody */
export function useServiceText(): (messages: Messages, all?: boolean) => string {
  const { t } = useLingui();
  const topicText = useTopicText();
  const sharedText = useSharedText();
  const nameList = useNameList();
  return (messages, all = false) => {
    const [message] = messages;
    const who = senderOf(message).name;
    switch (kindOf(message)) {
      case "joined":
        return joined(messages, who, all);
      case "left":
        return left(messages, who, all);
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
      case "invitation_uses":
        return invitationUses(message.invitation_uses!);
      default:
        return topicText(message, who) ?? sharedText(message, who) ?? t`This message cannot be shown here`;
    }
  };

  /** The first names, and the number of the others, unless `all` are wanted. A single other is named if possible. */
  function listed(users: readonly User[], count: number, all: boolean): string {
    const isWhole = users.length === count && (all || count <= SHOWN_NAMES + 1);
    const names = (isWhole ? users : users.slice(0, SHOWN_NAMES)).map(nameOf);
    return nameList(names, count - names.length);
  }

  function joined(messages: Messages, who: string, all: boolean): string {
    const users = movedBy(messages);
    const names = listed(users, users.length, all);
    if (!movesItself(messages[0])) return t`${who} added ${names}`;
    return messages[0].joined_by_link ? t`${names} joined by link` : t`${names} joined`;
  }

  function left(messages: Messages, who: string, all: boolean): string {
    const users = movedBy(messages);
    const names = listed(users, users.length, all);
    return movesItself(messages[0]) ? t`${names} left` : t`${who} removed ${names}`;
  }

  function invitationUses({ count, users }: NonNullable<Message["invitation_uses"]>): string {
    const names = listed(users, count, false);
    return t`${names} signed up with your invitation`;
  }
}

/** What happened to a topic; `undefined` for a message about something else. */
function useTopicText(): (message: Message, who: string) => string | undefined {
  const { t } = useLingui();
  return (message, who) => {
    switch (kindOf(message)) {
      case "topic_created": {
        const name = closeBidi(message.forum_topic_created?.name ?? "");
        return t`${who} created the topic “${name}”`;
      }
      case "topic_edited": {
        const { name: given } = message.forum_topic_edited ?? {};
        const name = closeBidi(given ?? "");
        return given === undefined ? t`${who} changed the topic's icon` : t`${who} named the topic “${name}”`;
      }
      case "topic_closed":
        return t`${who} closed the topic`;
      case "topic_reopened":
        return t`${who} reopened the topic`;
      case "general_hidden":
        return t`${who} hid the topic General`;
      case "general_shown":
        return t`${who} showed the topic General again`;
      default:
        return undefined;
    }
  };
}

/** What was shared by a button of a bot, and whose live locations came near; `undefined` for something else. */
function useSharedText(): (message: Message, who: string) => string | undefined {
  const { t } = useLingui();
  const nameList = useNameList();
  const format = useFormat();
  return (message, who) => {
    switch (kindOf(message)) {
      case "users_shared": {
        const { users } = message.users_shared!;
        const names = nameList(
          users.map(({ first_name = "", last_name }) => nameOf({ first_name, ...(last_name ? { last_name } : {}) })),
          0,
        );
        return t`${who} shared ${names} with the bot`;
      }
      case "chat_shared": {
        const { title = "" } = message.chat_shared!;
        return t`${who} shared the chat “${title}” with the bot`;
      }
      case "came_near": {
        const { traveler, watcher, distance } = message.proximity_alert_triggered!;
        const [near, of, way] = [nameOf(traveler), nameOf(watcher), format.distance(distance)];
        return t`${near} is ${way} away from ${of}`;
      }
      default:
        return undefined;
    }
  };
}

/** Everybody whom the messages of a run are about; each once, although they may have come several times. */
function movedBy(messages: Messages): User[] {
  return [...new Map(messages.flatMap(movedUsers).map((user) => [user.id, user])).values()];
}
