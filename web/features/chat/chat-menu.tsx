/** The menu of the open chat. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, CalendarDays, CircleCheck, EllipsisVertical, Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useClient } from "../../core/client/context.tsx";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";

interface ChatMenuProps {
  readonly row: ChatDetails;
  readonly onSearch: () => void;
  readonly onChooseDay: () => void;
  /** Further items. */
  readonly children?: ReactNode;
}

export function ChatMenu({ row, onSearch, onChooseDay, children }: ChatMenuProps) {
  const { t } = useLingui();
  const [blocking, setBlocking] = useState(false);
  const { block, unblock } = useBlocking(row);
  const name = titleOf(row.chat);
  const { peer } = row;
  const isBot = peer?.user.is_bot === true;
  return (
    <>
      <Menu
        label={t`What to do with this chat`}
        align="end"
        trigger={
          <IconButton label={t`What to do with this chat`}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem icon={<Search aria-hidden />} onSelect={onSearch}>
          <Trans>Search in this chat</Trans>
        </MenuItem>
        <MenuItem icon={<CalendarDays aria-hidden />} onSelect={onChooseDay}>
          <Trans>Go to a day</Trans>
        </MenuItem>
        {children}
        {peer?.status === "member" && (
          <MenuItem icon={<Ban aria-hidden />} danger onSelect={() => setBlocking(true)}>
            {isBot ? <Trans>Stop and block the bot</Trans> : <Trans>Block</Trans>}
          </MenuItem>
        )}
        {peer?.status === "kicked" && (
          <MenuItem icon={<CircleCheck aria-hidden />} onSelect={unblock}>
            <Trans>Unblock</Trans>
          </MenuItem>
        )}
      </Menu>
      <Alert
        open={blocking}
        onClose={() => setBlocking(false)}
        title={t`Block ${name}?`}
        close={t`Cancel`}
        action={{ label: t`Block`, onDo: block }}
      >
        {isBot ? (
          <Trans>The bot cannot write to you until you start it again.</Trans>
        ) : (
          <Trans>They cannot write to you until you unblock them.</Trans>
        )}
      </Alert>
    </>
  );
}

function useBlocking({ peer }: ChatDetails) {
  const { chats } = useClient();
  const showErrorToast = useErrorToast();
  const set = (blocked: boolean) => {
    chats.block(peer!.user.id, blocked).catch(showErrorToast);
  };
  return { block: () => set(true), unblock: () => set(false) };
}
