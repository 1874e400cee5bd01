/** How Telegram words that a method of the bot API is not for private chats (tdlib). */

const PHOTO = "can't change private chat photo";
const LINKS = "can't invite members to a private chat";

/** By the name of the method. The others have the words of the refusal. */
const TEXTS: Readonly<Record<string, string>> = {
  leaveChat: "can't leave private chats",
  banChatMember: "can't ban members in private chats",
  setChatTitle: "can't change private chat title",
  setChatDescription: "can't change private chat description",
  setChatPhoto: PHOTO,
  deleteChatPhoto: PHOTO,
  setChatPermissions: "can't change private chat permissions",
  exportChatInviteLink: LINKS,
  createChatInviteLink: LINKS,
  editChatInviteLink: LINKS,
  revokeChatInviteLink: LINKS,
  approveChatJoinRequest: LINKS,
  declineChatJoinRequest: LINKS,
};

export function privateChatText(method: string): string | undefined {
  return TEXTS[method];
}
