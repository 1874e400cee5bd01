/** The form for a bot's commands. The order of the rows is the order in which clients offer them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { classes } from "../../ui/classes.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { useEditBot } from "./use-edit-bot.ts";

interface Row {
  /** Identifies a row while its texts change. */
  readonly key: number;
  readonly command: string;
  readonly description: string;
}

export function Commands({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const showToast = useToast();
  const edit = useEditBot(bot.user.id);
  const [rows, setRows] = useState<readonly Row[]>(() => bot.commands.map((each, key) => ({ key, ...each })));
  const form = useForm(async () => {
    await edit({ commands: rows.map(({ command, description }) => ({ command, description })) });
    showToast(t`Saved`);
  });
  const change = (key: number, text: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...text } : row)));
  const most = BOT_LIMITS.commands;
  const limitReason = rows.length >= most ? t`A bot has at most ${most} commands.` : undefined;
  const add = () =>
    setRows([...rows, { key: Math.max(-1, ...rows.map((row) => row.key)) + 1, command: "", description: "" }]);
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-3">
      {rows.length === 0 && (
        <p className="text-soft">
          <Trans>None yet.</Trans>
        </p>
      )}
      <ul className="flex flex-col gap-3 empty:hidden">
        {rows.map((row, i) => (
          <CommandRow
            key={row.key}
            place={i + 1}
            row={row}
            onChange={(text) => change(row.key, text)}
            onRemove={() => setRows(rows.filter((each) => each !== row))}
          />
        ))}
      </ul>
      <FormError error={form.error} />
      <div className="flex justify-between gap-2">
        <ButtonWithReason variant="soft" onClick={add} reason={limitReason}>
          <Plus aria-hidden className="size-4" />
          <Trans>Add a command</Trans>
        </ButtonWithReason>
        <Button type="submit" disabled={form.busy}>
          <Trans>Save commands</Trans>
        </Button>
      </div>
    </form>
  );
}

interface CommandRowProps {
  readonly place: number;
  readonly row: Row;
  readonly onChange: (text: Partial<Row>) => void;
  readonly onRemove: () => void;
}

function CommandRow({ place, row, onChange, onRemove }: CommandRowProps) {
  const { t } = useLingui();
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[10rem_1fr]">
        <div dir="ltr" className="relative">
          <span aria-hidden className="absolute start-3 top-2.5 text-soft">
            /
          </span>
          <input
            aria-label={t`Command ${place}`}
            value={row.command}
            onChange={(event) => onChange({ command: event.target.value })}
            required
            pattern="[a-z0-9_]{1,32}"
            title={t`1 to 32 small Latin letters, digits and underscores`}
            maxLength={BOT_LIMITS.command}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={classes(INPUT_CLASS, "ps-6 font-mono text-sm")}
          />
        </div>
        <input
          aria-label={t`What command ${place} does`}
          placeholder={t`What it does`}
          value={row.description}
          onChange={(event) => onChange({ description: event.target.value })}
          required
          maxLength={BOT_LIMITS.command_description}
          dir="auto"
          autoComplete="off"
          className={INPUT_CLASS}
        />
      </div>
      <IconButton label={t`Take command ${place} away`} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
    </li>
  );
}
