/** Downloads the chat as an archive, for its owner. */
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useClient } from "../../core/client/context.tsx";
import { useArchive } from "../forms/use-archive.ts";
import { Row } from "../../ui/layout/row.tsx";
import { useChatRow } from "./chat-row-context.ts";
import { Card } from "./panel.tsx";

export function ExportCard() {
  const { api } = useClient();
  const { chat, member } = useChatRow();
  const { start } = useArchive(() => api.call("exportChat", { chat_id: chat.id }));
  if (member?.status !== "creator") return null;
  return (
    <Card note={<Trans>Members, messages and files, as JSON and as pages that open without a network.</Trans>}>
      <Row icon={<Download aria-hidden />} onSelect={() => start(undefined)}>
        <Trans>Download an archive</Trans>
      </Row>
    </Card>
  );
}
