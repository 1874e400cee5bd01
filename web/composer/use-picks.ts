/** The files that are about to be sent: looked into one by one, put in order, and let go of if they are not sent. */
import { useEffect, useRef, useState } from "react";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Picked } from "../actions/outbox.ts";
import { kindOfFile, pick } from "./pick.ts";

export interface Pick {
  /** Its name in the list. */
  readonly key: string;
  readonly picked: Picked;
}

export interface Picks {
  readonly picks: readonly Pick[];
  /** Whether files are still being looked into. */
  readonly busy: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  /** Puts one in the place of another. */
  readonly move: (key: string, other: string) => void;
  /** These files now belong to whoever sends them. */
  readonly handOver: (sent: readonly Pick[]) => void;
}

export function usePicks(limits: MediaLimits | undefined): Picks {
  const [picks, setPicks] = useState<readonly Pick[]>([]);
  const [looking, setLooking] = useState(0);
  const count = useRef(0);
  const held = useHeld();

  const add = async (files: readonly File[]) => {
    setLooking((before) => before + 1);
    for (const file of files) {
      const picked = await pick(file, kindOfFile(file, limits));
      held.current.add(picked.address);
      const key = `${count.current++}`;
      setPicks((before) => [...before, { key, picked }]);
    }
    setLooking((before) => before - 1);
  };
  return {
    picks,
    busy: looking > 0,
    add: (files) => void add(files),
    remove(key) {
      const gone = picks.find((each) => each.key === key);
      if (gone) release(held.current, gone.picked.address);
      setPicks((before) => before.filter((each) => each.key !== key));
    },
    move: (key, other) => setPicks((before) => moved(before, key, other)),
    handOver(sent) {
      for (const { picked } of sent) held.current.delete(picked.address);
    },
  };
}

function moved(picks: readonly Pick[], key: string, other: string): readonly Pick[] {
  const from = picks.findIndex((each) => each.key === key);
  const to = picks.findIndex((each) => each.key === other);
  if (from < 0 || to < 0) return picks;
  return picks.toSpliced(from, 1).toSpliced(to, 0, picks[from]!);
}

function release(held: Set<string>, address: string): void {
  held.delete(address);
  URL.revokeObjectURL(address);
}

/** The addresses that were made and not handed over; a dialog that is closed lets go of them. */
function useHeld(): { readonly current: Set<string> } {
  const held = useRef(new Set<string>());
  useEffect(() => {
    const addresses = held.current;
    return () => {
      for (const address of addresses) release(addresses, address);
    };
  }, []);
  return held;
}
