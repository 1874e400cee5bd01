/** The code that this session shows to another device: renewed while the page is open, and ended when it is left. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../../../core/client/context.tsx";

/** A code is valid for a minute. */
const RENEW_MS = 50_000;
/** A page that somebody has left open shows codes for less than ten minutes. */
const MAX_ROUNDS = 10;

export interface ShownCode {
  /** `undefined` while the first one is made, and when no more are made. */
  readonly code: string | undefined;
  readonly error: Error | null;
  /** Whether no more codes are made until `restart`. */
  readonly isPaused: boolean;
  readonly restart: () => void;
}

export function useShownCode(): ShownCode {
  const { api, ports } = useClient();
  const { clock } = ports;
  const [{ start, round }, setRound] = useState({ start: 0, round: 0 });
  const isPaused = round >= MAX_ROUNDS;
  const { data, error } = useQuery({
    queryKey: ["shown device code", start, round],
    queryFn: () => api.call("showDeviceCode", {}),
    enabled: !isPaused,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => (data ? clock.after(RENEW_MS, () => setRound(nextRound)) : undefined), [clock, data]);
  const code = isPaused ? undefined : data?.code;
  const last = useRef(code);
  useEffect(() => {
    last.current = code;
  }, [code]);
  useEffect(
    () => () => {
      // Without an answer, the code expires by itself.
      if (last.current !== undefined) void api.call("hideDeviceCode", { code: last.current }).catch(() => {});
    },
    [api],
  );
  return { code, error, isPaused, restart: () => setRound(nextStart) };
}

interface Round {
  /** The times that the person has asked for codes. */
  readonly start: number;
  /** The codes since. */
  readonly round: number;
}

function nextRound({ start, round }: Round): Round {
  return { start, round: round + 1 };
}

function nextStart({ start }: Round): Round {
  return { start: start + 1, round: 0 };
}
