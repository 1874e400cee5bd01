/** Why a person cannot write here, in words that say what would change it. */
import { useLingui } from "@lingui/react/macro";

export function useWhyNot(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case "CANT_POST":
        return t`Only administrators with the right to post can write in this channel.`;
      case "CANT_SEND_TEXT":
        return t`The administrators of this group do not let you send messages.`;
      default:
        return t`You cannot write in this chat.`;
    }
  };
}
