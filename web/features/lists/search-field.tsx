/** A search field above a list. It reports the query when typing pauses. */
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { classes } from "../../ui/classes.ts";

const DEBOUNCE_MS = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly onSearch: (query: string) => void;
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const { clock } = useClient().ports;
  const [query, setQuery] = useState("");
  useEffect(() => clock.after(DEBOUNCE_MS, () => onSearch(query.trim())), [clock, query, onSearch]);
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3.5 size-4.5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={query}
        maxLength={128}
        onChange={(event) => setQuery(event.target.value)}
        className={classes(INPUT_CLASS, "ps-10")}
      />
    </div>
  );
}
