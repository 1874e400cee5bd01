/** A time that a message names, as its reader writes times. */
import type { ReactNode } from "react";
import { useNow } from "../../core/client/use-now.ts";
import { currentDateStyle } from "../../i18n/date-style.ts";
import { formatDateTime } from "../../i18n/date-time-format.ts";
import { useFormat } from "../../i18n/format.ts";

interface DateTimeProps {
  readonly unix_time: number;
  readonly format: string;
  /** The text of the message, for the empty format. */
  readonly children: ReactNode;
}

export function DateTime({ unix_time, format, children }: DateTimeProps) {
  const { full } = useFormat();
  const now_ms = useNow();
  return (
    <span title={full(unix_time)}>{formatDateTime(currentDateStyle(), unix_time, format, now_ms) ?? children}</span>
  );
}
