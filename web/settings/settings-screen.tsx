/** Settings: who one is, how the client looks and speaks, the password, and where one is signed in. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Bot, ChevronRight, Keyboard, LogOut, ServerCog } from "lucide-react";
import type { ReactNode } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { Button } from "../ui/button.tsx";
import { HeadCard } from "../ui/head-card.tsx";
import { Page, Section } from "../ui/page.tsx";
import { ShortcutKeys } from "../ui/shortcut-keys.tsx";
import { showShortcuts } from "../ui/shortcuts.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { OwnPhoto } from "./own-photo.tsx";
import { Password } from "./password.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";
import { TextSizeChoice } from "./text-size-choice.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function SettingsScreen() {
  const { t } = useLingui();
  const is_owner = useClientState((state) => state.me?.is_owner ?? false);
  return (
    <Page title={<Trans>Settings</Trans>} back={{ to: "/", label: t`Back to the chats` }}>
      <Head />
      <nav
        aria-label={t`More settings`}
        className="flex flex-col divide-y divide-line overflow-hidden rounded-2xl bg-surface shadow-xs shadow-shade"
      >
        <Way to="/settings/bots" icon={<Bot aria-hidden />}>
          <Trans>Your bots</Trans>
        </Way>
        {is_owner && (
          <Way to="/owner" icon={<ServerCog aria-hidden />}>
            <Trans>This service</Trans>
          </Way>
        )}
        <button type="button" onClick={showShortcuts} className={WAY}>
          <Keyboard aria-hidden />
          <span className="flex-1">
            <Trans>Keyboard shortcuts</Trans>
          </span>
          <ShortcutKeys name="show_shortcuts" />
        </button>
      </nav>
      {!isSecureContext && (
        <Section title={<Trans>This page came over plain http</Trans>}>
          <p className="text-sm text-soft">
            <Trans>
              Browsers give such a page no microphone and no notifications, and neither install it nor keep it for when
              the line is broken. Ask whoever runs this service to set up https.
            </Trans>
          </p>
        </Section>
      )}
      <Section title={<Trans>Profile</Trans>}>
        <div className="flex flex-col gap-4">
          <OwnPhoto />
          <Profile />
        </div>
      </Section>
      <Section title={<Trans>Appearance</Trans>}>
        <div className="flex flex-col gap-4">
          <ThemeChoice />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextSizeChoice />
            <LanguageChoice />
          </div>
        </div>
      </Section>
      <Section title={<Trans>Password</Trans>}>
        <Password />
      </Section>
      <Section title={<Trans>Where you are signed in</Trans>}>
        <Sessions />
      </Section>
    </Page>
  );
}

function Head() {
  const { session } = useClient();
  const me = useClientState((state) => state.me);
  const { busy, start } = useDeed(() => session.signOut(), ["sessions"]);
  if (!me) return null;
  return (
    <HeadCard user={me.user}>
      <Button look="soft" disabled={busy} onClick={() => start(undefined)}>
        <LogOut aria-hidden className="size-4.5 rtl:-scale-x-100" />
        <Trans>Sign out</Trans>
      </Button>
    </HeadCard>
  );
}

const WAY =
  "flex items-center gap-4 px-5 py-3.5 text-start font-medium outline-offset-[-3px] hover:bg-hover [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-soft";

interface WayProps {
  readonly to: "/settings/bots" | "/owner";
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function Way({ to, icon, children }: WayProps) {
  return (
    <Link to={to} className={WAY}>
      {icon}
      <span className="flex-1">{children}</span>
      <ChevronRight aria-hidden className="rtl:-scale-x-100" />
    </Link>
  );
}
