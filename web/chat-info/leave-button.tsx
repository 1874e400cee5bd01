/** Leaves a chat, after asking. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import type { ChatRow } from "../store/state.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { useNotice } from "../ui/toasts.tsx";

interface LeaveButtonProps {
  readonly row: ChatRow;
  readonly onLeft: () => void;
}

export function LeaveButton({ row, onLeft }: LeaveButtonProps) {
  const { t } = useLingui();
  const { chats } = useClient();
  const notify = useNotice();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const title = titleOf(row.chat);
  const leave = async () => {
    try {
      await chats.leaveChat(row.chat.id);
      onLeft();
      await navigate({ to: "/" });
    } catch (error) {
      notify(sentenceOf(error));
    }
  };
  return (
    <>
      <Button look="plain" className="text-danger" onClick={() => setAsking(true)}>
        <LogOut aria-hidden className="size-4" />
        <Trans>Leave</Trans>
      </Button>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Leave “${title}”?`}
        close={t`Cancel`}
        deed={{ label: t`Leave`, onDo: () => void leave() }}
      >
        <Trans>You will not get its messages any more.</Trans>
      </Alert>
    </>
  );
}
