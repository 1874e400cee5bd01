/** Above the list: the menu, the way to the search, and a word when the line is broken. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import {
  BookUser,
  Bot,
  LogOut,
  Megaphone,
  Menu as MenuIcon,
  Search,
  ServerCog,
  Settings,
  UserPlus,
  Users,
} from "lucide-react";
import { memo, useState } from "react";
import { InviteDialog } from "../account/invite-dialog.tsx";
import { useClient, useClientState } from "../client/context.tsx";
import { useComplain } from "../rights/use-sentence.ts";
import { useSwitcher } from "../switcher/switcher.tsx";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { spelled } from "../ui/shortcut-keys.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { NoticesItem } from "./notices-item.tsx";
import { NewChatDialog } from "./new-chat-dialog.tsx";

/** In its chat, people make bots. */
const ASSISTANT = "assistant";

/** It is not drawn with every message that comes. */
export const ListHead = memo(function ListHead() {
  const openSwitcher = useSwitcher();
  const connecting = useClientState((state) => state.line === "connecting");
  return (
    <header className="safe-top flex flex-col">
      <div className="flex items-center gap-2 p-3">
        <MainMenu />
        <button
          type="button"
          onClick={openSwitcher}
          className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded-full bg-hover px-4 text-start text-soft transition-colors hover:bg-selected"
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search aria-hidden className="size-4.5 shrink-0" />
          <span className="flex-1 truncate">
            <Trans>Search</Trans>
          </span>
          <kbd aria-hidden className="hidden font-sans text-xs md:inline">
            {spelled("find_chat")}
          </kbd>
        </button>
      </div>
      <div role="status" className="empty:hidden">
        {connecting && (
          <p className="flex items-center justify-center gap-2 pb-2 text-sm text-soft">
            <Spinner className="size-4" />
            <Trans>Connecting…</Trans>
          </p>
        )}
      </div>
    </header>
  );
});

function MainMenu() {
  const { t } = useLingui();
  const client = useClient();
  const complain = useComplain();
  const navigate = useNavigate();
  const is_owner = useClientState((state) => state.me?.is_owner ?? false);
  const [dialog, setDialog] = useState<"supergroup" | "channel" | "invite">();
  return (
    <>
      <Menu
        label={t`Menu`}
        trigger={
          <IconButton label={t`Menu`}>
            <MenuIcon aria-hidden className="size-5.5" />
          </IconButton>
        }
      >
        <MenuItem icon={<Users aria-hidden />} onSelect={() => setDialog("supergroup")}>
          <Trans>New group</Trans>
        </MenuItem>
        <MenuItem icon={<Megaphone aria-hidden />} onSelect={() => setDialog("channel")}>
          <Trans>New channel</Trans>
        </MenuItem>
        {is_owner && (
          <MenuItem icon={<UserPlus aria-hidden />} onSelect={() => setDialog("invite")}>
            <Trans>Invite people</Trans>
          </MenuItem>
        )}
        <PlacesItems />
        <NoticesItem />
        {is_owner && (
          <MenuItem icon={<ServerCog aria-hidden />} onSelect={() => void navigate({ to: "/owner" })}>
            <Trans>This service</Trans>
          </MenuItem>
        )}
        <MenuItem icon={<Bot aria-hidden />} onSelect={() => void navigate({ to: "/settings/bots" })}>
          <Trans>Your bots</Trans>
        </MenuItem>
        <MenuItem icon={<Settings aria-hidden />} onSelect={() => void navigate({ to: "/settings" })}>
          <Trans>Settings</Trans>
        </MenuItem>
        <MenuItem
          icon={<LogOut aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => void client.session.signOut().catch(complain)}
        >
          <Trans>Sign out</Trans>
        </MenuItem>
      </Menu>
      {(["supergroup", "channel"] as const).map((type) => (
        <NewChatDialog key={type} type={type} open={dialog === type} onClose={() => setDialog(undefined)} />
      ))}
      <InviteDialog open={dialog === "invite"} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** The ways to others, and to the chat in which bots are made. */
function PlacesItems() {
  const navigate = useNavigate();
  return (
    <>
      <MenuItem icon={<BookUser aria-hidden />} onSelect={() => void navigate({ to: "/directory" })}>
        <Trans>People and public chats</Trans>
      </MenuItem>
      <MenuItem
        icon={<Bot aria-hidden />}
        onSelect={() => void navigate({ to: "/@{$username}", params: { username: ASSISTANT } })}
      >
        <Trans>Make a bot</Trans>
      </MenuItem>
    </>
  );
}
