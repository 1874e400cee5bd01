/** Methods for owners of the service: for every method, its possible objects and the outcome for each. */
import type { Method } from "heliogram/methods/engine/method.ts";
import { assistantToken, createAssistant } from "heliogram/app/bots/assistant-account.ts";
import { ASSISTANT_ID } from "heliogram/domain/bots.ts";
import { invitationsBefore, revokeInvitation } from "heliogram/store/queries/accounts/invitations.ts";
import { suspendAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { insertErasure } from "heliogram/store/queries/accounts/erasures.ts";
import { saveHold } from "heliogram/store/queries/retention/holds.ts";
import { clearCreator } from "heliogram/store/queries/chats/chats.ts";
import { START_S, type Json } from "../support/service.ts";
import type { Outcome } from "./expected.ts";
import { mismatch, type SeenCodes } from "./run-cases.ts";
import { UNKNOWN_USER, UNKNOWN_ID } from "./requests.ts";
import { FACTOR_RULES } from "./second-factors.ts";
import type { SelfFixtures } from "./self.ts";
import { sqlWrite } from "../support/sql.ts";

/** The people who can be targets, with the outcome for each. */
const PEOPLE = {
  "a person": "ok",
  "a suspended person": "ok",
  "a bot": "USER_NOT_FOUND",
  "an unknown account": "USER_NOT_FOUND",
} as const;

const BOTS = {
  "own bot": "ok",
  "another's bot": "ok",
  "nobody's bot": "ok",
  "a suspended bot": "ok",
  "a deleted bot": "BOT_NOT_FOUND",
  "the service's own bot": "BOT_NOT_FOUND",
  "a person as a bot": "BOT_NOT_FOUND",
  "an unknown bot": "BOT_NOT_FOUND",
} as const;

const ABANDONED = {
  "a chat without a creator": "ok",
  "a chat with a suspended creator": "ok",
  "a chat with a creator": "CHAT_HAS_OWNER",
  "own chat": "CHAT_HAS_OWNER",
  "an unknown group": "CHAT_NOT_FOUND",
} as const;

/** The outcome of each object for an owner. All other callers get `OWNER_RIGHTS_NEEDED` for every object. */
export const OWNERS: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  createInvitation: {
    nothing: "ok",
    "a chat that they may invite to": "ok",
    "a chat in which they may not invite": "CANT_INVITE",
    "a chat that they are not in": "CHAT_NOT_FOUND",
    "an unknown chat": "CHAT_NOT_FOUND",
  },
  listPeople: { nothing: "ok" },
  suspendPerson: { ...PEOPLE, "an owner": "ok", oneself: "CANT_SUSPEND_SELF" },
  removeSecondFactor: { ...PEOPLE, "an owner": "ok", oneself: "SECOND_FACTOR_OWN" },
  restorePerson: { ...PEOPLE, "an erased person": "USER_ERASED", "an owner": "ok", oneself: "ok" },
  resetPassword: { ...PEOPLE, "a suspended person": "USER_DEACTIVATED", "an owner": "ok", oneself: "ok" },
  erasePerson: {
    ...PEOPLE,
    "an owner": "ok",
    oneself: "CANT_ERASE_SELF",
    "a held person": "ACCOUNT_KEPT",
    "an erased person": "USER_ERASED",
  },
  exportPerson: { ...PEOPLE, "an owner": "ok", oneself: "ok", "an erased person": "USER_ERASED" },
  makeOwner: { ...PEOPLE, "a suspended person": "USER_DEACTIVATED", "an owner": "ok", oneself: "ok" },
  unmakeOwner: { ...PEOPLE, "an owner": "ok", "oneself, the only owner": "LAST_OWNER" },
  listAllChats: { nothing: "ok" },
  takeOverChat: ABANDONED,
  deleteAbandonedChat: ABANDONED,
  listAllBots: { nothing: "ok", "somebody's bots": "ok" },
  suspendBot: BOTS,
  restoreBot: BOTS,
  setPushContents: { allowing: "ok", withholding: "ok" },
  setSignUp: { opening: "ok", closing: "ok" },
  setPasswordSignIn: { "turning on": "ok", "turning off": "NO_OTHER_SIGN_IN" },
  getSecondFactorRule: { nothing: "ok" },
  setSecondFactorRule: {
    "requiring it of nobody": "ok",
    "requiring it of owners, without one": "OWN_SECOND_FACTOR_NEEDED",
    "requiring it of everybody, with one": "ok",
  },
  setDeveloperConsole: { "turning on": "ok", "turning off": "ok" },
  inviteByMail: {
    "a mail address to invite": "ok",
    "a mail address, and a chat in which they may not invite": "CANT_INVITE",
    "a mail address, and a chat that they are not in": "CHAT_NOT_FOUND",
  },
  mailInvitation: {
    "a mailed invitation": "ok",
    "an open invitation": "INVITATION_NOT_FOUND",
    "an unknown invitation": "INVITATION_NOT_FOUND",
  },
  listInvitations: { nothing: "ok" },
  revokeInvitation: {
    "an open invitation": "ok",
    "a used invitation": "INVITATION_NOT_FOUND",
    "a revoked invitation": "INVITATION_NOT_FOUND",
    "an unknown invitation": "INVITATION_NOT_FOUND",
  },
  getStorageUse: { nothing: "ok" },
  sendTestMail: { "an address": "ok", "no address": "NO_MAIL_ADDRESS" },
  getRetention: { nothing: "ok" },
  setRetention: { nothing: "ok", "periods in the wrong order": "RETENTION_OUT_OF_BOUNDS" },
  previewRetention: { nothing: "ok" },
  overrideChatRetention: { "own chat": "ok", "a chat with a creator": "ok", "an unknown group": "CHAT_NOT_FOUND" },
  exportAnyChat: { "own chat": "ok", "a chat with a creator": "ok", "an unknown group": "CHAT_NOT_FOUND" },
  listHolds: { nothing: "ok" },
  setHold: { ...PEOPLE, "own chat": "ok", "a chat with a creator": "ok", "an unknown group": "CHAT_NOT_FOUND" },
  liftHold: {
    "a held person": "ok",
    "a held chat": "ok",
    "a person": "HOLD_NOT_FOUND",
    "own chat": "HOLD_NOT_FOUND",
    "an unknown account": "USER_NOT_FOUND",
    "an unknown group": "CHAT_NOT_FOUND",
  },
  listAudit: { nothing: "ok", "what somebody did": "ok" },
};

