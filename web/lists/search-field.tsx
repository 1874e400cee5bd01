/** Narrows a list down by what is typed, once the typing pauses. */
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "../client/context.tsx";
import { INPUT_LOOK } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";

const PAUSE_MS = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly onSearch: (words: string) => void;
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const { clock } = useClient().ports;
  const [words, setWords] = useState("");
  useEffect(() => clock.after(PAUSE_MS, () => onSearch(words.trim())), [clock, words, onSearch]);
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3.5 size-4.5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={words}
        maxLength={128}
        onChange={(event) => setWords(event.target.value)}
        className={classes(INPUT_LOOK, "ps-10")}
      />
    </div>
  );
}
