/** What narrows a search: from whom, what kind, between which days. */
import { useLingui } from "@lingui/react/macro";
import { Select } from "../ui/choice.tsx";
import { Field } from "../ui/field.tsx";
import type { FoundKind, Search } from "./search.ts";

/** Somebody whose messages can be asked for. */
export interface Sender {
  readonly id: number;
  readonly name: string;
}

export type Filtering = Pick<Search, "from_id" | "kind" | "first" | "last">;

interface FiltersProps {
  readonly id: string;
  readonly value: Filtering;
  readonly senders: readonly Sender[];
  readonly onChange: (value: Filtering) => void;
}

const ANY = "";

export function Filters({ id, value, senders, onChange }: FiltersProps) {
  const { t } = useLingui();
  const kinds = useKinds();
  const { from_id, kind, first, last } = value;
  const set = <K extends keyof Filtering>(name: K, chosen: Filtering[K] | undefined) => {
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
        <Select<FoundKind | typeof ANY>
          label={t`Kind`}
          value={kind ?? ANY}
          onChoose={(chosen) => set("kind", chosen === ANY ? undefined : chosen)}
          choices={[{ value: ANY, label: t`Everything` }, ...kinds]}
        />
        <Field
          type="date"
          label={t`First day`}
          value={first ?? ""}
          max={last}
          onChange={({ target }) => set("first", target.value || undefined)}
        />
        <Field
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

function useKinds(): { readonly value: FoundKind; readonly label: string }[] {
  const { t } = useLingui();
  const labels: Readonly<Record<FoundKind, string>> = {
    photo: t`Photos`,
    video: t`Videos`,
    animation: t`GIFs`,
    document: t`Files`,
    link: t`Links`,
    audio: t`Audio`,
    voice: t`Voice messages`,
    video_note: t`Video messages`,
    location: t`Places`,
    contact: t`Contacts`,
  };
  return Object.entries(labels).map(([value, label]) => ({ value: value as FoundKind, label }));
}
