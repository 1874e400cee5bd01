/** Claims of OpenID providers: what is read of them, whatever they are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isUsername } from "@heliogram/shared/usernames.ts";
import {
  admissionFault,
  chatsOfGroups,
  claimOf,
  makesOwner,
  readProfile,
  usernameCandidate,
} from "./provider-claims.ts";

const NAMES = {
  first_name: "given_name",
  last_name: "family_name",
  username: "preferred_username",
  photo: "picture",
  email: "email",
  email_verified: "email_verified",
  groups: "groups",
};
const RULE = { anyone: false, domains: [], groups: [] };
const profile = (claims: object) => readProfile({ ...claims }, NAMES);

test("a claim is found by its name, and otherwise by its path", () => {
  const claims = { "https://a.example/roles": [1], realm_access: { roles: ["x"] }, "a.b": 1, a: { b: 2 } };
  expect(claimOf(claims, "https://a.example/roles")).toEqual([1]);
  expect(claimOf(claims, "realm_access.roles")).toEqual(["x"]);
  expect(claimOf(claims, "a.b")).toBe(1);
  expect(claimOf(claims, "realm_access.roles.length.x")).toBeUndefined();
  const ofClient = { resource_access: { "chat.example.org": { roles: ["y"] }, chat: { roles: ["z"] } } };
  expect(claimOf(ofClient, "resource_access.chat.example.org.roles")).toEqual(["y"]);
  expect(claimOf(ofClient, "resource_access.chat.roles")).toEqual(["z"]);
  expect(claimOf(claims, "constructor")).toBeUndefined();
  expect(claimOf(claims, "a.constructor")).toBeUndefined();
});

test.each([
  ["Alice@example.org", "Alice"],
  ["änne.müller", "anne_muller"],
  ["42nd street", "nd_street"],
  ["x".repeat(100), "x".repeat(26)],
  ["_._", "person"],
  ["ab", "person"],
])("a user name from %j", (preferred_username, username) => {
  expect(profile({ preferred_username }).usernames[0]).toBe(username);
});

test("names come from what there is", () => {
  expect(profile({ given_name: "Ada", family_name: "L." })).toMatchObject({ first_name: "Ada", last_name: "L." });
  expect(profile({ name: "Ada L.", family_name: "L." })).toMatchObject({ first_name: "Ada L.", last_name: "" });
  expect(profile({ email: "ada@example.org" })).toMatchObject({ first_name: "ada", usernames: ["ada", "person"] });
});

test.each([
  [true, true],
  ["true", true],
  [1, true],
  [false, false],
  ["false", false],
  [undefined, false],
  [{}, false],
])("an address is verified where the claim is %j: %j", (email_verified, verified) => {
  expect(profile({ email: "a@example.org", email_verified }).is_email_verified).toBe(verified);
});

test("a rule without a condition admits nobody, and all conditions must hold", () => {
  const known = profile({ email: "a@Example.org", email_verified: true, groups: "staff" });
  expect(admissionFault(known, RULE)).toBe("no_account");
  expect(admissionFault(known, { ...RULE, anyone: true })).toBeUndefined();
  expect(admissionFault(known, { ...RULE, domains: ["example.org"] })).toBeUndefined();
  expect(admissionFault(known, { ...RULE, domains: ["example.org"], groups: ["boss"] })).toBe("group");
  expect(admissionFault(known, { anyone: true, domains: ["example.com"], groups: [] })).toBe("domain");
  expect(admissionFault(profile({}), { ...RULE, groups: ["staff"] })).toBe("group");
});

test("the domain of an organization counts in place of that of the address", () => {
  const rule = { ...RULE, domains: ["example.org"] };
  const of = (claims: object) => readProfile({ ...claims }, { ...NAMES, domain: "hd" });
  expect(admissionFault(of({ hd: "Example.org" }), rule)).toBeUndefined();
  expect(admissionFault(of({ hd: "example.com", email: "a@example.org", email_verified: true }), rule)).toBe("domain");
  expect(admissionFault(of({ email: "a@example.org", email_verified: true }), rule)).toBe("no_domain");
});

test.each([
  ["named elsewhere", { _claim_names: { groups: "src1" } }],
  ["too many", { groups: Array.from({ length: 1001 }, (_, n) => `group ${n}`) }],
])("groups that are %s decide nothing", (_what, claims) => {
  expect(profile(claims).groups).toBeUndefined();
  expect(admissionFault(profile(claims), { ...RULE, groups: ["staff"] })).toBe("groups_unknown");
  expect(makesOwner(claims, { claim: "groups", value: "staff" })).toBeUndefined();
});

test("what is named elsewhere besides the groups does not matter", () => {
  expect(profile({ _claim_names: { address: "src1" } }).groups).toEqual([]);
  expect(profile({ groups: ["a"], _claim_names: { groups: "src1" } }).groups).toEqual(["a"]);
  expect(makesOwner({ _claim_names: { realm: "src1" } }, { claim: "realm.roles", value: "owner" })).toBeUndefined();
});

test("owners and chats follow the claims", () => {
  const owner = { claim: "roles", value: "owner" };
  expect(makesOwner({ roles: ["owner"] }, undefined)).toBeUndefined();
  expect(makesOwner({ roles: ["owner"] }, owner)).toBe(true);
  expect(makesOwner({ roles: { owner: true } }, owner)).toBe(false);
  expect(chatsOfGroups(["a", "b"], { a: [-1, "@x"], b: [-1], c: [-2] })).toEqual([-1, "@x"]);
  expect(chatsOfGroups(["constructor"], {})).toEqual([]);
  expect(chatsOfGroups(["/eng/team"], { "/eng/team": ["@x"], team: ["@y"] })).toEqual(["@x"]);
});

test("whatever a provider sends becomes an account within the limits", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.values(NAMES), "name"), fc.anything()), (claims) => {
      const read = readProfile(claims, NAMES);
      expect([...read.first_name].length).toBeGreaterThan(0);
      expect([...read.first_name].length).toBeLessThanOrEqual(64);
      expect([...read.last_name].length).toBeLessThanOrEqual(64);
      expect(read.usernames.every((name) => isUsername(usernameCandidate(name, 99_990)))).toBe(true);
      expect(read.groups?.every((each) => typeof each === "string")).toBe(true);
      expect(read.email === "" ? read.is_email_verified : false).toBe(false);
    }),
  );
});
