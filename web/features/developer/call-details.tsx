/** One call: its parameters, its response, what it belongs to, and what can be done with it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, Play } from "lucide-react";
import type { RecordedCall } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useErrorMessage, useErrorToast } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { FactList } from "../../ui/display/fact-list.tsx";
import { CallFiles } from "./call-files.tsx";
import { SNIPPET_KINDS, snippetsOf } from "./call-snippets.ts";
import { StatusTag } from "./tags.tsx";
import { JsonView } from "./json-view.tsx";
import { ENTRY_LINK, EntryLinks } from "./log-panes.tsx";
import { factsOfCall, messageReactedTo } from "./content-facts.ts";
import { messageIn } from "./message-in.ts";
import { MessageLink } from "./message-link.tsx";
import { useIsReadOnly } from "./read-only.ts";
import { useAccounts } from "./use-accounts.ts";
import { useContentFacts } from "./use-content-facts.tsx";
import { useWorld } from "./use-world.ts";

interface CallDetailsProps {
  readonly id: number;
  /** The log in which the call has this id; `undefined` until it is known. */
  readonly log: string | undefined;
}

export function CallDetails({ id, log }: CallDetailsProps) {
  const errorMessage = useErrorMessage();
  const { call: callApi, key } = useWorld();
  const isReadOnly = useIsReadOnly();
  // A call never changes once it is recorded.
  const { data: call, error } = useQuery({
    queryKey: key("call", log, id),
    queryFn: ({ signal }) => callApi("getCall", { id, ...(log === undefined ? {} : { log }) }, signal),
    enabled: log !== undefined,
    staleTime: Infinity,
  });
  if (error)
    return (
      <p role="alert" className="text-danger">
        {errorMessage(error)}
      </p>
    );
  if (!call) return <Skeleton className="h-64" />;
  const { params, response } = call;
  return (
    <>
      <header className="flex flex-wrap items-center gap-2">
        <h2 dir="ltr" className="min-w-0 break-all font-mono text-lg font-semibold">
          {call.method}
        </h2>
        <StatusTag status={call.status} />
      </header>
      <div className="flex flex-wrap gap-2">
        <CopyMenu call={call} />
        {!isReadOnly && <RepeatButton call={call} />}
      </div>
      <CallFacts call={call} />
      <RelatedLinks call={call} />
      {params === undefined && response === undefined && (
        <p className="text-soft">
          <Trans>The parameters and the response were not recorded.</Trans>
        </p>
      )}
      {params !== undefined && <JsonView title={<Trans>Parameters</Trans>} value={params} />}
      <CallFiles call={call} place="params" />
      {response !== undefined && <JsonView title={<Trans>Response</Trans>} value={response} />}
      <CallFiles call={call} place="response" />
    </>
  );
}

function CallFacts({ call }: { readonly call: RecordedCall }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name } = useAccounts();
  const contentFacts = useContentFacts();
  const { account_id, api, at_ms, duration_ms, fault, method, params, response, trace_id } = call;
  const apis = { bot: t`Bot API`, person: t`User API`, webhook: t`In a webhook's response` };
  return (
    <FactList
      facts={[
        [
          <Trans key="by">Called by</Trans>,
          <bdi key="name">{account_id === undefined ? t`Unknown: the credential was refused` : name(account_id)}</bdi>,
        ],
        ...contentFacts(factsOfCall(method, params, response)),
        [<Trans key="through">Through</Trans>, apis[api]],
        [<Trans key="at">At</Trans>, <Time key="time" value={format.exactMoment(at_ms)} />],
        [<Trans key="took">Took</Trans>, format.milliseconds(duration_ms)],
        fault !== undefined && [<Trans key="fault">Fault rule</Trans>, fault],
        [
          <Trans key="trace">Trace</Trans>,
          <code key="id" dir="ltr" className="text-sm">
            {trace_id}
          </code>,
        ],
      ]}
    />
  );
}

function RelatedLinks({
  call: { account_id, api, method, params, response, trace_id },
}: {
  readonly call: RecordedCall;
}) {
  const bot_id = api === "person" ? undefined : account_id;
  const message = messageIn(response) ?? messageReactedTo(method, params, bot_id);
  return (
    <EntryLinks>
      <Link to="/developer/updates" search={{ trace: trace_id }} className={ENTRY_LINK}>
        <Trans>Updates of this trace</Trans>
      </Link>
      <Link to="/developer" search={{ trace: trace_id }} className={ENTRY_LINK}>
        <Trans>Calls of this trace</Trans>
      </Link>
      {message && <MessageLink chat_id={message.chat_id} bot_id={message.bot_id} message_id={message.message_id} />}
    </EntryLinks>
  );
}

function CopyMenu({ call }: { readonly call: RecordedCall }) {
  const { t } = useLingui();
  const copy = useCopy();
  const snippets = snippetsOf(call, location.origin);
  const reason = snippets ? undefined : t`Only a bot's call whose parameters were recorded whole can be copied.`;
  return (
    <Menu
      label={t`Copy as`}
      trigger={
        <Button variant="soft" size="small">
          <Copy aria-hidden className="size-4" />
          <Trans>Copy as…</Trans>
        </Button>
      }
    >
      {SNIPPET_KINDS.map((kind) => (
        <MenuItem
          key={kind}
          icon={null}
          reason={reason}
          onSelect={() =>
            void copy(snippets![kind], t`The call is copied. Set BOT_TOKEN to the bot's token to run it.`)
          }
        >
          <span dir="ltr">{kind}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

function RepeatButton({ call }: { readonly call: RecordedCall }) {
  const navigate = useNavigate();
  const showErrorToast = useErrorToast();
  const { call: callApi } = useWorld();
  const { isPending, mutate } = useMutation({
    mutationFn: () => callApi("repeatCall", { id: call.id }),
    onError: showErrorToast,
    onSuccess: ({ id }) => void navigate({ to: ".", search: (before: object) => ({ ...before, entry: id }) }),
  });
  if (call.api === "person") return null;
  return (
    <Button variant="soft" size="small" disabled={isPending} onClick={() => mutate()}>
      <Play aria-hidden className="size-4 rtl:-scale-x-100" />
      <Trans>Run again</Trans>
    </Button>
  );
}
