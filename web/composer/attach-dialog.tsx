/** Files that were picked, pasted or dropped, before they are sent: in which order, and as what. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { Picked } from "../actions/outbox.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { batchesOf } from "../model/batches.ts";
import { readMarkdown } from "../model/markdown.ts";
import { unfitFor, type Unfit } from "../model/file-limits.ts";
import type { Answering } from "../model/quote.ts";
import { useWhyNotSend, type WhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatDetails } from "../store/state.ts";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { ReasonedButton } from "../ui/reasoned-button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AttachList } from "./attach-list.tsx";
import { FileInput } from "./file-input.tsx";
import { asPlainFile } from "./pick.ts";
import { RefusedFiles, type RefusedFile } from "./refused-files.tsx";
import { usePicks, type Pick } from "./use-picks.ts";

interface AttachDialogProps {
  /** Each new list is added to those that are there already; none closes the dialog. */
  readonly files: readonly File[];
  readonly row: ChatDetails;
  readonly answering: Answering;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

export function AttachDialog(props: AttachDialogProps) {
  const { t } = useLingui();
  const open = props.files.length > 0;
  return (
    <Dialog open={open} onClose={props.onClose} title={t`Send files`}>
      {open && <AttachForm {...props} />}
    </Dialog>
  );
}

function AttachForm({ files, row, answering, onClose, onSent }: AttachDialogProps) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const limits = useClientState((state) => state.me?.limits);
  const { picks, busy, add, remove, move, handOver } = usePicks(limits);
  const [plain, setPlain] = useState(false);
  const [caption, setCaption] = useState("");
  const whyNot = useWhyNotSend(row);
  useTaking(files, add);
  const { shown, batches, unfit, refused } = plan(picks, plain, limits, whyNot);
  const reason = useReason(shown, unfit, refused);
  const send = () => {
    if (busy || reason !== undefined) return;
    handOver(shown);
    onClose();
    for (const [index, batch] of batches.entries()) {
      const reply = index === 0 ? answering : {};
      const words = readMarkdown(index === 0 ? caption.trim() : "");
      outbox.send(row.chat.id, { ...words, files: batch, ...reply });
    }
    onSent();
  };
  return (
    <form
      className="flex min-h-0 flex-col gap-4 px-5 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex min-h-24 flex-col gap-3 overflow-y-auto" tabIndex={0} role="group" aria-label={t`Files`}>
        <AttachList picks={shown} batches={batches} unfit={unfit} onMove={move} onRemove={remove} />
        <RefusedFiles refused={refused} onRemove={remove} />
        {busy && <Busy />}
      </div>
      {picks.some(({ picked }) => picked.kind !== "document") && (
        <PlainChoice plain={plain} onChange={setPlain} reason={plain ? undefined : whyNot.kind("document")} />
      )}
      <Caption value={caption} onChange={setCaption} />
      <div className="flex justify-end gap-2">
        <FileInput label={t`Add files`} className="me-auto" onPick={add}>
          <Plus aria-hidden className="size-5" />
        </FileInput>
        <Button look="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ReasonedButton type="submit" reason={reason} busy={busy}>
          <Plural value={Math.max(1, shown.length)} one="Send # file" other="Send # files" />
        </ReasonedButton>
      </div>
    </form>
  );
}

interface CaptionProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Words that go with the files are part of them: they need no right to write. */
function Caption({ value, onChange }: CaptionProps) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Caption`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={1024}
      autoComplete="off"
      autoFocus
      dir={value === "" ? undefined : "auto"}
    />
  );
}

interface Plan {
  /** What is sent. */
  readonly shown: readonly Pick[];
  readonly batches: readonly [Picked, ...Picked[]][];
  /** Files that cannot be sent, by their addresses. */
  readonly unfit: ReadonlyMap<string, Unfit>;
  /** What stays behind because the person may not send such things here. */
  readonly refused: readonly RefusedFile[];
}

/** What becomes of the files: which go together, which cannot go, and which may not. */
function plan(picks: readonly Pick[], plain: boolean, limits: MediaLimits | undefined, whyNot: WhyNotSend): Plan {
  const all = plain ? picks.map((each) => ({ ...each, picked: asPlainFile(each.picked) })) : picks;
  const shown = all.filter(({ picked }) => whyNot.kind(picked.kind) === undefined);
  const refused = all.flatMap(({ key, picked }) => {
    const reason = whyNot.kind(picked.kind);
    return reason === undefined ? [] : [{ key, picked, reason }];
  });
  const batches = batchesOf(shown.map(({ picked }) => picked));
  const unfit = new Map<string, Unfit>();
  for (const batch of batches) {
    for (const picked of batch) {
      const why = unfitFor(picked, batch.length > 1, limits);
      if (why !== undefined) unfit.set(picked.address, why);
    }
  }
  return { shown, batches, unfit, refused };
}

/** Why nothing can be sent as it is. */
function useReason(shown: Plan["shown"], unfit: Plan["unfit"], [refused]: Plan["refused"]): string | undefined {
  const { t } = useLingui();
  if (unfit.size > 0) return t`Take out first what cannot be sent.`;
  return shown.length > 0 ? undefined : (refused?.reason ?? t`Choose a file first.`);
}

function Busy() {
  return (
    <p role="status" className="grid h-20 place-items-center text-soft">
      <Spinner />
      <span className="sr-only">
        <Trans>The files are being looked at</Trans>
      </span>
    </p>
  );
}

/** Each list of files is taken once. */
function useTaking(files: readonly File[], add: (files: readonly File[]) => void): void {
  const [taken, setTaken] = useState<readonly File[]>();
  useEffect(() => {
    if (taken === files) return;
    setTaken(files);
    add(files);
  }, [files, taken, add]);
}

interface PlainChoiceProps {
  readonly plain: boolean;
  readonly onChange: (plain: boolean) => void;
  /** Why files cannot be sent as such. */
  readonly reason: string | undefined;
}

function PlainChoice({ plain, onChange, reason }: PlainChoiceProps) {
  return (
    <CheckLine checked={plain} onChange={onChange} reason={reason}>
      <Trans>Send without compression, as files</Trans>
    </CheckLine>
  );
}
