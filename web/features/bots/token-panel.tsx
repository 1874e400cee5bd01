/** Shows a bot's token, once, with a sample program that uses it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BOT_PROGRAMS } from "@heliogram/shared/bot-programs.ts";
import { useId, useRef, useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { CopyButton, CopyField, CopyFailedNote } from "../../ui/clipboard/copy-field.tsx";
import { useLocalAddressHint } from "../../ui/clipboard/local-address-hint.ts";

interface TokenPanelProps {
  readonly made: ResultOf<"createBot">;
  readonly onDone: () => void;
}

export function TokenPanel({ made: { token, base_url }, onDone }: TokenPanelProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pb-5">
      <CopyField label={t`Token`} text={token} />
      <p className="text-sm text-soft">
        <Trans>
          Whoever has the token is the bot. Keep it like a password: it is shown this once, and a lost one is replaced
          by a new one.
        </Trans>
      </p>
      <SamplePrograms base_url={base_url} />
      <Button onClick={onDone} className="shrink-0 self-end">
        <Trans>I have the token</Trans>
      </Button>
    </div>
  );
}

function SamplePrograms({ base_url }: { readonly base_url: string }) {
  const { t } = useLingui();
  const id = useId();
  const [library, setLibrary] = useState(BOT_PROGRAMS[0]!.library);
  const program = BOT_PROGRAMS.find((each) => each.library === library)!;
  const code = program.code(base_url);
  const note = useLocalAddressHint(base_url);
  const pre = useRef<HTMLPreElement>(null);
  const [refused, setRefused] = useState(false);
  const select = () => {
    setRefused(true);
    pre.current?.focus();
    getSelection()?.selectAllChildren(pre.current!);
  };
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t`An echo bot to begin with, in`}
        hint={t`It finds its token in the environment, as BOT_TOKEN.`}
        value={library}
        onChoose={setLibrary}
        choices={BOT_PROGRAMS.map((each) => ({ value: each.library, label: each.library }))}
      />
      <div className="flex flex-col gap-2 rounded-xl border border-line bg-canvas p-3">
        <span id={id} className="sr-only">
          <Trans>Program</Trans>
        </span>
        <pre
          ref={pre}
          dir="ltr"
          tabIndex={0}
          aria-labelledby={id}
          className="max-h-56 overflow-auto font-mono text-xs leading-5"
        >
          <code>{code}</code>
        </pre>
        {refused && <CopyFailedNote />}
        <CopyButton text={code} className="min-h-9 self-end" onRefused={select} />
        {note !== undefined && <p className="text-sm text-soft">{note}</p>}
      </div>
    </div>
  );
}
