/** The setting with the OpenID providers: its forms, its defaults, and what is wrong with it in a sentence. */
import { expect, test } from "vitest";
import { loadSettings } from "./load.ts";
import { renderProblems, renderSettings } from "./render.ts";

const LEAST = { id: "sso", label: "Company", issuer: "https://sso.example.org", client_id: "chat" };
const load = (oidc: unknown) =>
  loadSettings({ HELIOGRAM_OIDC_FILE: "/etc/oidc" }, () => (typeof oidc === "string" ? oidc : JSON.stringify(oidc)));

test("a file has a list in YAML or JSON, with little in it", () => {
  const yaml = "- id: sso\n  label: Company\n  issuer: https://sso.example.org\n  client_id: chat\n";
  for (const given of [yaml, [LEAST]]) {
    const loaded = load(given);
    if (!loaded.ok) throw new Error(renderProblems(loaded.problems));
    expect(loaded.settings.oidc).toMatchObject([
      {
        ...LEAST,
        scopes: ["openid", "profile", "email"],
        claims: { first_name: "given_name", groups: "groups" },
        accounts: { anyone: false, domains: [], groups: [] },
        chats: {},
        sign_out: true,
      },
    ]);
  }
});

test("domains are compared in lower case, and one chat needs no list", () => {
  const loaded = load([{ ...LEAST, accounts: { domains: ["@Example.ORG"] }, chats: { a: "@team", b: [-5, "@news"] } }]);
  if (!loaded.ok) throw new Error("refused");
  expect(loaded.settings.oidc[0]).toMatchObject({
    accounts: { domains: ["example.org"] },
    chats: { a: ["@team"], b: [-5, "@news"] },
  });
});

test.each([
  ["http to another machine", { issuer: "http://sso.example.org" }, "https://"],
  [
    "the address of the description",
    { issuer: "https://sso.example.org/.well-known/openid-configuration" },
    "well-known",
  ],
  ["everybody's tenant", { issuer: "https://login.microsoftonline.com/common/v2.0" }, "one tenant"],
  ["any company's tenant", { issuer: "https://login.microsoftonline.us/Organizations/v2.0" }, "one tenant"],
  ["an id that cannot be in an address", { id: "My SSO" }, "0.id"],
  ["a word that is not known", { client: "x" }, "client"],
  ["two secrets", { client_secret: "hunter2", client_secret_file: "/x" }, "client_secret_file"],
  ["no openid", { scopes: ["email"] }, "openid"],
  ["a chat that is none", { chats: { a: "team" } }, "0.chats.a"],
])("%s is refused in a sentence", (_what, more, word) => {
  const loaded = load([{ ...LEAST, ...more }]);
  if (loaded.ok) throw new Error("accepted");
  const text = renderProblems(loaded.problems);
  expect(text).toContain(word);
  expect(text).not.toContain("hunter2");
});

test.each(["[", "a: b", [LEAST, LEAST]])("what is no list of providers is refused", (given) => {
  expect(load(given).ok).toBe(false);
});

test("plain http is for this machine, and secrets are not shown", () => {
  const loaded = load([{ ...LEAST, issuer: "http://127.0.0.1:3000", client_secret: "hunter2" }]);
  if (!loaded.ok) throw new Error("refused");
  expect(renderSettings(loaded.settings, loaded.sources)).not.toContain("hunter2");
});
