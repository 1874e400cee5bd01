/** The header of the list of chats: the menu, the search button, and a note while the client is connecting. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Menu as MenuIcon, Search } from "lucide-react";
import { memo, useState } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { useSwitcher } from "../switcher/switcher.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { useLateLoad } from "../../ui/late-component.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { spellShortcut } from "../../ui/shortcuts/shortcut-keys.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";

const MainMenu = lazyComponent(async () => (await import("./main-menu.tsx")).MainMenu);

/** Memoised, so that it does not render with every new message. */
export const ListHeader = memo(function ListHeader() {
  const openSwitcher = useSwitcher();
  const connecting = useClientState((state) => state.connection === "connecting");
  return (
    <header className="safe-top flex flex-col">
      <div className="flex items-center gap-2 p-3">
        <MainMenuButton />
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

/** The button of the main menu, which opens once it is loaded. */
function MainMenuButton() {
  const { t } = useLingui();
  const [isWanted, setWanted] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isLoaded = useLateLoad(MainMenu, isWanted);
  const label = t`Menu`;
  const icon = <MenuIcon aria-hidden className="size-5.5" />;
  if (isLoaded) {
    // Its button takes the place of the other one, and the focus if that had it.
    const trigger = (
      <IconButton label={label} autoFocus={hasFocus}>
        {icon}
      </IconButton>
    );
    return <MainMenu trigger={trigger} startsOpen={isWanted} />;
  }
  return (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {icon}
    </IconButton>
  );
}
