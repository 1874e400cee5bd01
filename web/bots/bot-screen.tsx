/** One of the person's own bots: everything that can be changed about it. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useClient } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { nameOf } from "../model/names.ts";
import { Button } from "../ui/button.tsx";
import { HeadCard } from "../ui/head-card.tsx";
import { Nowhere } from "../ui/nowhere.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Behaviour } from "./behaviour.tsx";
import { BotPhoto } from "./bot-photo.tsx";
import { Commands } from "./commands.tsx";
import { EndOfBot } from "./end-of-bot.tsx";
import { Looks } from "./looks.tsx";
import { NewToken } from "./new-token.tsx";
import { OWN_BOTS, useOwnBots } from "./use-own-bots.ts";

const route = getRouteApi("/signed-in/settings/bots/$botId");

export function BotScreen() {
  const { t } = useLingui();
  const { botId } = route.useParams();
  const { bots } = useOwnBots();
  const bot = bots?.find((each) => each.user.id === botId);
  if (bots && !bot) return <Nowhere />;
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
      {bot.suspended && (
        <p role="note" className="rounded-2xl bg-danger-fill/12 p-4 text-danger">
          <Trans>An owner of the service has suspended this bot: it gets no updates, and its calls are refused.</Trans>
        </p>
      )}
      <Section title={<Trans>How people see it</Trans>}>
        <div className="flex flex-col gap-4">
          <BotPhoto user={bot.user} />
          <Looks bot={bot} />
        </div>
      </Section>
      <Section title={<Trans>Commands</Trans>} hint={<Trans>They are offered where people write to the bot.</Trans>}>
        <Commands bot={bot} />
      </Section>
      <Section title={<Trans>How it behaves</Trans>}>
        <Behaviour bot={bot} />
      </Section>
      <Section title={<Trans>Token</Trans>}>
        <NewToken bot={bot} />
      </Section>
      <Section title={<Trans>Delete the bot</Trans>}>
        <EndOfBot bot={bot} />
      </Section>
    </>
  );
}

function Head({ bot: { user } }: { readonly bot: OwnBot }) {
  const { chats } = useClient();
  const navigate = useNavigate();
  const { busy, start } = useDeed(async () => {
    const chatId = await chats.openChat(user.id);
    await navigate({ to: "/chat/$chatId", params: { chatId } });
  }, OWN_BOTS);
  return (
    <HeadCard user={user}>
      <Button look="soft" disabled={busy} onClick={() => start(undefined)}>
        <MessageCircle aria-hidden className="size-4.5" />
        <Trans>Write to it</Trans>
      </Button>
    </HeadCard>
  );
}
