/** Goes to a message, wherever in the chat it is, and shows for a moment which one it is. */
import { useEffect, useState } from "react";
import { useClient } from "../client/context.tsx";
import { useSteady } from "../client/use-steady.ts";
import type { Row } from "../model/rows.ts";
import { useFollowOwn } from "./use-follow-own.ts";

interface GoToInput {
  readonly chat_id: number;
  /** Where somebody outside the list wants to go. */
  readonly wanted: Target | undefined;
  readonly rows: readonly Row[];
  readonly scrollTo: (key: string, align?: "start" | "center" | "auto") => void;
}

/** A message that is to be gone to; each one is gone to once. */
export interface Target {
  readonly message_id: number;
}

export interface GoTo {
  /** The key of the row to be shown. */
  readonly flash: string | undefined;
  /** Always the same function. */
  readonly go: (message_id: number) => void;
  readonly latest: () => void;
}

const FLASH_MS = 1600;
const NEWEST = "newest";

export function useGoTo({ chat_id, wanted, rows, scrollTo }: GoToInput): GoTo {
  const { history, store, ports } = useClient();
  const [target, setTarget] = useState<number | typeof NEWEST>();
  const [flash, setFlash] = useState<string>();

  // The stretch around the place may have to come first: then the rows are others, and this is looked at again.
  useEffect(() => {
    if (target === undefined) return;
    const row = target === NEWEST ? rows.at(-1) : rows.find((each) => holds(each, target));
    if (!row) return;
    setTarget(undefined);
    scrollTo(row.key, target === NEWEST ? "auto" : "center");
    if (target !== NEWEST) setFlash(row.key);
  }, [target, rows, scrollTo]);

  useEffect(
    () => (flash === undefined ? undefined : ports.clock.after(FLASH_MS, () => setFlash(undefined))),
    [flash, ports],
  );

  const go = useSteady((message_id: number) => {
    setTarget(message_id);
    if (rows.some((row) => holds(row, message_id))) return;
    void history.openHistory(chat_id, message_id).catch(() => setTarget(undefined));
  });
  useEffect(() => {
    if (wanted) go(wanted.message_id);
  }, [wanted, go]);

  const latest = () => {
    if (store.getState().histories[chat_id]?.reachesEnd) setTarget(NEWEST);
    else
      void history.openHistory(chat_id).then(
        () => setTarget(NEWEST),
        () => {},
      );
  };
  useFollowOwn(chat_id, latest);
  return { flash, go, latest };
}

function holds(row: Row, message_id: number): boolean {
  if (row.kind === "post") return row.messages.some((message) => message.message_id === message_id);
  return row.kind === "service" && row.message.message_id === message_id;
}
