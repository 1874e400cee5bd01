/** The owner's actions on any group or channel: an archive, and a legal hold. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ChatEntry } from "@heliogram/shared/wire.ts";
import { Archive, Download, EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { closed } from "../../core/model/people/names.ts";
import { useArchive } from "../forms/use-archive.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { HoldDialog } from "./hold-dialog.tsx";

export function ChatMenu({ chat: { id, title } }: { readonly chat: ChatEntry }) {
  const { t } = useLingui();
  const { api } = useClient();
  const [isHolding, setHolding] = useState(false);
  const { start } = useArchive(() => api.call("exportAnyChat", { chat_id: id }));
  const name = closed(title);
  return (
    <>
      <Menu
        label={t`What to do about ${name}`}
        align="end"
        trigger={
          <IconButton label={t`What to do about ${name}`} size="small-icon">
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem icon={<Download aria-hidden />} onSelect={() => start(undefined)}>
          <Trans>Download an archive</Trans>
        </MenuItem>
        <MenuItem icon={<Archive aria-hidden />} onSelect={() => setHolding(true)}>
          <Trans>Put under hold</Trans>
        </MenuItem>
      </Menu>
      <HoldDialog open={isHolding} name={name} subject={{ chat_id: id }} onClose={() => setHolding(false)} />
    </>
  );
}
