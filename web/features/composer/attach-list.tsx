/** The files of the dialog in the layout of the sent message: pictures as an album, others as lines. */
import { useLingui } from "@lingui/react/macro";
import type { Picked } from "../../core/actions/outbox.ts";
import { ALBUM_WIDTH, albumLayout, type Cell } from "../../core/model/media/album-layout.ts";
import type { FileError } from "../../core/model/media/file-limits.ts";
import { useFormat } from "../../i18n/format.ts";
import { classes } from "../../ui/classes.ts";
import { FileIcon } from "../../ui/display/file-icon.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { AttachItem, type ItemControls } from "./attach-item.tsx";
import type { PickedItem } from "./use-picked-files.ts";

interface AttachListProps {
  readonly picks: readonly PickedItem[];
  readonly batches: readonly (readonly Picked[])[];
  /** Why files cannot be sent, by their object URLs. */
  readonly unfit: ReadonlyMap<string, FileError>;
  /** Moves an item to the position of another. */
  readonly onMove: (key: string, other: string) => void;
  readonly onRemove: (key: string) => void;
}

export function AttachList({ picks, batches, unfit, onMove, onRemove }: AttachListProps) {
  const { t } = useLingui();
  const controlsOf = (picked: Picked): ItemControls => {
    const at = picks.findIndex((each) => each.picked.address === picked.address);
    const key = picks[at]!.key;
    return {
      id: key,
      name: picked.name,
      first: at === 0,
      last: at === picks.length - 1,
      onStep(by) {
        const other = picks[at + by];
        if (other) onMove(key, other.key);
      },
      onToStart: () => onMove(key, picks[0]!.key),
      onDropItem: (other) => onMove(other, key),
      onRemove: () => onRemove(key),
    };
  };
  return batches.map((batch, index) => {
    const items = batch.map((picked) => ({ picked, controls: controlsOf(picked) }));
    const pictures = batch.every(isPicture);
    return (
      <ul
        key={index}
        ref={pictures ? undefined : arrowList}
        aria-label={pictures ? t`Album` : t`Files`}
        className={pictures ? "" : "flex flex-col gap-2"}
      >
        {pictures ? <Pictures items={items} unfit={unfit} /> : <FileLines items={items} unfit={unfit} />}
      </ul>
    );
  });
}

function isPicture({ kind }: Picked): boolean {
  return kind === "photo" || kind === "video" || kind === "animation";
}

interface ItemsProps {
  readonly items: readonly { readonly picked: Picked; readonly controls: ItemControls }[];
  readonly unfit: ReadonlyMap<string, FileError>;
}

function Pictures({ items, unfit }: ItemsProps) {
  const { ratio, cells } = albumLayout(
    items.map(({ picked }) => ({ width: picked.width ?? 0, height: picked.height ?? 0 })),
  );
  return (
    <li className="list-none">
      <ul
        ref={arrowList}
        className="relative mx-auto max-w-full overflow-hidden rounded-xl"
        style={{ width: ALBUM_WIDTH, aspectRatio: String(ratio) }}
      >
        {items.map(({ picked, controls }, index) => (
          <AttachItem
            key={controls.id}
            controls={controls}
            overlaid
            className="absolute"
            style={cellStyle(cells[index]!)}
          >
            <Preview picked={picked} />
            <Refused
              unfit={unfit.get(picked.address)}
              className="absolute inset-x-1 bottom-1 rounded-md bg-surface px-1"
            />
          </AttachItem>
        ))}
      </ul>
    </li>
  );
}

function cellStyle({ x, y, width, height }: Cell) {
  const share = (part: number) => `${part * 100}%`;
  return { insetInlineStart: share(x), top: share(y), width: share(width), height: share(height) };
}

function Preview({ picked: { kind, address } }: { readonly picked: Picked }) {
  const className = "size-full bg-shade object-cover";
  if (kind !== "video") return <img src={address} alt="" draggable={false} className={className} />;
  return (
    <video
      src={`${address}#t=0.5`}
      aria-hidden
      tabIndex={-1}
      muted
      playsInline
      preload="metadata"
      className={className}
    />
  );
}

function FileLines({ items, unfit }: ItemsProps) {
  const format = useFormat();
  return items.map(({ picked, controls }) => (
    <AttachItem key={controls.id} controls={controls} className="flex items-center gap-3">
      <span className="size-12 shrink-0">
        <FileIcon name={picked.name} mime_type={picked.mime_type} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" dir="auto">
          {picked.name}
        </span>
        <span className="block text-sm text-soft">{format.size(picked.size)}</span>
        <Refused unfit={unfit.get(picked.address)} className="" />
      </span>
    </AttachItem>
  ));
}

function Refused({ unfit, className }: { readonly unfit: FileError | undefined; readonly className: string }) {
  const { t } = useLingui();
  const format = useFormat();
  if (unfit === undefined) return null;
  const most = unfit === "empty" ? "" : format.size(unfit.limit);
  return (
    <span role="alert" className={classes("block text-sm text-danger", className)}>
      {unfit === "empty" ? t`This file is empty` : t`Too large: this service takes at most ${most}`}
    </span>
  );
}
