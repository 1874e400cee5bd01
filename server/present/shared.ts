/** Presents what a person has shared by a button of a keyboard, as it is when it is shown (behaviour.md §4). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Account } from "../domain/accounts.ts";
import type { Media } from "../domain/media.ts";
import type { SharedByButton } from "../domain/messages.ts";
import { presentSizes } from "./media.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** The person who has shared it sees the names, also those that the button did not ask for. */
export async function presentShared(context: ViewerContext, wire: Wire.Message, shared: SharedByButton): Promise<void> {
  const { request_id, shows } = shared;
  const names = !context.viewer.is_bot || shows.includes("name");
  const usernames = !context.viewer.is_bot || shows.includes("username");
  const photos = shows.includes("photo");
  if (shared.kind === "chat_shared") {
    const { chat_id } = shared;
    const chat = await context.storedChat(chat_id);
    wire.chat_shared = {
      request_id,
      chat_id,
      ...(chat && names ? { title: chat.title } : {}),
      ...(chat?.username && usernames ? { username: chat.username } : {}),
      ...(chat && photos ? photoOf(context, chat.photo) : {}),
    };
    return;
  }
  const users: Wire.SharedUser[] = [];
  for (const user_id of shared.accounts) {
    const account = await context.account(user_id);
    users.push({
      user_id,
      ...(account && names ? namesOf(account) : {}),
      ...(account?.username && usernames ? { username: account.username } : {}),
      ...(account && photos ? photoOf(context, account.photo) : {}),
    });
  }
  wire.users_shared = { request_id, users, user_ids: [...shared.accounts] };
  // The form of Bot API 6.5 that libraries still read.
  const [user_id] = shared.accounts;
  if (shared.accounts.length === 1) wire.user_shared = { request_id, user_id: user_id! };
}

function namesOf({ first_name, last_name }: Account): Pick<Wire.SharedUser, "first_name" | "last_name"> {
  return { first_name, ...(last_name === "" ? {} : { last_name }) };
}

function photoOf({ fileIds, viewer }: ViewerContext, photo: Media | null): { readonly photo?: Wire.PhotoSize[] } {
  return photo?.kind === "photo" ? { photo: presentSizes(photo, fileIds, viewer.id) } : {};
}
