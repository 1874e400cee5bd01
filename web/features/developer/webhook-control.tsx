/** The webhooks of bots: paused, resumed, tried again at once; and an attempt's request that is sent again. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pause, Play, RotateCw, Send } from "lucide-react";
import type { WebhookAttempt, WebhookState } from "@heliogram/shared/wire.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { useIsReadOnly } from "./read-only.ts";
import { useAccounts } from "./use-accounts.ts";
import { useWorld } from "./use-world.ts";

/** How often the number of waiting updates is read. */
const REFRESH_MS = 2000;

export function WebhookList() {
  const { t } = useLingui();
  const { call, key } = useWorld();
  const { data } = useQuery({
    queryKey: key("webhooks"),
    queryFn: async ({ signal }) => (await call("listWebhooks", {}, signal)).webhooks,
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.length === 0) return null;
  return (
    <ul
      ref={arrowList}
      aria-label={t`Webhooks of bots`}
      className="max-h-[30vh] shrink-0 divide-y divide-line overflow-y-auto border-b border-line"
    >
      {data.map((webhook) => (
        <WebhookRow key={webhook.bot_id} webhook={webhook} />
      ))}
    </ul>
  );
}

function WebhookRow({ webhook }: { readonly webhook: WebhookState }) {
  const accounts = useAccounts();
  const isReadOnly = useIsReadOnly();
  const { bot_id, url, is_paused, pending_update_count } = webhook;
  const name = accounts.name(bot_id);
  return (
    <li className="flex items-center gap-2 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          {is_paused && (
            <Tag variant="accent">
              <Trans>Paused</Trans>
            </Tag>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <span dir="ltr" className="min-w-0 truncate">
            {url}
          </span>
          <span>
            <Plural value={pending_update_count} one="# update waits" other="# updates wait" />
          </span>
        </p>
      </div>
      {!isReadOnly && <WebhookButtons webhook={webhook} name={name} />}
    </li>
  );
}

function WebhookButtons({ webhook, name }: { readonly webhook: WebhookState; readonly name: string }) {
  const { t } = useLingui();
  const { start, busy } = useWebhookAction();
  const { bot_id, is_paused } = webhook;
  return (
    <>
      <IconButton label={t`Deliver to ${name} now`} disabled={busy} onClick={() => start(["retryWebhook", bot_id])}>
        <RotateCw aria-hidden className="size-4.5" />
      </IconButton>
      {is_paused ? (
        <IconButton
          label={t`Resume deliveries to ${name}`}
          disabled={busy}
          onClick={() => start(["resumeWebhook", bot_id])}
        >
          <Play aria-hidden className="size-4.5 rtl:-scale-x-100" />
        </IconButton>
      ) : (
        <IconButton
          label={t`Pause deliveries to ${name}`}
          disabled={busy}
          onClick={() => start(["pauseWebhook", bot_id])}
        >
          <Pause aria-hidden className="size-4.5" />
        </IconButton>
      )}
    </>
  );
}

function useWebhookAction() {
  const { call, key } = useWorld();
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { mutate, isPending } = useMutation({
    mutationFn: ([method, bot]: readonly ["pauseWebhook" | "resumeWebhook" | "retryWebhook", number]) =>
      call(method, { bot }),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey: key("webhooks") }),
  });
  return { start: mutate, busy: isPending };
}

/** Sends the same headers and byte for byte the same body. The new attempt opens. */
export function RedeliverButton({ attempt }: { readonly attempt: WebhookAttempt }) {
  const showErrorToast = useErrorToast();
  const { call } = useWorld();
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => call("redeliver", { attempt: attempt.id }),
    onError: showErrorToast,
  });
  return (
    <>
      <Button variant="soft" size="small" disabled={isPending} onClick={() => mutate()}>
        <Send aria-hidden className="size-4 rtl:-scale-x-100" />
        <Trans>Send again</Trans>
      </Button>
      {data && (
        <Link
          to="/developer/webhooks"
          search={{ bot: attempt.bot_id, update: attempt.update_id, entry: data.attempt.id }}
          className="self-center text-sm text-accent underline"
        >
          <Trans>To its outcome</Trans>
        </Link>
      )}
    </>
  );
}
