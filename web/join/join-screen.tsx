/** Behind an invite link: what it leads to, and the way in. */
import { JoinCard } from "./join-card.tsx";

export function JoinScreen({ code }: { readonly code: string }) {
  return <JoinCard by={{ invite_link: code }} />;
}
