/** A controlled search field that reports each keystroke. */
import { Search } from "lucide-react";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

export function SearchField({ label, value, onChange, autoFocus = false }: SearchFieldProps) {
  return (
    <div className="m-1 flex items-center gap-2.5 rounded-full bg-hover px-4 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Search aria-hidden className="size-4.5 shrink-0 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 min-w-0 flex-1 bg-transparent outline-none placeholder:text-soft"
      />
    </div>
  );
}
