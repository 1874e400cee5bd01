/** The files of the dialog as they will arrive: pictures as their album, the others in lines; each can be moved. */
import { useLingui } from "@lingui/react/macro";
import type { Picked } from "../actions/outbox.ts";
import { ALBUM_WIDTH, albumLayout, type Cell } from "../model/album-layout.ts";
import type { Unfit } from "../model/file-limits.ts";
import { useFormat } from "../i18n/format.ts";
import { classes } from "../ui/classes.ts";
import { FileIcon } from "../ui/file-icon.tsx";
import { AttachItem, type Moving } from "./attach-item.tsx";
import type { Pick } from "./use-picks.ts";

interface AttachListProps {
  readonly picks: readonly Pick[];
  readonly batches: readonly (readonly Picked[])[];
  /** Files that cannot be sent, by their addresses. */
  readonly unfit: ReadonlyMap<string, Unfit>;
  /** Puts one in the place of another. */
  readonly onMove: (key: string, other: string) => void;
  readonly onRemove: (key: string) => void;
}

export function AttachList({ picks, batches, unfit, onMove, onRemove }: AttachListProps) {
  const { t } = useLingui();
  const moving = (picked: Picked): Moving => {
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
      onTake: (other) => onMove(other, key),
      onRemove: () => onRemove(key),
    };
  };
  return batches.map((batch, index) => {
    const items = batch.map((picked) => ({ picked, moving: moving(picked) }));
    const pictures = batch.every(isPicture);
    return (
      <ul key={index} aria-label={pictures ? t`Album` : t`Files`} className={pictures ? "" : "flex flex-col gap-2"}>
        {pictures ? <Pictures items={items} unfit={unfit} /> : <Lines items={items} unfit={unfit} />}
      </ul>
    );
  });
}

function isPicture({ kind }: Picked): boolean {
  return kind === "photo" || kind === "video" || kind === "animation";
}

interface ItemsProps {
  readonly items: readonly { readonly picked: Picked; readonly moving: Moving }[];
  readonly unfit: ReadonlyMap<string, Unfit>;
}

function Pictures({ items, unfit }: ItemsProps) {
  const { ratio, cells } = albumLayout(
    items.map(({ picked }) => ({ width: picked.width ?? 0, height: picked.height ?? 0 })),
  );
  return (
    <li className="list-none">
      <ul
        className="relative mx-auto max-w-full overflow-hidden rounded-xl"
        style={{ width: ALBUM_WIDTH, aspectRatio: String(ratio) }}
      >
        {items.map(({ picked, moving }, index) => (
          <AttachItem key={moving.id} moving={moving} over className="absolute" style={placeOf(cells[index]!)}>
            <Preview picked={picked} />
            <Refused
              why={unfit.get(picked.address)}
              className="absolute inset-x-1 bottom-1 rounded-md bg-surface px-1"
            />
          </AttachItem>
        ))}
      </ul>
    </li>
  );
}

function placeOf({ x, y, width, height }: Cell) {
  const share = (part: number) => `${part * 100}%`;
  return { insetInlineStart: share(x), top: share(y), width: share(width), height: share(height) };
}

function Preview({ picked: { kind, address } }: { readonly picked: Picked }) {
  const look = "size-full bg-shade object-cover";
  if (kind !== "video") return <img src={address} alt="" draggable={false} className={look} />;
  return (
    <video src={`${address}#t=0.5`} aria-hidden tabIndex={-1} muted playsInline preload="metadata" className={look} />
  );
}

function Lines({ items, unfit }: ItemsProps) {
  const format = useFormat();
  return items.map(({ picked, moving }) => (
    <AttachItem key={moving.id} moving={moving} className="flex items-center gap-3">
      <span className="size-12 shrink-0">
        <FileIcon name={picked.name} mime_type={picked.mime_type} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" dir="auto">
          {picked.name}
        </span>
        <span className="block text-sm text-soft">{format.size(picked.size)}</span>
        <Refused why={unfit.get(picked.address)} className="" />
      </span>
    </AttachItem>
  ));
}

function Refused({ why, className }: { readonly why: Unfit | undefined; readonly className: string }) {
  const { t } = useLingui();
  const format = useFormat();
  if (why === undefined) return null;
  const most = why === "empty" ? "" : format.size(why.limit);
  return (
    <span role="alert" className={classes("block text-sm text-danger", className)}>
      {why === "empty" ? t`This file is empty` : t`Too large: this service takes at most ${most}`}
    </span>
  );
}
