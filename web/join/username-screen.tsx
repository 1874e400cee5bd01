/** Somebody or something by a user name: a private chat opens at once, a public one can be joined. */
import { JoinCard } from "./join-card.tsx";
import type { Place } from "./use-way.ts";

interface UsernameScreenProps {
  readonly username: string;
  readonly place: Place;
}

export function UsernameScreen({ username, place }: UsernameScreenProps) {
  return <JoinCard by={{ username }} place={place} />;
}
