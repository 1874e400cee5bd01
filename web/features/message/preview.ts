/** A message as one line of text, for the list of chats, quotes and announcements. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { isFileKind, isService, kindOf, textOf } from "../../core/model/messages/content.ts";
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";
import { useFileKindNames } from "./use-file-kind-texts.ts";
import { useServiceText } from "./service-text.ts";

export interface Preview {
  readonly text: string;
  readonly isService: boolean;
}

export function usePreview(): (message: Message) => Preview {
  const { t } = useLingui();
  const serviceText = useServiceText();
  const fileKindNames = useFileKindNames();

  function kindName(message: Message): string {
    const kind = kindOf(message);
    switch (kind) {
      case "audio":
        return message.audio?.title ?? message.audio?.file_name ?? fileKindNames.audio;
      case "document":
        return message.document?.file_name ?? fileKindNames.document;
      case "location":
        return t`Location`;
      case "venue":
        return message.venue?.title ?? t`Place`;
      case "contact":
        return t`Contact`;
      case "dice":
        return message.dice?.emoji ?? "";
      default:
        return isFileKind(kind) ? fileKindNames[kind] : "";
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
