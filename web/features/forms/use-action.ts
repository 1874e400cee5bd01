/** An action that a single click starts. Afterwards queries are refetched; a failure is shown as a toast. */
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { useErrorToast } from "../rights/use-error-message.ts";

export interface Action<T> {
  readonly busy: boolean;
  readonly start: (input: T) => void;
}

/** @param staleQueries - the queries to refetch after the action */
export function useAction<T>(action: (input: T) => Promise<unknown>, staleQueries: QueryKey): Action<T> {
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { isPending, mutate } = useMutation({
    mutationFn: action,
    onError: showErrorToast,
    onSettled: () => refetchAfterChange(queries, staleQueries),
  });
  return { busy: isPending, start: mutate };
}
