/** The context menu of a chat in the list, opened by pointer or keyboard. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Bell, BellOff, Clock, MailCheck, MailWarning, Pin, PinOff } from "lucide-react";
import { memo, useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { isMuted } from "../../core/model/chats/alerts.ts";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import type { ChatRow } from "../../core/store/state.ts";
import { Menu, MenuItem, type MenuAnchor } from "../../ui/overlays/menu.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";

const HOUR_S = 3600;

export interface OpenMenu {
  readonly chat_id: number;
  readonly anchor: MenuAnchor;
}

/** @returns the open menu and the event handlers that open it */
export function useListMenu() {
  const [open, setOpen] = useState<OpenMenu>();
  const close = useCallback(() => setOpen(undefined), []);
  return {
    open,
    close,
    onContextMenu(event: MouseEvent) {
      const link = (event.target as HTMLElement).closest<HTMLElement>("[data-chat]");
      if (!link) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const rect = new DOMRect(x, y, 0, 0);
      // If the context menu was opened by a key, the event has no pointer position.
      const anchor = x === 0 && y === 0 ? link : { getBoundingClientRect: () => rect };
      setOpen({ chat_id: Number(link.dataset.chat), anchor });
    },
    openAt: (chat_id: number, anchor: HTMLElement) => setOpen({ chat_id, anchor }),
    /** Not every keyboard has a menu key, and not every browser opens a context menu by a shortcut. */
    onKeyDown(event: KeyboardEvent) {
      const link = (event.target as HTMLElement).closest<HTMLElement>("[data-chat]");
      if (!link || !isPressed(event.nativeEvent, "chat_menu")) return;
      event.preventDefault();
      setOpen({ chat_id: Number(link.dataset.chat), anchor: link });
    },
  };
}

interface ChatMenuProps {
  readonly open: OpenMenu | undefined;
  readonly onClose: () => void;
}

/** Memoised, so that it does not render with every new message. */
export const ListMenu = memo(function ListMenu({ open, onClose }: ChatMenuProps) {
  const { t } = useLingui();
  const row = useClientState((state) => (open ? state.chats?.[open.chat_id] : undefined));
  return (
    <Menu
      label={t`What to do with this chat`}
      open={row !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...(open ? { anchor: open.anchor } : {})}
    >
      {row && <MenuItems row={row} />}
    </Menu>
  );
});

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
