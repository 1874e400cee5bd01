/** Who may have an archive (behaviour.md §2). */
import type { Chat } from "../../domain/chats.ts";
import { isErased } from "../../store/queries/accounts/erasures.ts";
import { findPerson, type Person } from "../../store/queries/accounts/people.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { findMember } from "../../store/queries/members/members.ts";
import type { ReadTx } from "../../store/db.ts";
import type { ArchiveSubject } from "./archive-link.ts";

/** What an archive is written from. */
export type FoundSubject =
  | { readonly kind: "person"; readonly person: Person }
  | { readonly kind: "chat"; readonly chat: Chat };

/** A person who is there. */
export async function findArchivedPerson(tx: ReadTx, id: number): Promise<Person | "USER_NOT_FOUND" | "USER_ERASED"> {
  const person = await findPerson(tx, id);
  if (!person) return "USER_NOT_FOUND";
  return (await isErased(tx, id)) ? "USER_ERASED" : person;
}

/**
 * The subject of an archive, if the person may have it: their own data; as an owner of the service that of anybody, and
 * any group or channel; as the owner of a chat that chat.
 */
export async function findArchiveSubject(
  tx: ReadTx,
  actor: Pick<Person, "id" | "is_owner">,
  { kind, id }: ArchiveSubject,
): Promise<FoundSubject | undefined> {
  if (kind === "person") {
    const person = actor.is_owner || id === actor.id ? await findArchivedPerson(tx, id) : "USER_NOT_FOUND";
    return typeof person === "string" ? undefined : { kind, person };
  }
  const chat = await findChat(tx, id);
  if (!chat || chat.type === "private") return undefined;
  const isAllowed = actor.is_owner || (await findMember(tx, id, actor.id))?.status === "creator";
  return isAllowed ? { kind, chat } : undefined;
}
