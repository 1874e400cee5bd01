/** The filters of a message search: sender, kind of message, first and last day. */
import { useLingui } from "@lingui/react/macro";
import { Select } from "../../ui/forms/choice.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useFileKindLabels } from "../message/use-file-kind-labels.ts";
import type { SearchedKind, Search } from "./search.ts";

/** A sender to filter by. */
export interface SenderOption {
  readonly id: number;
  readonly name: string;
}

export type SearchFilters = Pick<Search, "from_id" | "kind" | "first" | "last">;

interface FiltersProps {
  readonly id: string;
  readonly value: SearchFilters;
  readonly senders: readonly SenderOption[];
  readonly onChange: (value: SearchFilters) => void;
}

const ANY = "";

export function Filters({ id, value, senders, onChange }: FiltersProps) {
  const { t } = useLingui();
  const kinds = useKinds();
  const { from_id, kind, first, last } = value;
  const set = <K extends keyof SearchFilters>(name: K, chosen: SearchFilters[K] | undefined) => {
    const { [name]: _, ...others } = value;
    onChange(chosen === undefined ? others : { ...others, [name]: chosen });
  };
  return (
    <div id={id} role="group" aria-label={t`Narrow the search`} className="@container">
      <div className="grid grid-cols-2 gap-2 @2xl:grid-cols-4">
        <Select
          label={t`From`}
          value={from_id === undefined ? ANY : String(from_id)}
          onChoose={(chosen) => set("from_id", chosen === ANY ? undefined : Number(chosen))}
          choices={[
            { value: ANY, label: t`Anyone` },
            ...senders.map((sender) => ({ value: String(sender.id), label: sender.name })),
          ]}
        />
        <Select<SearchedKind | typeof ANY>
          label={t`Kind`}
          value={kind ?? ANY}
          onChoose={(chosen) => set("kind", chosen === ANY ? undefined : chosen)}
          choices={[{ value: ANY, label: t`Everything` }, ...kinds]}
        />
        <TextField
          type="date"
          label={t`First day`}
          value={first ?? ""}
          max={last}
          onChange={({ target }) => set("first", target.value || undefined)}
        />
        <TextField
          type="date"
          label={t`Last day`}
          value={last ?? ""}
          min={first}
          onChange={({ target }) => set("last", target.value || undefined)}
        />
      </div>
    </div>
  );
}

function useKinds(): { readonly value: SearchedKind; readonly label: string }[] {
  const { t } = useLingui();
  const labels: Readonly<Record<SearchedKind, string>> = {
    ...useFileKindLabels(),
    link: t`Links`,
    location: t`Places`,
    contact: t`Contacts`,
  };
  return Object.entries(labels).map(([value, label]) => ({ value: value as SearchedKind, label }));
}
