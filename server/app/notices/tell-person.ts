/** Tells people what has happened to their account: in a chat, and by mail if they have an address (behaviour.md §2). */
import type { AccountNotice } from "../../domain/account-notices.ts";
import { accountName, mailLanguage } from "../../domain/mail.ts";
import { memberOf } from "../../domain/members/member.ts";
import { noticeText } from "../../domain/notice-words.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import type { Tx } from "../../store/db.ts";
import { mailAddressOf } from "../../store/queries/mail/mail-addresses.ts";
import type { AppContext } from "../app-context.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { post } from "../messages/post.ts";
import { openNoticeChat } from "./notice-chat.ts";

/** Seconds in which a notice is of use. */
const MAIL_LASTS_S = 3 * 86_400;

/** In the transaction of what it is about. A suspended person is told nothing. */
export async function tellPerson(
  tx: Tx,
  app: AppContext,
  person_id: number,
  notice: AccountNotice,
  now_s: number,
): Promise<void> {
  const person = await findPerson(tx, person_id);
  if (!person || person.suspended_at !== null) return;
  const { told, advice } = noticeText(mailLanguage(person.language_code), notice, accountName(person));
  const { chat, sender } = await openNoticeChat(tx, person, person, now_s);
  const by = { account: sender, member: memberOf(sender.id, "member") };
  await post(tx, app, chat, by, [{ text: `${told}\n\n${advice}`, reply_to: null, content: {} }], now_s);
  const address = app.sends_mail ? (await mailAddressOf(tx, person_id))?.address : undefined;
  if (address === undefined) return;
  const mail = { kind: "account_notice", account_id: person_id, person_id, address, detail: notice } as const;
  await queueMail(tx, { ...mail, lasts_s: MAIL_LASTS_S }, now_s);
}
