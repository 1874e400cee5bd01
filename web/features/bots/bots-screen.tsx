/** The list of the user's own bots, with a button for creating another. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { Link } from "@tanstack/react-router";
import { Bot, ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SuspendedTag } from "../../ui/display/tag.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { NewBotDialog } from "./new-bot-dialog.tsx";
import { useOwnBots } from "./use-own-bots.ts";

export function BotsScreen() {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { bots, error } = useOwnBots();
  const [making, setMaking] = useState(false);
  return (
    <Page
      title={<Trans>Your bots</Trans>}
      back={{ to: "/settings", label: t`Back to the settings`, always: true }}
      action={
        <Button size="small" onClick={() => setMaking(true)}>
          <Plus aria-hidden className="size-4" />
          <Trans>New bot</Trans>
        </Button>
      }
    >
      {error !== null && bots === undefined ? (
        <p role="alert" className="text-danger">
          {errorMessage(error)}
        </p>
      ) : bots === undefined ? (
        <Skeleton className="h-40 rounded-2xl" />
      ) : bots.length === 0 ? (
        <NoBots />
      ) : (
        <ul
          ref={arrowList}
          className="flex flex-col divide-y divide-line overflow-hidden rounded-2xl bg-surface shadow-xs shadow-shade"
        >
          {bots.map((bot) => (
            <li key={bot.user.id}>
              <BotLink bot={bot} />
            </li>
          ))}
        </ul>
      )}
      <NewBotDialog open={making} onClose={() => setMaking(false)} />
    </Page>
  );
}

function NoBots() {
  return (
    <div className="flex flex-col items-center gap-3 rounded-2xl bg-surface p-8 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-selected text-accent">
        <Bot aria-hidden className="size-8" />
      </span>
      <p className="font-medium">
        <Trans>No bots yet</Trans>
      </p>
      <p className="max-w-80 text-soft">
        <Trans>
          A bot is a program of yours that reads and writes here. Make one, and its token lets the program in.
        </Trans>
      </p>
    </div>
  );
}

function BotLink({ bot }: { readonly bot: OwnBot }) {
  const count = bot.commands.length;
  return (
    <Link
      to="/settings/bots/$botId"
      params={{ botId: bot.user.id }}
      className="flex items-center gap-3 p-4 outline-offset-[-3px] hover:bg-hover"
    >
      <Avatar id={bot.user.id} name={nameOf(bot.user)} photo={bot.user.photo} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold" dir="auto">
            {nameOf(bot.user)}
          </span>
          {bot.suspended && <SuspendedTag />}
        </span>
        <span className="block truncate text-sm text-soft">
          <span dir="ltr">@{bot.user.username}</span> · <Plural value={count} one="# command" other="# commands" />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-soft rtl:-scale-x-100" />
    </Link>
  );
}
