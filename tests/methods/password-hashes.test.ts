/** What the hash of a password costs. The services of other tests have cheaper hashes. */
import { expect, test } from "vitest";
import { passwordHashOf } from "heliogram/store/queries/accounts/people.ts";
import { startWorld } from "../support/service.ts";

const PASSWORD = "correct horse";

test("a service hashes passwords with argon2id at the cost that OWASP names, and accepts them", async () => {
  const t = await startWorld("memory", undefined, { password_cost: undefined });
  await t.as("alice", "setSignUp", { open: true });
  const { body } = await t.post("/api/signUp", { first_name: "New", username: "newcomer", password: PASSWORD });
  const hash = await t.service.db.read((tx) => passwordHashOf(tx, body.result.user.id));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await t.post("/api/signIn", { username: "newcomer", password: PASSWORD })).status).toBe(200);
  await t.stop();
});
