/** The settings of one of the user's own bots. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useClient } from "../../core/client/context.tsx";
import { ConsoleNote } from "../console/console-note.tsx";
import { useAction } from "../forms/use-action.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ProfileCard } from "../../ui/layout/profile-card.tsx";
import { NotFound } from "../../ui/feedback/not-found.tsx";
import { Page, Section } from "../../ui/layout/page.tsx";
import { usePageTitle } from "../../ui/layout/page-title.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Activity } from "./activity.tsx";
import { Behaviour } from "./behaviour.tsx";
import { BotPhoto } from "./bot-photo.tsx";
import { Commands } from "./commands.tsx";
import { DeleteBot } from "./delete-bot.tsx";
import { BotProfileForm } from "./profile-form.tsx";
import { NewToken } from "./new-token.tsx";
import { OWN_BOTS, useOwnBots } from "./use-own-bots.ts";

const route = getRouteApi("/signed-in/settings/bots/$botId");

export function BotScreen() {
  const { t } = useLingui();
  const { botId } = route.useParams();
  const { bots } = useOwnBots();
  // The chat with the bot has the name of the bot alone.
  usePageTitle(t`Your bots`);
  const bot = bots?.find((each) => each.user.id === botId);
  if (bots && !bot) return <NotFound />;
  return (
    <Page
      title={bot ? nameOf(bot.user) : <Trans>Bot</Trans>}
      back={{ to: "/settings/bots", label: t`Back to your bots`, always: true }}
    >
      {bot ? <Settings key={bot.user.id} bot={bot} /> : <Skeleton className="h-64 rounded-2xl" />}
    </Page>
  );
}

function Settings({ bot }: { readonly bot: OwnBot }) {
  return (
    <>
      <Head bot={bot} />
      <ConsoleNote />
      {bot.suspended && (
        <p role="note" className="rounded-2xl bg-danger-fill/12 p-4 text-danger">
          <Trans>An owner of the service has suspended this bot: it gets no updates, and its calls are refused.</Trans>
        </p>
      )}
      <Section title={<Trans>How people see it</Trans>}>
        <div className="flex flex-col gap-4">
          <BotPhoto user={bot.user} />
          <BotProfileForm bot={bot} />
        </div>
      </Section>
      <Section title={<Trans>Commands</Trans>} hint={<Trans>They are offered where people write to the bot.</Trans>}>
        <Commands bot={bot} />
      </Section>
      <Section title={<Trans>How it behaves</Trans>}>
        <Behaviour bot={bot} />
      </Section>
      <Section title={<Trans>Activity</Trans>} hint={<Trans>You alone see this.</Trans>}>
        <Activity bot_id={bot.user.id} />
      </Section>
      <Section title={<Trans>Token</Trans>}>
        <NewToken bot={bot} />
      </Section>
      <Section title={<Trans>Delete the bot</Trans>}>
        <DeleteBot bot={bot} />
      </Section>
    </>
  );
}

function Head({ bot: { user } }: { readonly bot: OwnBot }) {
  const { chats } = useClient();
  const navigate = useNavigate();
  const { busy, start } = useAction(async () => {
    const chatId = await chats.openChat(user.id);
    await navigate({ to: "/chat/$chatId", params: { chatId } });
  }, OWN_BOTS);
  return (
    <ProfileCard user={user}>
      <Button variant="soft" disabled={busy} onClick={() => start(undefined)}>
        <MessageCircle aria-hidden className="size-4.5" />
        <Trans>Write to it</Trans>
      </Button>
    </ProfileCard>
  );
}
