/** The search parameters of the developer's pages. */
import { useSearch } from "@tanstack/react-router";
import type { DeveloperSearch } from "./search.ts";

export function useDeveloperSearch(): DeveloperSearch {
  return useSearch({ from: "/developer" });
}
