/** The user's sessions, with buttons for ending them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MonitorSmartphone, QrCode } from "lucide-react";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Button, buttonVariants } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { useDeviceName } from "./device-name.ts";
import { useSignInWays } from "./sign-in-way.ts";

export const SESSIONS = ["sessions"];

type Session = ResultOf<"listSessions">[number];

export function Sessions() {
  const { t } = useLingui();
  const { api, session: own } = useClient();
  const [confirming, setConfirming] = useState<"others" | "all">();
  const changed = useClientState((state) => state.sessions_seq);
  const sessions = useQuery({
    queryKey: [...SESSIONS, changed],
    queryFn: () => api.call("listSessions", {}),
    placeholderData: keepPreviousData,
  });
  const { busy, start } = useAction(async (ended: Session | "others" | "all") => {
    if (ended === "all") await own.signOutEverywhere();
    else if (ended === "others") await api.call("endSessions", {});
    else await api.call("endSession", { session_id: ended.id });
  }, SESSIONS);
  if (!sessions.data) return <Skeleton className="h-12" />;
  const others = sessions.data.filter((session) => !session.current);
  return (
    <div className="flex flex-col gap-4">
      <ul ref={arrowList} className="flex flex-col gap-4">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => start(session)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Link to="/settings/device" className={buttonVariants({ variant: "soft" })}>
          <QrCode aria-hidden className="size-4.5" />
          <Trans>Sign in on another device</Trans>
        </Link>
        {others.length > 1 && (
          <Button variant="soft" disabled={busy} onClick={() => setConfirming("others")}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )}
        <Button variant="soft" disabled={busy} onClick={() => setConfirming("all")}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      </div>
      <Alert
        open={confirming !== undefined}
        onClose={() => setConfirming(undefined)}
        title={confirming === "all" ? t`Sign out everywhere?` : t`Sign out everywhere else?`}
        close={t`Cancel`}
        action={{ label: t`Sign out`, onDo: () => confirming && start(confirming) }}
      >
        {confirming === "all" ? (
          <Trans>This browser is signed out as well. Programs that use your access tokens stop, too.</Trans>
        ) : (
          <Trans>Only this browser stays signed in. Programs that use your access tokens stop, too.</Trans>
        )}
      </Alert>
    </div>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { t } = useLingui();
  const ways = useSignInWays();
  const format = useFormat();
  const { label, created_at, seen_at, client_address, current, way } = session;
  const name = useDeviceName()(label);
  return (
    <li className="flex items-center gap-3">
      <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium" dir="auto">
            {name}
          </span>
          {current && (
            <Tag variant="accent">
              <Trans>This browser</Trans>
            </Tag>
          )}
        </p>
        <p className="text-sm text-soft">
          <Trans>
            Signed in <Time value={format.date(created_at)} />, last seen <Time value={format.moment(seen_at)} />
          </Trans>
        </p>
        {way && <p className="text-sm text-soft">{ways[way]}</p>}
        {client_address !== "" && (
          <p className="text-sm break-words text-soft">
            <Trans>
              From <bdi>{client_address}</bdi>
            </Trans>
          </p>
        )}
      </div>
      {!current && (
        <Button variant="soft" size="small" disabled={busy} aria-label={t`Sign out: ${name}`} onClick={onEnd}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
