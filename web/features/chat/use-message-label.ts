/** The accessible label of a message: sender, content, time and delivery state. */
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../i18n/format.ts";
import { usePreview } from "../message/preview.ts";
import { authorOf } from "../message/external-quote.tsx";
import { senderOf } from "../../core/model/people/names.ts";
import type { PostRow } from "../../core/model/messages/rows.ts";

export function useMessageLabel(): (row: PostRow) => string {
  const { t } = useLingui();
  const preview = usePreview();
  const format = useFormat();
  return (row) => {
    const [message] = row.messages;
    const parts = [row.isOwn ? t`You` : senderOf(message).name];
    if (message.reply_to_message) {
      const name = senderOf(message.reply_to_message).name;
      parts.push(t`in reply to ${name}`);
    }
    if (message.external_reply) {
      const { name } = authorOf(message.external_reply);
      parts.push(t`in reply to ${name}`);
    }
    parts.push(preview(message).text, format.time(message.date).text);
    if (message.edit_date !== undefined) parts.push(t`edited`);
    if (row.outgoing) parts.push(row.outgoing.state === "failed" ? t`not sent` : t`sending`);
    return parts.join(", ");
  };
}
