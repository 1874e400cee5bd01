/** previewLink: what a link into a chat leads to, for somebody who is not signed in. */
import { refuse } from "../../domain/refusals.ts";
import { presentGlimpse } from "../../present/welcome.ts";
import { isSignUpOpen } from "../../store/sign-up.ts";
import { publicMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { WAY_FIELDS, wayByLink, wayByName } from "../ways-in.ts";

export const previewLink = publicMethod({
  name: "previewLink",
  summary:
    "Tells which chat an invite link leads to. A public name is told only while anybody can sign up: it can be guessed, a link cannot.",
  effect: "read",
  access: { scope: "anyone" },
  fields: WAY_FIELDS,
  result: schemas.ChatGlimpse,
  codes: [400, 404],
  refusals: ["CHAT_NOT_FOUND", "LINK_NOT_FOUND"],
  example: {
    request: { invite_link: "https://chat.example/join/4fJ1…" },
    result: { type: "supergroup", title: "Team", description: "Where we talk", member_count: 12 },
  },
  async run({ tx, now }, { username, invite_link }) {
    if (invite_link !== undefined) return presentGlimpse((await wayByLink(tx, invite_link, now)).chat);
    if (!(await isSignUpOpen(tx))) return refuse("CHAT_NOT_FOUND");
    return presentGlimpse((await wayByName(tx, username)).chat);
  },
});
