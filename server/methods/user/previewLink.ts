/** previewLink: the chat of an invite link, for somebody who is not signed in. */
import { refuse } from "../../domain/refusals.ts";
import { presentChatSummary } from "../../present/invitation-preview.ts";
import { isSignUpOpen } from "../../store/queries/accounts/sign-up.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { JOIN_TARGET_FIELDS, joinTargetByLink, joinTargetByUsername } from "./join-target.ts";

export const previewLink = publicMethod({
  name: "previewLink",
  summary:
    "Returns the chat of an invite link. The chat of a user name is returned only while anybody can sign up, because names can be guessed and links cannot.",
  effect: "read",
  access: { scope: "anyone" },
  fields: JOIN_TARGET_FIELDS,
  result: schemas.ChatSummary,
  refusals: ["CHAT_NOT_FOUND", "LINK_NOT_FOUND"],
  example: {
    request: { invite_link: "https://chat.example/join/4fJ1…" },
    result: { type: "supergroup", title: "Team", description: "Where we talk", member_count: 12 },
  },
  async run({ tx, now }, { username, invite_link }) {
    if (invite_link !== undefined) return presentChatSummary((await joinTargetByLink(tx, invite_link, now)).chat);
    if (!(await isSignUpOpen(tx))) return refuse("CHAT_NOT_FOUND");
    return presentChatSummary((await joinTargetByUsername(tx, username)).chat);
  },
});
