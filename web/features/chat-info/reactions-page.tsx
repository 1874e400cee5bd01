/** The reactions that may be added in a group or channel: all, some or none. */
import { Trans, useLingui } from "@lingui/react/macro";
import { REACTIONS } from "@heliogram/shared/reactions.ts";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { Card, Hint, Panel } from "./panel.tsx";
import { useChatInfo } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { useChatAction } from "./use-chat-action.ts";

type Kind = "all" | "some" | "none";

export function ReactionsPage() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const info = useChatInfo(chat.id).data;
  if (info) {
    const before = info.available_reactions?.map(({ emoji }) => emoji);
    return <ReactionsForm key={JSON.stringify(before)} before={before} />;
  }
  return (
    <Panel title={t`Reactions`} parent="overview">
      <Skeleton className="h-40 rounded-2xl" />
    </Panel>
  );
}

/** @param before - the reactions of the chat; all where it is left out */
function ReactionsForm({ before }: { readonly before: readonly string[] | undefined }) {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat, can } = row;
  const { api } = useClient();
  const disabledReason = useDisabledReason();
  const { busy, run } = useChatAction(chat.id);
  const [kind, setKind] = useState<Kind>(before === undefined ? "all" : before.length === 0 ? "none" : "some");
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    new Set(before?.length ? before : REACTIONS.slice(0, 6)),
  );
  const refusal = can?.change_info ? disabledReason(can.change_info, row) : undefined;
  const wanted = kind === "all" ? undefined : kind === "none" ? [] : REACTIONS.filter((emoji) => selected.has(emoji));
  const save = () => {
    const reactions = wanted && { available_reactions: wanted.map((emoji) => ({ type: "emoji" as const, emoji })) };
    return run(() => api.call("setChatReactions", { chat_id: chat.id, ...reactions }), t`Saved`);
  };
  const reason = refusal ?? (wanted?.join() === before?.join() ? t`Nothing has been changed.` : undefined);
  return (
    <Panel
      title={t`Reactions`}
      parent="overview"
      footer={
        <div className="flex">
          <SaveButton reason={reason} busy={busy} onClick={() => void save()} />
        </div>
      }
    >
      {refusal !== undefined && <Hint>{refusal}</Hint>}
      {refusal === undefined && (
        <Card note={<Trans>Reactions that messages have stay.</Trans>}>
          <Select
            className="px-3 py-2"
            label={t`Which reactions may be added?`}
            value={kind}
            onChoose={setKind}
            choices={[
              { value: "all", label: t`All` },
              { value: "some", label: t`Some` },
              { value: "none", label: t`None` },
            ]}
          />
          {kind === "some" && <Choices selected={selected} onChange={setSelected} />}
        </Card>
      )}
    </Panel>
  );
}

interface ChoicesProps {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

function Choices({ selected, onChange }: ChoicesProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Reactions`} className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]">
      {REACTIONS.map((emoji) => (
        <Checkbox
          key={emoji}
          className="rounded-lg px-3 py-2 text-2xl hover:bg-hover"
          checked={selected.has(emoji)}
          onChange={(isOn) =>
            onChange(new Set(isOn ? [...selected, emoji] : [...selected].filter((each) => each !== emoji)))
          }
        >
          {emoji}
        </Checkbox>
      ))}
    </div>
  );
}
