/** The tools above the list of topics: a new topic, and how the group is shown. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { EllipsisVertical, MessagesSquare, Plus } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import type { ChatDetails } from "../../core/store/state.ts";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { TopicDialog } from "./topic-dialog.tsx";

export function ListTools({ row }: { readonly row: ChatDetails }) {
  const { t } = useLingui();
  const chat_id = row.chat.id;
  const { topics } = useClient();
  const navigate = useNavigate();
  const disabledReason = useDisabledReason();
  const refusal = useClientState((state) => state.topics[chat_id]?.can_create ?? null);
  const [creating, setCreating] = useState(false);
  const open = (topic: number | undefined) =>
    void navigate({ to: "/chat/$chatId", params: { chatId: chat_id }, search: { topic } });
  const showAsOne = () => {
    topics.setDivided(chat_id, false);
    open(undefined);
  };
  return (
    <>
      <IconButtonWithReason
        label={t`New topic`}
        reason={refusal === null ? undefined : disabledReason(refusal, row)}
        onClick={() => setCreating(true)}
      >
        <Plus aria-hidden className="size-5" />
      </IconButtonWithReason>
      <Menu
        label={t`What to do with the topics`}
        align="end"
        trigger={
          <IconButton label={t`What to do with the topics`}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem icon={<MessagesSquare aria-hidden />} onSelect={showAsOne}>
          <Trans>View as one chat</Trans>
        </MenuItem>
      </Menu>
      <TopicDialog
        chat_id={chat_id}
        open={creating}
        topic={undefined}
        onClose={() => setCreating(false)}
        onCreated={open}
      />
    </>
  );
}
