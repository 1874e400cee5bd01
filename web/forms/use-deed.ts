/** Something that is done at one press: what the page shows is read anew, and a failure is told in a notice. */
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { readAgain } from "../client/read-again.ts";
import { useComplain } from "../rights/use-sentence.ts";

export interface Deed<T> {
  readonly busy: boolean;
  readonly start: (wish: T) => void;
}

/** @param stale - the queries whose answers are old ones afterwards */
export function useDeed<T>(work: (wish: T) => Promise<unknown>, stale: QueryKey): Deed<T> {
  const queries = useQueryClient();
  const complain = useComplain();
  const { isPending, mutate } = useMutation({
    mutationFn: work,
    onError: complain,
    onSettled: () => readAgain(queries, stale),
  });
  return { busy: isPending, start: mutate };
}
