/** A badge with a member's role. Owners and administrators have their own title, if one is set. */
import { useLingui } from "@lingui/react/macro";
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { classes } from "../../ui/classes.ts";

export function RoleBadge({ member }: { readonly member: ChatMember }) {
  const { t } = useLingui();
  const title = typeof member["custom_title"] === "string" ? member["custom_title"] : "";
  const labels = { creator: t`Owner`, administrator: t`Administrator`, restricted: t`Restricted`, kicked: t`Banned` };
  const { status } = member;
  if (status === "member" || status === "left") return null;
  const isAbove = status === "creator" || status === "administrator";
  return (
    <span
      className={classes(
        "max-w-36 shrink-0 truncate rounded-full px-2 py-0.5 text-xs font-medium",
        isAbove ? "bg-selected text-accent" : "bg-danger-fill/12 text-danger",
      )}
      dir="auto"
    >
      {isAbove && title !== "" ? title : labels[status]}
    </span>
  );
}
