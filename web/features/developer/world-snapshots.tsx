/** The snapshots of the world that is shown: saved, and restored. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Facts } from "../lists/entry.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { NameForm } from "./name-form.tsx";
import { useWorld } from "./use-world.ts";

export function Snapshots() {
  const { t } = useLingui();
  const format = useFormat();
  const { call, key } = useWorld();
  const [asked, setAsked] = useState<string>();
  const { data } = useQuery({
    queryKey: key("snapshots"),
    queryFn: async ({ signal }) => (await call("listSnapshots", {}, signal)).snapshots,
  });
  const restore = useRestore();
  return (
    <>
      <ul ref={arrowList} aria-label={t`Snapshots`} className="divide-y divide-line empty:hidden">
        {data?.map(({ snapshot, saved_at_ms, bytes }) => (
          <li key={snapshot} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium [overflow-wrap:anywhere]">
                <bdi>{snapshot}</bdi>
              </p>
              <Facts
                facts={[
                  <Time key="at" value={format.exactMoment(saved_at_ms)} />,
                  <span key="size">{format.size(bytes)}</span>,
                ]}
              />
            </div>
            <Button
              variant="soft"
              size="small"
              aria-label={t`Restore ${snapshot}`}
              disabled={restore.isPending}
              onClick={() => setAsked(snapshot)}
            >
              <Trans>Restore</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <SaveForm />
      <Alert
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t`Restore this snapshot?`}
        close={t`Cancel`}
        action={{ label: t`Restore`, onDo: () => restore.mutate(asked!) }}
      >
        <Trans>What has happened since is lost. Records and fault rules begin anew.</Trans>
      </Alert>
    </>
  );
}

function useRestore() {
  const { t } = useLingui();
  const toast = useToast();
  const showErrorToast = useErrorToast();
  const queries = useQueryClient();
  const { call, key } = useWorld();
  return useMutation({
    mutationFn: (snapshot: string) => call("restoreSnapshot", { snapshot }),
    onSuccess: () => toast(t`The snapshot is restored.`),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey: key() }),
  });
}

function SaveForm() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { call, key } = useWorld();
  const save = async (snapshot: string) => {
    await call("saveSnapshot", { snapshot });
    await queries.invalidateQueries({ queryKey: key("snapshots") });
  };
  return (
    <NameForm label={t`Name of a snapshot`} onSubmit={save}>
      <Trans>Save</Trans>
    </NameForm>
  );
}
