/** The page behind an invite link. */
import { JoinCard } from "./join-card.tsx";

export function JoinScreen({ code }: { readonly code: string }) {
  return <JoinCard target={{ invite_link: code }} />;
}
