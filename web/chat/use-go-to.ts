/** Goes to a message, wherever in the chat it is, and shows for a moment which one it is. */
import { useEffect, useState } from "react";
import { useClient } from "../client/context.tsx";
import { useSteady } from "../client/use-steady.ts";
import type { Row } from "../model/rows.ts";
import { useFollowOwn } from "./use-follow-own.ts";
import type { Scroll } from "./use-scroll.ts";
import { useReturns } from "./use-returns.ts";

interface GoToInput {
  readonly chat_id: number;
  /** Where somebody outside the list wants to go. */
  readonly wanted: Target | undefined;
  readonly rows: readonly Row[];
  readonly scroll: Pick<Scroll, "scrollTo" | "toEnd" | "sight" | "atEnd">;
}

/** A message that is to be gone to; each one is gone to once. */
export interface Target {
  readonly message_id: number;
}

export interface GoTo {
  /** The key of the row to be shown. */
  readonly flash: string | undefined;
  /** Goes to a message, from one that refers to it or from anywhere. Always the same function. */
  readonly go: (message_id: number, from?: number) => void;
  /** Goes back to the message that was left last for one that it refers to, and from the first of these to the newest. */
  readonly down: () => void;
}

const FLASH_MS = 1600;
const NEWEST = "newest";

export function useGoTo({ chat_id, wanted, rows, scroll }: GoToInput): GoTo {
  const { history, store, ports } = useClient();
  const [target, setTarget] = useState<number | typeof NEWEST>();
  const [flash, setFlash] = useState<string>();
  const { scrollTo, toEnd } = scroll;
  const returns = useReturns(chat_id, useSteady(scroll.sight), scroll.atEnd);

  // The stretch around the place may have to come first: then the rows are others, and this is looked at again.
  useEffect(() => {
    if (target === undefined) return;
    if (target === NEWEST) {
      setTarget(undefined);
      toEnd();
      return;
    }
    const row = rows.find((each) => holds(each, target));
    if (!row) return;
    setTarget(undefined);
    scrollTo(row.key, "center");
    setFlash(row.key);
  }, [target, rows, scrollTo, toEnd]);

  useEffect(
    () => (flash === undefined ? undefined : ports.clock.after(FLASH_MS, () => setFlash(undefined))),
    [flash, ports],
  );

  const go = useSteady((message_id: number, from?: number) => {
    if (from !== undefined) returns.leave(from, message_id);
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
  const down = () => {
    const from = returns.next();
    if (from === undefined) latest();
    else go(from);
  };
  return { flash, go, down };
}

function holds(row: Row, message_id: number): boolean {
  if (row.kind === "post") return row.messages.some((message) => message.message_id === message_id);
  return row.kind === "service" && row.message.message_id === message_id;
}
