/**
 * The dialog for files that were picked, pasted or dropped: their order, their caption, and whether they are
 * compressed.
 */
import { MAX_CAPTION } from "@heliogram/shared/limits.ts";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { Picked } from "../../core/actions/outbox.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { albumBatches } from "../../core/model/messages/album-batches.ts";
import { readTyped } from "../../core/model/text/typed-text.ts";
import { fileError, type FileError } from "../../core/model/media/file-limits.ts";
import type { ReplyTarget } from "../../core/model/messages/quote.ts";
import { useSendDisabledReasons, type SendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { AttachList } from "./attach-list.tsx";
import { FileButton } from "./file-input.tsx";
import { asPlainFile } from "./picked-file.ts";
import { RefusedFiles, type RefusedFile } from "./refused-files.tsx";
import { usePickedFiles, type PickedItem } from "./use-picked-files.ts";

interface AttachDialogProps {
  /** Each new array is added to the files in the dialog. An empty array closes it. */
  readonly files: readonly File[];
  readonly row: ChatDetails;
  readonly answering: ReplyTarget;
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
  const { outbox, store } = useClient();
  const place = usePlace(row.chat.id);
  const limits = useClientState((state) => state.me?.limits);
  const { picks, busy, add, remove, move, releaseToOutbox } = usePickedFiles(limits);
  const [plain, setPlain] = useState(false);
  const [caption, setCaption] = useState("");
  const disabledReasons = useSendDisabledReasons(row);
  useAddOnce(files, add);
  const { shown, batches, unfit, refused } = planFiles(picks, plain, limits, disabledReasons);
  const reason = useSendDisabledReason(shown, unfit, refused);
  const send = () => {
    if (busy || reason !== undefined) return;
    releaseToOutbox(shown);
    onClose();
    for (const [index, batch] of batches.entries()) {
      const reply = index === 0 ? answering : {};
      const styledCaption = readTyped(index === 0 ? caption.trim() : "", store.getState().markdown);
      outbox.send(place, { ...styledCaption, files: batch, ...reply });
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
        {busy && <ReadingFiles />}
      </div>
      {picks.some(({ picked }) => picked.kind !== "document") && (
        <UncompressedChoice
          plain={plain}
          onChange={setPlain}
          reason={plain ? undefined : disabledReasons.kind("document")}
        />
      )}
      <Caption value={caption} onChange={setCaption} />
      <div className="flex justify-end gap-2">
        <FileButton label={t`Add files`} className="me-auto" onPick={add}>
          <Plus aria-hidden className="size-5" />
        </FileButton>
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ButtonWithReason type="submit" reason={reason} busy={busy}>
          <Plural value={Math.max(1, shown.length)} one="Send # file" other="Send # files" />
        </ButtonWithReason>
      </div>
    </form>
  );
}

interface CaptionProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A caption needs no permission to send text, because it is part of the file's message. */
function Caption({ value, onChange }: CaptionProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Caption`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={MAX_CAPTION}
      autoComplete="off"
      autoFocus
      dir={value === "" ? undefined : "auto"}
    />
  );
}

interface Plan {
  /** The files to send. */
  readonly shown: readonly PickedItem[];
  readonly batches: readonly [Picked, ...Picked[]][];
  /** Why files cannot be sent, by their object URLs. */
  readonly unfit: ReadonlyMap<string, FileError>;
  /** Files that the user has no permission to send here. They are not sent with the others. */
  readonly refused: readonly RefusedFile[];
}

/** Groups the files into messages, and sorts out those that cannot or may not be sent. */
function planFiles(
  picks: readonly PickedItem[],
  plain: boolean,
  limits: MediaLimits | undefined,
  disabledReasons: SendDisabledReasons,
): Plan {
  const all = plain ? picks.map((each) => ({ ...each, picked: asPlainFile(each.picked) })) : picks;
  const shown = all.filter(({ picked }) => disabledReasons.kind(picked.kind) === undefined);
  const refused = all.flatMap(({ key, picked }) => {
    const reason = disabledReasons.kind(picked.kind);
    return reason === undefined ? [] : [{ key, picked, reason }];
  });
  const batches = albumBatches(shown.map(({ picked }) => picked));
  const unfit = new Map<string, FileError>();
  for (const batch of batches) {
    for (const picked of batch) {
      const reason = fileError(picked, batch.length > 1, limits);
      if (reason !== undefined) unfit.set(picked.address, reason);
    }
  }
  return { shown, batches, unfit, refused };
}

/** Why nothing can be sent at the moment. */
function useSendDisabledReason(
  shown: Plan["shown"],
  unfit: Plan["unfit"],
  [refused]: Plan["refused"],
): string | undefined {
  const { t } = useLingui();
  if (unfit.size > 0) return t`Take out first what cannot be sent.`;
  return shown.length > 0 ? undefined : (refused?.reason ?? t`Choose a file first.`);
}

function ReadingFiles() {
  return (
    <p role="status" className="grid h-20 place-items-center text-soft">
      <Spinner />
      <span className="sr-only">
        <Trans>The files are being looked at</Trans>
      </span>
    </p>
  );
}

/** Adds each array of files once. */
function useAddOnce(files: readonly File[], add: (files: readonly File[]) => void): void {
  const [added, setAdded] = useState<readonly File[]>();
  useEffect(() => {
    if (added === files) return;
    setAdded(files);
    add(files);
  }, [files, added, add]);
}

interface UncompressedChoiceProps {
  readonly plain: boolean;
  readonly onChange: (plain: boolean) => void;
  /** Why files cannot be sent uncompressed. */
  readonly reason: string | undefined;
}

function UncompressedChoice({ plain, onChange, reason }: UncompressedChoiceProps) {
  return (
    <Checkbox checked={plain} onChange={onChange} reason={reason}>
      <Trans>Send without compression, as files</Trans>
    </Checkbox>
  );
}
