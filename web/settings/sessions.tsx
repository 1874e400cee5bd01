/** The browsers and programs that are signed in as the person, and the way to sign them out. */
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useClient } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const KEY = ["sessions"];

export function Sessions() {
  const { api } = useClient();
  const format = useFormat();
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: KEY, queryFn: () => api.call("listSessions", {}) });
  const end = useMutation({
    mutationFn: (session_id: number) => api.call("endSession", { session_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  if (!sessions.data) return <Skeleton className="h-12" />;
  return (
    <ul className="flex flex-col gap-3">
      {sessions.data.map(({ id, label, created_at, current }) => (
        <li key={id} className="flex items-center gap-3">
          <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-soft" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{label === "" ? <Trans>A program</Trans> : label}</p>
            <p className="text-sm text-soft">
              {current ? <Trans>This browser</Trans> : <Trans>Since {format.full(created_at)}</Trans>}
            </p>
          </div>
          {!current && (
            <Button look="soft" size="small" disabled={end.isPending} onClick={() => end.mutate(id)}>
              <Trans>Sign out</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
