/** Rows for leaving a group or channel and, for its owner, deleting it. Both ask for confirmation. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { titleOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Row } from "../../ui/layout/row.tsx";
import { Card } from "./panel.tsx";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function LeaveRows() {
  const { member } = useChatRow();
  return (
    <Card>
      <LeaveRow />
      {member?.status === "creator" && <DeleteRow />}
    </Card>
  );
}

function LeaveRow() {
  const { t } = useLingui();
  const { chat, member } = useChatRow();
  const leaveOrDelete = useLeaveOrDelete();
  const [confirming, setConfirming] = useState(false);
  const title = titleOf(chat);
  return (
    <>
      <Row icon={<LogOut aria-hidden className="rtl:-scale-x-100" />} danger onSelect={() => setConfirming(true)}>
        {chat.type === "channel" ? <Trans>Leave the channel</Trans> : <Trans>Leave the group</Trans>}
      </Row>
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Leave ${title}?`}
        close={t`Cancel`}
        action={{ label: t`Leave`, onDo: () => leaveOrDelete("leaveChat") }}
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
  const { chat } = useChatRow();
  const leaveOrDelete = useLeaveOrDelete();
  const [confirming, setConfirming] = useState(false);
  const title = titleOf(chat);
  const isChannel = chat.type === "channel";
  return (
    <>
      <Row icon={<Trash2 aria-hidden />} danger onSelect={() => setConfirming(true)}>
        {isChannel ? <Trans>Delete the channel</Trans> : <Trans>Delete the group</Trans>}
      </Row>
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Delete ${title}?`}
        close={t`Cancel`}
        action={{ label: t`Delete for everybody`, onDo: () => leaveOrDelete("deleteChat") }}
      >
        {t`It ends for everybody in it, with all that was said and sent there. Nothing brings it back.`}
      </Alert>
    </>
  );
}

/** @returns a function that leaves or deletes the chat and goes to the list of chats */
function useLeaveOrDelete(): (method: "leaveChat" | "deleteChat") => void {
  const { chat } = useChatRow();
  const { api } = useClient();
  const navigate = useNavigate();
  const { run } = useChatAction(chat.id);
  const leaveOrDelete = async (method: "leaveChat" | "deleteChat") => {
    const done = await run(() => api.call(method, { chat_id: chat.id }));
    if (done) await navigate({ to: "/" });
  };
  return (method) => void leaveOrDelete(method);
}
