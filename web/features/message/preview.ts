/** A message as one line of text, for the list of chats, quotes and announcements. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { isService, kindOf, textOf } from "../../core/model/messages/content.ts";
import { hideSpoilers } from "../../core/model/text/spoilers.ts";
import { useServiceText } from "./service-text.ts";

export interface Preview {
  readonly text: string;
  readonly isService: boolean;
}

export function usePreview(): (message: Message) => Preview {
  const { t } = useLingui();
  const serviceText = useServiceText();

  function kindName(message: Message): string {
    switch (kindOf(message)) {
      case "photo":
        return t`Photo`;
      case "video":
        return t`Video`;
      case "animation":
        return t`GIF`;
      case "voice":
        return t`Voice message`;
      case "video_note":
        return t`Video message`;
      case "audio":
        return message.audio?.title ?? message.audio?.file_name ?? t`Audio`;
      case "document":
        return message.document?.file_name ?? t`File`;
      case "location":
        return t`Location`;
      case "venue":
        return message.venue?.title ?? t`Place`;
      case "contact":
        return t`Contact`;
      case "dice":
        return message.dice?.emoji ?? "";
      default:
        return "";
    }
  }

  return (message) => {
    if (isService(message)) return { text: serviceText([message]), isService: true };
    const { text, entities } = textOf(message);
    const kind = kindName(message);
    const line = hideSpoilers(text, entities).replaceAll(/\s+/g, " ");
    return { text: kind && line ? `${kind}, ${line}` : kind || line, isService: false };
  };
}
