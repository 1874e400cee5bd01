/** The bar with the number of join requests, for members who may answer them. */
import { Plural } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import type { ChatDetails } from "../../core/store/state.ts";

export function RequestsBar({ row: { chat, join_request_count = 0 } }: { readonly row: ChatDetails }) {
  if (join_request_count === 0) return null;
  return (
    <Link
      to="/chat/$chatId/info/requests"
      params={{ chatId: chat.id }}
      className="flex min-h-10 pointer-coarse:min-h-11 shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-1 text-sm font-semibold text-accent outline-offset-[-2px] hover:bg-hover [&>svg]:size-4.5"
    >
      <UserPlus aria-hidden />
      <Plural value={join_request_count} one="# person asks to join" other="# people ask to join" />
    </Link>
  );
}
