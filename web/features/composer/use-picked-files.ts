/**
 * The files in the attach dialog: reads them one by one, keeps their order, and revokes the object URLs of files that
 * are not sent.
 */
import { useEffect, useRef, useState } from "react";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Picked } from "../../core/actions/outbox.ts";
import { kindOfFile, readPickedFile } from "./picked-file.ts";

export interface PickedItem {
  /** Identifies the item in the list. */
  readonly key: string;
  readonly picked: Picked;
}

export interface PickedFiles {
  readonly picks: readonly PickedItem[];
  /** Whether files are still being read. */
  readonly busy: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  /** Moves an item to the position of another. */
  readonly move: (key: string, other: string) => void;
  /** From now on the outbox is responsible for the object URLs of these files. */
  readonly releaseToOutbox: (sent: readonly PickedItem[]) => void;
}

export function usePickedFiles(limits: MediaLimits | undefined): PickedFiles {
  const [picks, setPicks] = useState<readonly PickedItem[]>([]);
  const [reading, setReading] = useState(0);
  const count = useRef(0);
  const objectUrls = useObjectUrls();

  const add = async (files: readonly File[]) => {
    setReading((before) => before + 1);
    for (const file of files) {
      const picked = await readPickedFile(file, await kindOfFile(file, limits));
      objectUrls.current.add(picked.address);
      const key = `${count.current++}`;
      setPicks((before) => [...before, { key, picked }]);
    }
    setReading((before) => before - 1);
  };
  return {
    picks,
    busy: reading > 0,
    add: (files) => void add(files),
    remove(key) {
      const removed = picks.find((each) => each.key === key);
      if (removed) revoke(objectUrls.current, removed.picked.address);
      setPicks((before) => before.filter((each) => each.key !== key));
    },
    move: (key, other) => setPicks((before) => movePick(before, key, other)),
    releaseToOutbox(sent) {
      for (const { picked } of sent) objectUrls.current.delete(picked.address);
    },
  };
}

function movePick(picks: readonly PickedItem[], key: string, other: string): readonly PickedItem[] {
  const from = picks.findIndex((each) => each.key === key);
  const to = picks.findIndex((each) => each.key === other);
  if (from < 0 || to < 0) return picks;
  return picks.toSpliced(from, 1).toSpliced(to, 0, picks[from]!);
}

function revoke(objectUrls: Set<string>, url: string): void {
  objectUrls.delete(url);
  URL.revokeObjectURL(url);
}

/** The object URLs that this dialog has to revoke. It revokes them when it is closed. */
function useObjectUrls(): { readonly current: Set<string> } {
  const objectUrls = useRef(new Set<string>());
  useEffect(() => {
    const addresses = objectUrls.current;
    return () => {
      for (const url of addresses) revoke(addresses, url);
    };
  }, []);
  return objectUrls;
}
