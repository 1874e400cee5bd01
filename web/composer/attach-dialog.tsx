/** Files that were picked, pasted or dropped, before they are sent: as what they are, or as plain files. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { FileText, Film, Music } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import type { PickedKind } from "../model/outgoing.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { kindOfFile, pick } from "./pick.ts";

interface AttachDialogProps {
  readonly files: readonly File[];
  readonly chat_id: number;
  readonly reply_to: Message | undefined;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

export function AttachDialog({ files, chat_id, reply_to, onClose, onSent }: AttachDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={files.length > 0} onClose={onClose} title={t`Send files`}>
      {files.length > 0 && (
        <AttachForm files={files} chat_id={chat_id} reply_to={reply_to} onClose={onClose} onSent={onSent} />
      )}
    </Dialog>
  );
}

function AttachForm({ files, chat_id, reply_to, onClose, onSent }: AttachDialogProps) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const [plain, setPlain] = useState(false);
  const [caption, setCaption] = useState("");
  const mixed = files.some((file) => kindOfFile(file) !== "document");
  const send = async () => {
    onClose();
    for (const [index, file] of files.entries()) {
      const picked = await pick(file, plain ? "document" : kindOfFile(file));
      const first = index === 0;
      const reply = first && reply_to ? { reply_to } : {};
      outbox.send(chat_id, { text: first ? caption.trim() : "", file: picked, ...reply });
    }
    onSent();
  };
  return (
    <form
      className="flex min-h-0 flex-col gap-4 px-5 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ul className="flex min-h-0 flex-col gap-2 overflow-y-auto" tabIndex={0} aria-label={t`Files`}>
        {files.map((file, index) => (
          <FileLine key={index} file={file} kind={plain ? "document" : kindOfFile(file)} />
        ))}
      </ul>
      {mixed && (
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 accent-(--accent-fill)"
            checked={plain}
            onChange={(event) => setPlain(event.target.checked)}
          />
          <Trans>Send without compression, as files</Trans>
        </label>
      )}
      <Field
        label={t`Caption`}
        value={caption}
        onChange={(event) => setCaption(event.target.value)}
        maxLength={1024}
        autoComplete="off"
        autoFocus
        dir={caption === "" ? undefined : "auto"}
      />
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Plural value={files.length} one="Send # file" other="Send # files" />
        </Button>
      </div>
    </form>
  );
}

interface FileLineProps {
  readonly file: File;
  readonly kind: PickedKind;
}

function FileLine({ file, kind }: FileLineProps) {
  const format = useFormat();
  const Icon = kind === "video" ? Film : kind === "audio" ? Music : FileText;
  return (
    <li className="flex items-center gap-3">
      {kind === "photo" ? (
        <Thumbnail file={file} />
      ) : (
        <span className="grid size-14 shrink-0 place-items-center rounded-xl bg-selected text-accent">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate font-medium">{file.name}</span>
        <span className="text-sm text-soft">{format.size(file.size)}</span>
      </span>
    </li>
  );
}

function Thumbnail({ file }: { readonly file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img src={address} alt="" className="size-14 shrink-0 rounded-xl object-cover" />;
}
