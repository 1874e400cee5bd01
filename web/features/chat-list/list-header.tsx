/** The header of the list of chats: the menu, the search button, and a note while the client is connecting. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import {
  BookUser,
  Bot,
  Code,
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
import { worldSearch } from "../../core/model/chats/developer-search.ts";
import { InviteDialog } from "../account/invite-dialog.tsx";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useDeveloperAccess } from "../console/use-console.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useSwitcher } from "../switcher/switcher.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { spellShortcut } from "../../ui/shortcuts/shortcut-keys.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { NotificationsItem } from "./notifications-item.tsx";
import { NewChatDialog } from "./new-chat-dialog.tsx";

/** The user name of the bot in whose chat people create bots. */
const ASSISTANT = "assistant";

/** Memoised, so that it does not render with every new message. */
export const ListHeader = memo(function ListHeader() {
  const openSwitcher = useSwitcher();
  const connecting = useClientState((state) => state.connection === "connecting");
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
            {spellShortcut("find_chat")}
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
  const showErrorToast = useErrorToast();
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
        <NavigationItems />
        <NotificationsItem />
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
          onSelect={() => void client.session.signOut().catch(showErrorToast)}
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

/** The entries that lead to the directory, to the bot for creating bots and to the pages for their authors. */
function NavigationItems() {
  const navigate = useNavigate();
  const me = useClientState((state) => state.me);
  const access = useDeveloperAccess();
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
      {me && (access === "all" || access === "console") && (
        <MenuItem
          icon={<Code aria-hidden />}
          onSelect={() => void navigate({ to: "/developer", search: worldSearch(me) })}
        >
          <Trans>Developer</Trans>
        </MenuItem>
      )}
    </>
  );
}
