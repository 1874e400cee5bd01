/** The menu of what an owner can do about a person or a chat. */
import { useLingui } from "@lingui/react/macro";
import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";

/** @param name - of the person or the chat. @param children - the entries */
export function SubjectMenu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { t } = useLingui();
  const label = t`What to do about ${name}`;
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <IconButton label={label} size="small-icon">
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
