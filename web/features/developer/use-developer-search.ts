/** The search parameters of the developer's pages. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { withFilter, type DeveloperSearch } from "./search.ts";

export function useDeveloperSearch(): DeveloperSearch {
  return useSearch({ from: "/developer" });
}

/** Selects the oldest entry of a list, if the address asks for that. @param entries - the oldest is the last */
export function useOpenOldest(entries: readonly { readonly id: number }[] | undefined): void {
  const search = useDeveloperSearch();
  const navigate = useNavigate();
  const oldest = search.open ? entries?.at(-1)?.id : undefined;
  useEffect(() => {
    if (oldest === undefined) return;
    void navigate({ to: ".", search: { ...withFilter(search, {}), entry: oldest }, replace: true });
  }, [oldest, search, navigate]);
}
