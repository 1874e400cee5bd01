/** The main menu above the list of chats, with the dialogs that it opens. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { BookUser, Bot, Code, LogOut, Megaphone, QrCode, ServerCog, Settings, UserPlus, Users } from "lucide-react";
import { useState, type ReactElement } from "react";
import { worldSearch } from "../../core/model/chats/developer-search.ts";
import { InviteDialog } from "../account/invite-dialog.tsx";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useDeveloperAccess } from "../console/use-console.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { NotificationsItem } from "./notifications-item.tsx";
import { NewChatDialog } from "./new-chat-dialog.tsx";

/** The user name of the bot in whose chat people create bots. */
const ASSISTANT = "assistant";

interface MainMenuProps {
  readonly trigger: ReactElement;
  /** Whether the menu is open when it is first rendered. */
  readonly startsOpen: boolean;
}

export function MainMenu({ trigger, startsOpen }: MainMenuProps) {
  const { t } = useLingui();
  const client = useClient();
  const showErrorToast = useErrorToast();
  const navigate = useNavigate();
  const is_owner = useClientState((state) => state.me?.is_owner ?? false);
  const [dialog, setDialog] = useState<"supergroup" | "channel" | "invite">();
  return (
    <>
      <Menu label={t`Menu`} trigger={trigger} startsOpen={startsOpen}>
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
        <MenuItem icon={<QrCode aria-hidden />} onSelect={() => void navigate({ to: "/settings/device" })}>
          <Trans>Sign in on another device</Trans>
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
