/** The words of notifications, which the service worker keeps in the language of the page. */
import { useLingui } from "@lingui/react/macro";
import { useFileKindNames } from "../message/use-file-kind-texts.ts";

/** By what they are for; a kind of content or of service message has its own name. */
export function usePushWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  const files = useFileKindNames();
  const [name, emoji] = ["{name}", "{emoji}"];
  return {
    ...files,
    message: t`A new message`,
    reaction: t`A new reaction`,
    test: t`Pushes reach this device.`,
    reacted: t`${name} reacted with ${emoji}`,
    location: t`Location`,
    venue: t`Place`,
    contact: t`Contact`,
    dice: t`Dice`,
    pinned_message: t`A message was pinned`,
    new_chat_members: t`You were added`,
    invitation_accepted: t`Your invitation was accepted`,
    invitation_uses: t`Your invitation was used`,
    proximity_alert_triggered: t`Somebody is near`,
  };
}
