/** What can be done with a chat of the list, where the pointer or the keyboard is. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Bell, BellOff, Clock, MailCheck, MailWarning, Pin, PinOff } from "lucide-react";
import { memo, useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { isMuted } from "../model/attention.ts";
import { isPressed } from "../model/shortcuts.ts";
import type { ChatRow } from "../store/state.ts";
import { Menu, MenuItem, type MenuAnchor } from "../ui/menu.tsx";
import { useComplain } from "../rights/use-sentence.ts";

const HOUR_S = 3600;

export interface OpenMenu {
  readonly chat_id: number;
  readonly anchor: MenuAnchor;
}

/** @returns what is open, and what a press on a chat does */
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
      // A key opens the menu without a pointer's place.
      const anchor = x === 0 && y === 0 ? link : { getBoundingClientRect: () => rect };
      setOpen({ chat_id: Number(link.dataset.chat), anchor });
    },
    openAt: (chat_id: number, anchor: HTMLElement) => setOpen({ chat_id, anchor }),
    /** Not every keyboard has a key for menus, and not every browser one of its own. */
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

/** It is not drawn with every message that comes. */
export const ListMenu = memo(function ListMenu({ open, onClose }: ChatMenuProps) {
  const { t } = useLingui();
  const row = useClientState((state) => (open ? state.chats?.[open.chat_id] : undefined));
  return (
    <Menu
      label={t`What to do with this chat`}
      open={row !== undefined}
      onOpenChange={(stays) => !stays && onClose()}
      {...(open ? { anchor: open.anchor } : {})}
    >
      {row && <Items row={row} />}
    </Menu>
  );
});

function Items({ row }: { readonly row: ChatRow }) {
  const { settings: deeds, ports } = useClient();
  const complain = useComplain();
  const pinned = useClientState((state) => state.pinned_chats.includes(row.chat.id));
  const { settings, unread_count, chat } = row;
  const now_ms = ports.clock.now_ms();
  const does = (deed: Promise<void>) => void deed.catch(complain);
  const id = chat.id;
  return (
    <>
      {unread_count > 0 || settings.is_marked_unread ? (
        <MenuItem icon={<MailCheck aria-hidden />} onSelect={() => does(deeds.markAllRead(id))}>
          <Trans>Mark as read</Trans>
        </MenuItem>
      ) : (
        <MenuItem icon={<MailWarning aria-hidden />} onSelect={() => does(deeds.markUnread(id))}>
          <Trans>Mark as unread</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onSelect={() => does(deeds.pinInList(id, !pinned))}
      >
        {pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
      </MenuItem>
      {isMuted(settings, now_ms) ? (
        <MenuItem icon={<Bell aria-hidden />} onSelect={() => does(deeds.unmute(id))}>
          <Trans>Unmute</Trans>
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<BellOff aria-hidden />} onSelect={() => does(deeds.mute(id))}>
            <Trans>Mute</Trans>
          </MenuItem>
          <MenuItem icon={<Clock aria-hidden />} onSelect={() => does(deeds.mute(id, HOUR_S))}>
            <Trans>Mute for an hour</Trans>
          </MenuItem>
        </>
      )}
      <MenuItem
        icon={settings.is_archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        onSelect={() => does(deeds.archive(id, !settings.is_archived))}
      >
        {settings.is_archived ? <Trans>Take out of the archive</Trans> : <Trans>Archive</Trans>}
      </MenuItem>
    </>
  );
}
