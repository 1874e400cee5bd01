/** A paged list with a search field above it. */
import type { QueryKey } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { PagedList, type PagedListProps } from "./paged-list.tsx";
import { SearchField } from "./search-field.tsx";
import { usePages, type Page } from "./use-pages.ts";

interface SearchedListProps<T> extends Omit<PagedListProps<T>, "pages"> {
  /** The query key under which the list is cached. */
  readonly cacheKey: QueryKey;
  /** The label of the search field. */
  readonly search: string;
  /** What narrows the list further, below the search field. */
  readonly filter?: ReactNode;
  /** Shown if there is nothing at all, without a search. */
  readonly none?: ReactNode;
  readonly find: (page: Page<"after"> & { readonly query: string }) => Promise<readonly T[]>;
}

export function SearchedList<T>({ cacheKey, search, filter, find, none, ...list }: SearchedListProps<T>) {
  const [query, setQuery] = useState("");
  const pages = usePages([...cacheKey, query], "after", (page) => find({ query, ...page }), list.keyOf);
  return (
    <>
      <SearchField label={search} onSearch={setQuery} />
      {filter}
      <PagedList {...list} pages={pages} empty={query === "" ? (none ?? list.empty) : list.empty} />
    </>
  );
}
