/** What a screen reader says of a message: who, what, when, and what became of it. */
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../i18n/format.ts";
import { usePreview } from "../message/preview.ts";
import { speakerOf } from "../model/names.ts";
import type { PostRow } from "../model/rows.ts";

export function useLabel(): (row: PostRow) => string {
  const { t } = useLingui();
  const preview = usePreview();
  const format = useFormat();
  return (row) => {
    const [message] = row.messages;
    const parts = [row.own ? t`You` : speakerOf(message).name];
    if (message.reply_to_message) {
      const name = speakerOf(message.reply_to_message).name;
      parts.push(t`in reply to ${name}`);
    }
    parts.push(preview(message).text, format.time(message.date));
    if (message.edit_date !== undefined) parts.push(t`edited`);
    if (row.outgoing) parts.push(row.outgoing.state === "failed" ? t`not sent` : t`sending`);
    return parts.join(", ");
  };
}