type MakeParams = (w: SelfFixtures) => Json | Promise<Json>;

async function newestInvitation(w: SelfFixtures): Promise<number> {
  const [newest] = await w.t.service.db.read((tx) => invitationsBefore(tx, Number.MAX_SAFE_INTEGER, 1));
  // A concurrent call may have ended the session that was to make it.
  return newest?.id ?? UNKNOWN_ID;
}

/** The parameters for each object. */
export const OWNERS_OBJECTS: Readonly<Record<string, MakeParams>> = {
  nothing: () => ({}),
  allowing: () => ({ allowed: true }),
  withholding: () => ({ allowed: false }),
  opening: () => ({ open: true }),
  closing: () => ({ open: false }),
  "turning on": () => ({ on: true }),
  "turning off": () => ({ on: false }),
  ...FACTOR_RULES,
  "an address": () => ({ address: "boss@example.org" }),
  "no address": () => ({}),
  "a person": async (w) => ({ user_id: await w.person() }),
  "a suspended person": async (w) => {
    const user_id = await w.person();
    await w.t.service.db.write((tx) => suspendAccount(tx, user_id, START_S));
    return { user_id };
  },
  "an owner": async (w) => ({ user_id: await w.person(true) }),
  oneself: (w) => ({ user_id: w.t.id("boss") }),
  "oneself, the only owner": async (w) => {
    const user_id = w.t.id("boss");
    await w.t.service.db.write((tx) =>
      tx.run(sqlWrite("update person set is_owner = 0 where account_id <> ?"), user_id),
    );
    return { user_id };
  },
  "a bot": (w) => ({ user_id: w.t.id("other_bot") }),
  "an unknown account": () => ({ user_id: UNKNOWN_USER }),
  "somebody's bots": (w) => ({ owner_id: w.t.id("other") }),
  "own bot": async (w) => ({ bot_id: await w.ownBot("boss") }),
  "another's bot": async (w) => ({ bot_id: await w.ownBot("other") }),
  "nobody's bot": (w) => ({ bot_id: w.t.id("spare_bot") }),
  "a suspended bot": async (w) => {
    const bot_id = await w.ownBot("other");
    await w.t.service.db.write((tx) => suspendAccount(tx, bot_id, START_S));
    return { bot_id };
  },
  "a deleted bot": (w) => ({ bot_id: w.t.id("deleted_bot") }),
  "the service's own bot": async (w) => {
    await w.t.service.db.write(async (tx) => {
      await createAssistant(tx, START_S);
      await assistantToken(tx, w.mint);
    });
    return { bot_id: ASSISTANT_ID };
  },
  "a person as a bot": (w) => ({ bot_id: w.t.id("other") }),
  "an unknown bot": () => ({ bot_id: UNKNOWN_USER }),
  "an open invitation": async (w) => {
    await w.invitation();
    return { invitation_id: await newestInvitation(w) };
  },
  "a used invitation": async (w) => {
    await w.t.post("/api/signUp", w.form(await w.invitation()));
    return { invitation_id: await newestInvitation(w) };
  },
  "a revoked invitation": async (w) => {
    await w.invitation();
    const invitation_id = await newestInvitation(w);
    await w.t.service.db.write((tx) => revokeInvitation(tx, invitation_id, START_S));
    return { invitation_id };
  },
  "a mail address to invite": (w) => ({ addresses: [`${w.name()}@example.org`] }),
  "a mail address, and a chat in which they may not invite": async (w) => ({
    addresses: [`${w.name()}@example.org`],
    chat_ids: [await w.chatOf("other", "boss")],
  }),
  "a mail address, and a chat that they are not in": async (w) => ({
    addresses: [`${w.name()}@example.org`],
    chat_ids: [await w.chatOf("other")],
  }),
  "a mailed invitation": async (w) => {
    const auth = { authorization: `Bearer ${await w.session("boss")}` };
    await w.t.post("/api/inviteByMail", { addresses: [`${w.name()}@example.org`] }, auth);
    return { invitation_id: await newestInvitation(w) };
  },
  "an unknown invitation": () => ({ invitation_id: UNKNOWN_ID }),
  "a chat that they may invite to": async (w) => ({ chat_ids: [await w.chatOf("boss")] }),
  "a chat in which they may not invite": async (w) => ({ chat_ids: [await w.chatOf("other", "boss")] }),
  "a chat that they are not in": async (w) => ({ chat_ids: [await w.chatOf("other")] }),
  "an unknown chat": () => ({ chat_ids: [-UNKNOWN_USER] }),
  "a chat without a creator": async (w) => {
    const gone = await w.person();
    const chat_id = await w.chatOf(gone, "boss");
    await w.t.service.db.write((tx) => clearCreator(tx, chat_id, gone));
    return { chat_id };
  },
  "a chat with a suspended creator": async (w) => {
    const gone = await w.person();
    const chat_id = await w.chatOf(gone);
    await w.t.service.db.write((tx) => suspendAccount(tx, gone, START_S));
    return { chat_id };
  },
  "a chat with a creator": async (w) => ({ chat_id: await w.chatOf("other", "boss") }),
  "own chat": async (w) => ({ chat_id: await w.chatOf("boss") }),
  "an unknown group": () => ({ chat_id: -UNKNOWN_USER }),
  "periods in the wrong order": () => ({ chat_min_days: 2, chat_max_days: 1 }),
  "an erased person": async (w) => {
    const user_id = await w.person();
    await w.t.service.db.write(async (tx) => {
      await insertErasure(tx, user_id, false, START_S);
      await suspendAccount(tx, user_id, START_S);
    });
    return { user_id };
  },
  "a held person": async (w) => {
    const user_id = await w.person();
    await w.t.service.db.write((tx) => saveHold(tx, { kind: "person", id: user_id, reason: "", at: START_S }));
    return { user_id };
  },
  "a held chat": async (w) => {
    const chat_id = await w.chatOf("other");
    await w.t.service.db.write((tx) => saveHold(tx, { kind: "chat", id: chat_id, reason: "", at: START_S }));
    return { chat_id };
  },
  "what somebody did": (w) => ({ actor_id: w.t.id("other") }),
};

/**
 * Calls a method with every object, as an owner and as another person. @returns a sentence for each unexpected outcome
 */
export async function runOwners(w: SelfFixtures, method: Method, codes: SeenCodes): Promise<string[]> {
  const faults: string[] = [];
  if (method.access.scope !== "owner") faults.push(`${method.name} has a row of owners and is not theirs alone`);
  for (const [object, expected] of Object.entries(OWNERS[method.name]!)) {
    for (const [caller, outcome] of [
      ["caller", "OWNER_RIGHTS_NEEDED"],
      ["boss", expected],
    ] as const) {
      const params = await OWNERS_OBJECTS[object]!(w);
      const auth = { authorization: `Bearer ${await w.session(caller)}` };
      const answer = await w.t.post(`/api/${method.name}`, params, auth);
      codes.note("person", method, answer.status);
      const wrong = mismatch("person", method, outcome, answer);
      if (wrong) faults.push(`${method.name} of ${caller}, with ${object}: ${wrong}`);
    }
  }
  return faults;
}
