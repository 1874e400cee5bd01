/** Beside what was found: that there may be more of it, or why there is nothing. */
import { Trans } from "@lingui/react/macro";
import { useSentence } from "../rights/use-sentence.ts";
import type { Found } from "./use-found.ts";

export function FoundNote({ indexing, fault }: Pick<Found, "indexing" | "fault">) {
  const sentence = useSentence();
  return (
    <div role="status" className="empty:hidden">
      {fault !== undefined && <p className="px-3 py-2 text-sm text-danger">{sentence(fault)}</p>}
      {fault === undefined && indexing && (
        <p className="px-3 py-2 text-sm text-soft">
          <Trans>Older messages are still being indexed. Not all of them can be found yet.</Trans>
        </p>
      )}
    </div>
  );
}
