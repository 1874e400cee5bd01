/** signUp: a new person, by invitation. */
import { createPerson } from "../../app/create-account.ts";
import { hashPassword } from "../../app/passwords.ts";
import { openSession } from "../../app/sessions.ts";
import { refuse } from "../../domain/refusals.ts";
import { presentUser } from "../../present/users.ts";
import { record } from "../../store/audit.ts";
import { isInvitationOpen, setUsedBy, takeInvitation } from "../../store/invitations.ts";
import { SessionOpened } from "../answer.ts";
import { described, optional, ParameterFault, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
import { checkPassword, readName, readUsername } from "../passwords.ts";

export const signUp = publicMethod({
  name: "signUp",
  summary: "Makes an account for whoever holds an invitation, and signs them in.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    invitation: described(text({ max: 128 }), "The code at the end of the invitation's link."),
    first_name: text({ max: 256 }),
    last_name: optional(text({ max: 256 })),
    username: text({ max: 64 }),
    password: described(text({ max: 1024 }), "At least 8 characters."),
    device: described(optional(text({ max: 64 })), "What the person will see in the list of sessions."),
  },
  result: { type: "object" },
  codes: [400, 403],
  refusals: ["INVITATION_INVALID", "USERNAME_TAKEN"],
  example: {
    request: { invitation: "2Zq0…", first_name: "Alice", username: "alice", password: "correct horse" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async (deps, params) => {
    checkPassword(params.password);
    const username = readUsername(params.username);
    const first_name = readName(params.first_name, "first_name");
    if (first_name === "") throw new ParameterFault("first_name must be non-empty");
    const last_name = readName(params.last_name ?? "", "last_name");
    // Hashing is dear on purpose: strangers must not be able to order it.
    const now_s = Math.floor(deps.clock.now() / 1000);
    const isOpen = await deps.db.read((tx) => isInvitationOpen(tx, deps.hashes.of(params.invitation), now_s));
    if (!isOpen) return refuse("INVITATION_INVALID");
    return { username, first_name, last_name, password_hash: await hashPassword(params.password, deps.random.bytes) };
  },
  async run({ tx, deps, now, fail }, params, naming) {
    const invitation = await takeInvitation(tx, deps.hashes.of(params.invitation), now);
    if (!invitation) return fail("INVITATION_INVALID");
    const { id, makes_owner } = invitation;
    const person = await createPerson(tx, { ...naming, is_owner: makes_owner }, now);
    if (person === "USERNAME_TAKEN") return fail(person);
    await setUsedBy(tx, id, person.id);
    const note = { by: person.id, action: "invitation_used", detail: { makes_owner } } as const;
    await record(tx, { ...note, subject: { kind: "invitation", id } }, now);
    const wish = { person_id: person.id, label: params.device ?? "", lasts_s: deps.session_s };
    const access_token = await openSession(tx, deps.hashes, deps.random.bytes, wish, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});
