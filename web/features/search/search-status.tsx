/** The status of a message search: an error, or a note that the index is incomplete. */
import { Trans } from "@lingui/react/macro";
import { useErrorMessage } from "../rights/use-error-message.ts";
import type { SearchResults } from "./use-search-results.ts";

export function SearchStatus({ indexing, error }: Pick<SearchResults, "indexing" | "error">) {
  const errorMessage = useErrorMessage();
  return (
    <div role="status" className="empty:hidden">
      {error !== undefined && <p className="px-3 py-2 text-sm text-danger">{errorMessage(error)}</p>}
      {error === undefined && indexing && (
        <p className="px-3 py-2 text-sm text-soft">
          <Trans>Older messages are still being indexed. Not all of them can be found yet.</Trans>
        </p>
      )}
    </div>
  );
}
