/** Another draft of the open chat or topic, written on another screen at the same time: it is used, added or discarded. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient, useClientState } from "../../core/client/context.tsx";
import type { Place } from "../../core/model/chats/place.ts";
import type { ConflictDecision } from "../../core/actions/drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { focusComposer } from "./focus.ts";

export function OtherDraft({ place }: { readonly place: Place }) {
  const { t } = useLingui();
  const { drafts } = useClient();
  const other = useClientState((state) => state.draft_conflicts[place]?.content.text);
  if (other === undefined) return null;
  const decide = (decision: ConflictDecision) => () => {
    drafts.resolveConflict(place, decision);
    focusComposer();
  };
  return (
    <section aria-label={t`Your other draft`} className="flex flex-col gap-1 px-2.5 pt-2 text-sm">
      <p role="status" className="font-semibold text-accent">
        <Trans>You also wrote this here, on another device or in another tab:</Trans>
      </p>
      <p
        dir="auto"
        tabIndex={0}
        className="max-h-24 overflow-y-auto border-s-2 border-accent ps-2 wrap-anywhere whitespace-pre-wrap"
      >
        {other}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="plain" onClick={decide("discard")}>
          <Trans>Discard it</Trans>
        </Button>
        <Button variant="plain" onClick={decide("use")}>
          <Trans>Use it instead</Trans>
        </Button>
        <Button onClick={decide("add")}>
          <Trans>Add it to mine</Trans>
        </Button>
      </div>
    </section>
  );
}
