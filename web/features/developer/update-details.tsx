/** One update: its life, what belongs to it, and its object. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RecordedUpdate } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { FactList } from "../../ui/display/fact-list.tsx";
import { factsOfUpdate } from "./content-facts.ts";
import { JsonView } from "./json-view.tsx";
import { ENTRY_LINK, EntryLinks } from "./log-panes.tsx";
import { MessageLink } from "./message-link.tsx";
import { StateTag } from "./tags.tsx";
import { useAccounts } from "./use-accounts.ts";
import { useContentFacts } from "./use-content-facts.tsx";
import { useNotMadeReason, useSteps } from "./use-update-texts.ts";
import { useWorld } from "./use-world.ts";

interface UpdateDetailsProps {
  readonly update: RecordedUpdate;
  /** The log in which it has its id and revision. */
  readonly log: string | undefined;
}

export function UpdateDetails({ update, log }: UpdateDetailsProps) {
  const notMadeReason = useNotMadeReason();
  const { name, find } = useAccounts();
  const { kind, bot_id, chat_id, update_id, message_id, reason } = update;
  const body = useBody(update, log);
  const contentFacts = useContentFacts();
  return (
    <>
      <header className="flex flex-wrap items-center gap-2">
        <h2 dir="ltr" className="min-w-0 break-all font-mono text-lg font-semibold">
          {kind}
        </h2>
        <StateTag update={update} />
      </header>
      {reason !== undefined && (
        <p className="rounded-lg border border-line p-3">
          <Trans>The bot did not get this update.</Trans> {notMadeReason(reason)}
        </p>
      )}
      <FactList
        facts={[
          [<Trans key="bot">Bot</Trans>, <bdi key="name">{name(bot_id)}</bdi>],
          [<Trans key="chat">Chat</Trans>, <bdi key="id">{find(chat_id) ? name(chat_id) : chat_id}</bdi>],
          update_id !== undefined && [<Trans key="number">Number of the update</Trans>, update_id],
          message_id !== undefined && [<Trans key="message">Number of the message</Trans>, message_id],
          ...contentFacts(factsOfUpdate(kind, body)),
        ]}
      />
      {reason === undefined && <Life update={update} />}
      <RelatedLinks update={update} />
      {body !== undefined && <JsonView title={<Trans>The object that the bot gets</Trans>} value={body} />}
    </>
  );
}

function Life({ update: { at_ms, steps } }: { readonly update: RecordedUpdate }) {
  const { t } = useLingui();
  const format = useFormat();
  const describe = useSteps();
  const texts = [t`Made, and put into the queue of the bot`, ...describe(steps)];
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">
        <Trans>What has become of it</Trans>
      </h3>
      <ol className="flex flex-col gap-1 border-s-2 border-line ps-3">
        {texts.map((text, i) => (
          // The steps of an update are only ever added to.
          <li key={i} className="flex flex-wrap items-baseline gap-x-3">
            <span>{text}</span>
            <Time
              value={format.exactTime(i === 0 ? at_ms : steps[i - 1]!.at_ms)}
              className="ms-auto text-sm tabular-nums text-soft"
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function RelatedLinks({ update }: { readonly update: RecordedUpdate }) {
  const { trace_id, bot_id, update_id, chat_id, message_id, steps } = update;
  const hasAttempts = steps.some(({ what }) => what === "webhook" || what === "webhook_failed");
  return (
    <EntryLinks>
      {trace_id !== undefined && (
        <Link to="/developer" search={{ trace: trace_id, open: true }} className={ENTRY_LINK}>
          <Trans>The call that caused it</Trans>
        </Link>
      )}
      {hasAttempts && update_id !== undefined && (
        <Link to="/developer/webhooks" search={{ bot: bot_id, update: update_id }} className={ENTRY_LINK}>
          <Trans>Attempts to deliver it</Trans>
        </Link>
      )}
      {message_id !== undefined && <MessageLink chat_id={chat_id} bot_id={bot_id} message_id={message_id} />}
    </EntryLinks>
  );
}

/** The list is loaded without the objects. The entry with this revision is the first one after the revision before. */
function useBody({ id, revision, bot_id, reason }: RecordedUpdate, log: string | undefined): unknown {
  const { call, key } = useWorld();
  const { data } = useQuery({
    queryKey: key("update", log, id),
    async queryFn({ signal }) {
      const params = { bot: bot_id, after: revision - 1, log, limit: 1, with_bodies: true };
      const page = await call("listUpdates", params, signal);
      // Another node may have answered, in whose log the id is that of another update.
      return page.log === log ? (page.updates.find((each) => each.id === id) ?? null) : null;
    },
    enabled: reason === undefined && log !== undefined,
    staleTime: Infinity,
  });
  return data?.body;
}
