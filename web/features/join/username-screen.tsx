/**
 * The page behind a user name or public name. It opens the private chat with a user, and offers to join a public chat.
 */
import { JoinCard } from "./join-card.tsx";
import type { ChatSearch } from "./use-join-target.ts";

interface UsernameScreenProps {
  readonly username: string;
  readonly search: ChatSearch;
}

export function UsernameScreen({ username, search }: UsernameScreenProps) {
  return <JoinCard target={{ username }} search={search} />;
}
