/** The query of the user's second factors. Two sections of the settings change them. */
import { useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";

export const SECOND_FACTOR = ["second factor"];

/** Fetches what a new second factor changes: the query, and the profile, which tells until when one has to be set up. */
export function useRefetchSecondFactor(): () => Promise<void> {
  const { session } = useClient();
  const queries = useQueryClient();
  return async () => {
    await Promise.all([refetchAfterChange(queries, SECOND_FACTOR), session.loadSession()]);
  };
}
