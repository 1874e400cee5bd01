/** The settings of the user: profile, appearance, password and sessions. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Bot, ChevronRight, IdCard, Keyboard, LogOut, ServerCog } from "lucide-react";
import type { ReactNode } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { ConsoleNote } from "../console/console-note.tsx";
import { useSignInOptions } from "../account/provider-list.tsx";
import { useAction } from "../forms/use-action.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ProfileCard } from "../../ui/layout/profile-card.tsx";
import { Page, Section } from "../../ui/layout/page.tsx";
import { ShortcutKeys } from "../../ui/shortcuts/shortcut-keys.tsx";
import { showShortcuts } from "../../ui/shortcuts/shortcuts.tsx";
import { DateChoices } from "./date-choices.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { OwnPhoto } from "./own-photo.tsx";
import { OwnData } from "./own-data.tsx";
import { MailAddress } from "./mail-address.tsx";
import { Password } from "./password.tsx";
import { Passkeys } from "./passkeys/passkeys.tsx";
import { Push } from "./push/push.tsx";
import { Profile } from "./profile.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { TextSizeChoice } from "./text-size-choice.tsx";
import { MarkdownChoice } from "./markdown-choice.tsx";
import { ReactionChoice } from "./reaction-choice.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function SettingsScreen() {
  const { t } = useLingui();
  const is_owner = useClientState((state) => state.me?.is_owner ?? false);
  const hasProviders = (useSignInOptions()?.providers.length ?? 0) > 0;
  return (
    <Page title={<Trans>Settings</Trans>} back={{ to: "/", label: t`Back to the chats` }}>
      <ProfileHeader />
      <nav
        aria-label={t`More settings`}
        className="flex flex-col divide-y divide-line overflow-hidden rounded-2xl bg-surface shadow-xs shadow-shade"
      >
        <SettingsLink to="/settings/bots" icon={<Bot aria-hidden />}>
          <Trans>Your bots</Trans>
        </SettingsLink>
        {hasProviders && (
          <SettingsLink to="/settings/connections" icon={<IdCard aria-hidden />}>
            <Trans>Connected accounts</Trans>
          </SettingsLink>
        )}
        {is_owner && (
          <SettingsLink to="/owner" icon={<ServerCog aria-hidden />}>
            <Trans>This service</Trans>
          </SettingsLink>
        )}
        <button type="button" onClick={showShortcuts} className={LINK_CLASSES}>
          <Keyboard aria-hidden />
          <span className="flex-1">
            <Trans>Keyboard shortcuts</Trans>
          </span>
          <ShortcutKeys name="show_shortcuts" />
        </button>
      </nav>
      <ConsoleNote />
      <PlainHttpNote />
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
            <DateChoices />
          </div>
        </div>
      </Section>
      <Section title={<Trans>Writing</Trans>}>
        <MarkdownChoice />
      </Section>
      <Notifications />
      <AccountSections />
    </Page>
  );
}

function Notifications() {
  return (
    <Section title={<Trans>Notifications</Trans>}>
      <div className="flex flex-col gap-4">
        <ReactionChoice />
        <Push />
      </div>
    </Section>
  );
}

function AccountSections() {
  return (
    <>
      <Section title={<Trans>Password</Trans>}>
        <Password />
      </Section>
      <MailAddress />
      <Section title={<Trans>Passkeys</Trans>}>
        <Passkeys />
      </Section>
      <Section title={<Trans>Second factor</Trans>}>
        <SecondFactor />
      </Section>
      <Section title={<Trans>Where you are signed in</Trans>}>
        <Sessions />
      </Section>
      <Section title={<Trans>Your data</Trans>}>
        <OwnData />
      </Section>
      <Section title={<Trans>Delete your account</Trans>}>
        <DeleteAccount />
      </Section>
    </>
  );
}

function PlainHttpNote() {
  if (isSecureContext) return null;
  return (
    <Section title={<Trans>This page came over plain http</Trans>}>
      <p className="text-sm text-soft">
        <Trans>
          Browsers give such a page no microphone and no notifications, and neither install it nor keep it for when the
          line is broken. Ask whoever runs this service to set up https.
        </Trans>
      </p>
    </Section>
  );
}

function ProfileHeader() {
  const { session } = useClient();
  const me = useClientState((state) => state.me);
  const { busy, start } = useAction(() => session.signOut(), ["sessions"]);
  if (!me) return null;
  return (
    <ProfileCard user={me.user}>
      <Button variant="soft" disabled={busy} onClick={() => start(undefined)}>
        <LogOut aria-hidden className="size-4.5 rtl:-scale-x-100" />
        <Trans>Sign out</Trans>
      </Button>
    </ProfileCard>
  );
}

const LINK_CLASSES =
  "flex items-center gap-4 px-5 py-3.5 text-start font-medium outline-offset-[-3px] hover:bg-hover [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-soft";

interface SettingsLinkProps {
  readonly to: "/settings/bots" | "/settings/connections" | "/owner";
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function SettingsLink({ to, icon, children }: SettingsLinkProps) {
  return (
    <Link to={to} className={LINK_CLASSES}>
      {icon}
      <span className="flex-1">{children}</span>
      <ChevronRight aria-hidden className="rtl:-scale-x-100" />
    </Link>
  );
}
