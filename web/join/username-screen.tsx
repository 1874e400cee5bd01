/** Somebody or something by a user name: a private chat opens at once, a public one can be joined. */
import { JoinCard } from "./join-card.tsx";

export function UsernameScreen({ username }: { readonly username: string }) {
  return <JoinCard by={{ username }} />;
}
