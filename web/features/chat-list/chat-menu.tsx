/** The context menu of a chat in the list. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Bell, BellOff, Clock, MailCheck, MailWarning, Pin, PinOff } from "lucide-react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { isMuted } from "@heliogram/shared/alerts.ts";
import type { ChatRow } from "../../core/store/state.ts";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import type { OpenMenu } from "../lists/use-row-menu.ts";

const HOUR_S = 3600;

interface ChatMenuProps {
  readonly open: boolean;
  /** The chat, and where its menu opens. */
  readonly menu: OpenMenu | undefined;
  readonly onClose: () => void;
}

export function ListMenu({ open, menu, onClose }: ChatMenuProps) {
  const { t } = useLingui();
  const row = useClientState((state) => (open && menu ? state.chats?.[menu.id] : undefined));
  return (
    <Menu
      label={t`What to do with this chat`}
      open={row !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...(menu ? { anchor: menu.anchor } : {})}
    >
      {row && <MenuItems row={row} />}
    </Menu>
  );
}

function MenuItems({ row }: { readonly row: ChatRow }) {
  const { settings: settingsActions, ports } = useClient();
  const showErrorToast = useErrorToast();
  const pinned = useClientState((state) => state.pinned_chats.includes(row.chat.id));
  const { settings, unread_count, chat } = row;
  const now_ms = ports.clock.now_ms();
  const run = (request: Promise<void>) => void request.catch(showErrorToast);
  const id = chat.id;
  return (
    <>
      {unread_count > 0 || settings.is_marked_unread ? (
        <MenuItem icon={<MailCheck aria-hidden />} onSelect={() => run(settingsActions.markAllRead(id))}>
          <Trans>Mark as read</Trans>
        </MenuItem>
      ) : (
        <MenuItem icon={<MailWarning aria-hidden />} onSelect={() => run(settingsActions.markUnread(id))}>
          <Trans>Mark as unread</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onSelect={() => run(settingsActions.pinInList(id, !pinned))}
      >
        {pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
      </MenuItem>
      {isMuted(settings, now_ms) ? (
        <MenuItem icon={<Bell aria-hidden />} onSelect={() => run(settingsActions.unmute(id))}>
          <Trans>Unmute</Trans>
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<BellOff aria-hidden />} onSelect={() => run(settingsActions.mute(id))}>
            <Trans>Mute</Trans>
          </MenuItem>
          <MenuItem icon={<Clock aria-hidden />} onSelect={() => run(settingsActions.mute(id, HOUR_S))}>
            <Trans>Mute for an hour</Trans>
          </MenuItem>
        </>
      )}
      <MenuItem
        icon={settings.is_archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        onSelect={() => run(settingsActions.archive(id, !settings.is_archived))}
      >
        {settings.is_archived ? <Trans>Take out of the archive</Trans> : <Trans>Archive</Trans>}
      </MenuItem>
    </>
  );
}
