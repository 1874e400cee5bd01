/** The files that the user may not send here, each with the reason. They are not sent with the others. */
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { FileIcon } from "../../ui/display/file-icon.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import type { PickedItem } from "./use-picked-files.ts";

export interface RefusedFile extends PickedItem {
  readonly reason: string;
}

interface RefusedFilesProps {
  readonly refused: readonly RefusedFile[];
  readonly onRemove: (key: string) => void;
}

export function RefusedFiles({ refused, onRemove }: RefusedFilesProps) {
  const { t } = useLingui();
  if (refused.length === 0) return null;
  return (
    <ul ref={arrowList} aria-label={t`Not to be sent`} className="flex flex-col gap-2">
      {refused.map(({ key, picked: { name, mime_type }, reason }) => (
        <li key={key} className="flex items-center gap-3">
          <span className="size-12 shrink-0 opacity-55">
            <FileIcon name={name} mime_type={mime_type} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium" dir="auto">
              {name}
            </span>
            <span role="alert" className="block text-sm text-danger">
              {reason}
            </span>
          </span>
          <IconButton label={t`Take out ${name}`} size="small-icon" onClick={() => onRemove(key)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
