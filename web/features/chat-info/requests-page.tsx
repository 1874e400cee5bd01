/** The pending join requests of a chat, with buttons for accepting and declining them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { Card, Hint, Panel } from "./panel.tsx";
import { useJoinRequests, type JoinRequest } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function RequestsPage() {
  const { t } = useLingui();
  const row = useChatRow();
  const disabledReason = useDisabledReason();
  const refusal = row.can?.answer_requests;
  return (
    <Panel title={t`Join requests`} parent="overview">
      {refusal ? <Hint>{disabledReason(refusal, row)}</Hint> : <Requests />}
    </Panel>
  );
}

function Requests() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const query = useJoinRequests(chat.id);
  const requests = query.data?.pages.flat() ?? [];
  if (query.isPending) return <Skeleton className="h-40 rounded-2xl" />;
  return (
    <Card>
      {requests.length === 0 && (
        <p className="px-3 py-6 text-center text-soft">
          <Trans>Nobody is waiting to be let in.</Trans>
        </p>
      )}
      <ul ref={arrowList} aria-label={t`Join requests`} className="flex flex-col" hidden={requests.length === 0}>
        {requests.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="accent" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Card>
  );
}

function RequestLine({ request }: { readonly request: JoinRequest }) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const format = useFormat();
  const { busy, run } = useChatAction(chat.id);
  const { from, date, invite_link } = request;
  const name = nameOf(from);
  const user = { chat_id: chat.id, user_id: from.id };
  const answer = (method: "approveChatJoinRequest" | "declineChatJoinRequest", done: string) => () =>
    void run(() => api.call(method, user), done);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl px-2 py-2">
      <div className="[&>*]:size-10 [&>*]:text-sm">
        <Avatar id={from.id} name={name} photo={from.photo} />
      </div>
      <div className="min-w-0 flex-1 basis-44">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="text-sm leading-tight text-soft">
          {from.username !== undefined && (
            <>
              <bdi>@{from.username}</bdi>
              {" · "}
            </>
          )}
          <Time value={format.moment(date)} />
          {invite_link.name !== undefined && (
            <>
              {" · "}
              <bdi>{invite_link.name}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="ms-auto flex gap-2">
        <Button
          size="small"
          disabled={busy}
          aria-label={t`Let in: ${name}`}
          onClick={answer("approveChatJoinRequest", t`${name} is in the chat now`)}
        >
          <Trans>Let in</Trans>
        </Button>
        <Button
          variant="soft"
          size="small"
          disabled={busy}
          aria-label={t`Decline: ${name}`}
          onClick={answer("declineChatJoinRequest", t`${name} was not let in`)}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
    </li>
  );
}
