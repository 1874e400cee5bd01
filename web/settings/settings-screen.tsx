/** Settings: how it looks, and where one is signed in. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useClientState } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { buttonLook } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { Sessions } from "./sessions.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function SettingsScreen() {
  const { t } = useLingui();
  return (
    <div className="h-full overflow-y-auto bg-canvas">
      <header className="safe-top sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-4 py-3">
        <Link
          to="/"
          aria-label={t`Back to the chats`}
          className={classes(buttonLook({ look: "plain", size: "icon" }), "-ms-2 text-soft md:hidden")}
        >
          <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
        </Link>
        <h1 className="text-lg font-semibold leading-10">
          <Trans>Settings</Trans>
        </h1>
      </header>
      <div className="mx-auto flex max-w-xl flex-col gap-4 p-4">
        <Profile />
        <Section title={<Trans>Appearance</Trans>}>
          <ThemeChoice />
        </Section>
        <Section title={<Trans>Language</Trans>}>
          <LanguageChoice />
        </Section>
        <Section title={<Trans>Where you are signed in</Trans>}>
          <Sessions />
        </Section>
      </div>
    </div>
  );
}

function Profile() {
  const me = useClientState((state) => state.me);
  if (!me) return null;
  const { user } = me;
  return (
    <div className="flex items-center gap-4 rounded-2xl bg-surface p-5">
      <Avatar id={user.id} name={nameOf(user)} />
      <div className="min-w-0">
        <p className="truncate text-lg font-semibold">
          <bdi>{nameOf(user)}</bdi>
        </p>
        <p className="truncate text-soft">
          <bdi>@{user.username}</bdi>
        </p>
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <section className="rounded-2xl bg-surface p-5">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
