/** Leaving a group or channel, and for its owner deleting it, each after a question. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { Row } from "../ui/row.tsx";
import { Card } from "./panel.tsx";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

export function EndRows() {
  const { member } = useRow();
  return (
    <Card>
      <LeaveRow />
      {member?.status === "creator" && <DeleteRow />}
    </Card>
  );
}

function LeaveRow() {
  const { t } = useLingui();
  const { chat, member } = useRow();
  const end = useEnd();
  const [asking, setAsking] = useState(false);
  const title = titleOf(chat);
  return (
    <>
      <Row icon={<LogOut aria-hidden className="rtl:-scale-x-100" />} danger onSelect={() => setAsking(true)}>
        {chat.type === "channel" ? <Trans>Leave the channel</Trans> : <Trans>Leave the group</Trans>}
      </Row>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Leave ${title}?`}
        close={t`Cancel`}
        deed={{ label: t`Leave`, onDo: () => end("leaveChat") }}
      >
        {member?.status === "creator"
          ? t`You own this chat. If you leave without giving it to somebody else, nobody owns it.`
          : t`You get none of its messages any more.`}
      </Alert>
    </>
  );
}

function DeleteRow() {
  const { t } = useLingui();
  const { chat } = useRow();
  const end = useEnd();
  const [asking, setAsking] = useState(false);
  const title = titleOf(chat);
  const isChannel = chat.type === "channel";
  return (
    <>
      <Row icon={<Trash2 aria-hidden />} danger onSelect={() => setAsking(true)}>
        {isChannel ? <Trans>Delete the channel</Trans> : <Trans>Delete the group</Trans>}
      </Row>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Delete ${title}?`}
        close={t`Cancel`}
        deed={{ label: t`Delete for everybody`, onDo: () => end("deleteChat") }}
      >
        {t`It ends for everybody in it, with all that was said and sent there. Nothing brings it back.`}
      </Alert>
    </>
  );
}

/** @returns what ends the chat, for oneself or for all, and goes to the list */
function useEnd(): (by: "leaveChat" | "deleteChat") => void {
  const { chat } = useRow();
  const { api } = useClient();
  const navigate = useNavigate();
  const { run } = useChange(chat.id);
  const end = async (by: "leaveChat" | "deleteChat") => {
    const done = await run(() => api.call(by, { chat_id: chat.id }));
    if (done) await navigate({ to: "/" });
  };
  return (by) => void end(by);
}
