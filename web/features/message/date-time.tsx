/** A time that a message names, as its reader writes times. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import type { ReactNode } from "react";
import { useNow } from "../../core/client/use-now.ts";
import { currentDateStyle } from "../../i18n/date-style.ts";
import { formatDateTime } from "../../i18n/date-time-format.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";

interface DateTimeProps {
  readonly entity: Pick<MessageEntity, "unix_time" | "date_time_format">;
  /** The text of the message, for the empty format. */
  readonly children: ReactNode;
}

export function DateTime({ entity, children }: DateTimeProps) {
  const { unix_time = 0, date_time_format: format = "" } = entity;
  const { full } = useFormat();
  const now_ms = useNow();
  const title = full(unix_time);
  const text = formatDateTime(currentDateStyle(), unix_time, format, now_ms);
  if (text !== undefined) return <Time value={{ text, lang: title.lang }} title={title.text} />;
  return <span title={title.text}>{children}</span>;
}
