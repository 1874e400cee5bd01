/** All bots of the service with their owners and the state of their webhooks. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { BotEntry } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SuspendedTag } from "../../ui/display/tag.tsx";
import { Entry } from "../lists/entry.tsx";
import { SearchedList } from "../lists/searched-list.tsx";
import { ConsoleSwitch } from "./console-switch.tsx";

export function AllBots() {
  const { t } = useLingui();
  const { api } = useClient();
  return (
    <>
      <ConsoleSwitch />
      <SearchedList
        cacheKey={["owner", "bots"]}
        search={t`Search bots`}
        find={async (page) => (await api.call("listAllBots", page)).bots}
        label={t`Bots`}
        keyOf={(bot) => bot.user.id}
        empty={<Trans>No bot of this name.</Trans>}
        none={<Trans>There are no bots yet.</Trans>}
      >
        {(bot) => <BotRow bot={bot} />}
      </SearchedList>
    </>
  );
}

function BotRow({ bot }: { readonly bot: BotEntry }) {
  const format = useFormat();
  const { user, owner, created_at, suspended_at, has_webhook, pending_update_count } = bot;
  return (
    <Entry
      id={user.id}
      name={nameOf(user)}
      photo={user.photo}
      username={user.username}
      tags={suspended_at !== undefined && <SuspendedTag />}
      facts={[
        owner ? <Trans key="owner">Of {nameOf(owner)}</Trans> : <Trans key="owner">Of nobody</Trans>,
        <Trans key="made">
          Made <Time value={format.date(created_at)} />
        </Trans>,
        has_webhook ? <Trans key="way">Webhook</Trans> : <Trans key="way">Polling</Trans>,
        <Plural key="pending" value={pending_update_count} one="# update waits" other="# updates wait" />,
      ]}
      note={<WebhookError bot={bot} />}
      action={<SuspendButton bot={bot} />}
    />
  );
}

function WebhookError({ bot: { last_error_message, last_error_date } }: { readonly bot: BotEntry }) {
  const format = useFormat();
  if (last_error_message === undefined) return null;
  return (
    <p className="mt-1 break-words text-sm text-danger">
      {last_error_date !== undefined && (
        <>
          <Time value={format.moment(last_error_date)} />:{" "}
        </>
      )}
      <span dir="ltr">{last_error_message}</span>
    </p>
  );
}

function SuspendButton({ bot }: { readonly bot: BotEntry }) {
  const { t } = useLingui();
  const { api } = useClient();
  const { busy, start } = useAction(
    (verb: "suspendBot" | "restoreBot") => api.call(verb, { bot_id: bot.user.id }),
    ["owner"],
  );
  const suspended = bot.suspended_at !== undefined;
  const name = nameOf(bot.user);
  return (
    <Button
      variant="soft"
      size="small"
      disabled={busy}
      aria-label={suspended ? t`Restore ${name}` : t`Suspend ${name}`}
      onClick={() => start(suspended ? "restoreBot" : "suspendBot")}
    >
      {suspended ? <Trans>Restore</Trans> : <Trans>Suspend</Trans>}
    </Button>
  );
}
