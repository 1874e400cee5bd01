/** Whether links in new messages of the chat get previews. A change is saved at once. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Card, Switches } from "./panel.tsx";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function PreviewsCard({ isOff }: { readonly isOff: boolean }) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const { run } = useChatAction(chat.id);
  const [wanted, setWanted] = useState<boolean>();
  useEffect(() => setWanted(undefined), [isOff]);
  const change = async (enabled: boolean) => {
    setWanted(enabled);
    const isDone = await run(() => api.call("setChatLinkPreviews", { chat_id: chat.id, enabled }));
    if (!isDone) setWanted(undefined);
  };
  return (
    <Card title={<Trans>Links</Trans>}>
      <Switches>
        <Switch
          label={t`Previews of links`}
          hint={t`The service fetches the page that a new message links to.`}
          checked={wanted ?? !isOff}
          onChange={(on) => void change(on)}
        />
      </Switches>
    </Card>
  );
}
