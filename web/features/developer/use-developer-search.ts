/** The search parameters of the developer's pages. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { DeveloperSearch } from "./search.ts";

export function useDeveloperSearch(): DeveloperSearch {
  return useSearch({ from: "/developer" });
}

/** Selects the oldest entry of a list, if the address asks for that. @param entries - the oldest is the last */
export function useOpenOldest(
  entries: readonly { readonly id: number }[] | undefined,
  isAsked: boolean | undefined,
): void {
  const navigate = useNavigate();
  const oldest = isAsked === true ? entries?.at(-1)?.id : undefined;
  useEffect(() => {
    if (oldest === undefined) return;
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, open: undefined, entry: oldest }),
      replace: true,
    });
  }, [oldest, navigate]);
}
