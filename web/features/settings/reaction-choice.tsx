/** The switch for notifications of reactions to the person's messages, on all their devices. */
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { Switch } from "../../ui/forms/choice.tsx";

export function ReactionChoice() {
  const { api, session } = useClient();
  const isOn = useClientState((state) => state.me?.reaction_notices ?? true);
  /** What was chosen, until the service has answered. */
  const [wanted, setWanted] = useState<boolean>();
  const save = async (enabled: boolean) => {
    try {
      await api.call("setReactionNotices", { enabled });
      await session.loadSession();
    } finally {
      setWanted(undefined);
    }
  };
  const { start } = useAction(save, ["reaction notices"]);
  return (
    <Switch
      label={<Trans>Reactions to my messages</Trans>}
      hint={<Trans>A mark beside the chat and a notification, on all your devices.</Trans>}
      checked={wanted ?? isOn}
      onChange={(enabled) => {
        setWanted(enabled);
        start(enabled);
      }}
    />
  );
}
