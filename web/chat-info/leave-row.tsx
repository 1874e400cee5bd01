/** Leaving a group or channel, after a question. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { Row } from "../ui/row.tsx";
import { Card } from "./panel.tsx";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

export function LeaveRow() {
  const { t } = useLingui();
  const { chat, member } = useRow();
  const { api } = useClient();
  const navigate = useNavigate();
  const { run } = useChange(chat.id);
  const [asking, setAsking] = useState(false);
  const title = titleOf(chat);
  const leave = async () => {
    const left = await run(() => api.call("leaveChat", { chat_id: chat.id }));
    if (left) await navigate({ to: "/" });
  };
  return (
    <Card>
      <Row icon={<LogOut aria-hidden />} danger onSelect={() => setAsking(true)}>
        {chat.type === "channel" ? <Trans>Leave the channel</Trans> : <Trans>Leave the group</Trans>}
      </Row>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Leave ${title}?`}
        close={t`Cancel`}
        deed={{ label: t`Leave`, onDo: () => void leave() }}
      >
        {member?.status === "creator"
          ? t`You own this chat. If you leave without giving it to somebody else, nobody owns it.`
          : t`You get none of its messages any more.`}
      </Alert>
    </Card>
  );
}
