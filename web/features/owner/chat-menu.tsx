/** The owner's actions on any group or channel: an archive, and a legal hold. */
import { Trans } from "@lingui/react/macro";
import type { ChatEntry } from "@heliogram/shared/wire.ts";
import { Archive, Download } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { closed } from "../../core/model/people/names.ts";
import { useArchive } from "../forms/use-archive.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { HoldDialog } from "./hold-dialog.tsx";
import { SubjectMenu } from "./subject-menu.tsx";

export function ChatMenu({ chat: { id, title } }: { readonly chat: ChatEntry }) {
  const { api } = useClient();
  const [isHolding, setHolding] = useState(false);
  const { start } = useArchive(() => api.call("exportAnyChat", { chat_id: id }));
  const name = closed(title);
  return (
    <>
      <SubjectMenu name={name}>
        <MenuItem icon={<Download aria-hidden />} onSelect={() => start(undefined)}>
          <Trans>Download an archive</Trans>
        </MenuItem>
        <MenuItem icon={<Archive aria-hidden />} onSelect={() => setHolding(true)}>
          <Trans>Put under hold</Trans>
        </MenuItem>
      </SubjectMenu>
      <HoldDialog open={isHolding} name={name} subject={{ chat_id: id }} onClose={() => setHolding(false)} />
    </>
  );
}
