/** The guide about OpenID providers: its files are read as settings, and each is carried out with the claims of its provider. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkProviders } from "heliogram/runtime/doctor/providers.ts";
import { loadSettings } from "heliogram/settings/load.ts";
import type { Settings } from "heliogram/settings/settings.ts";
import { Browser, LoopbackServer, providerOptions, serveProvider } from "../support/oidc.ts";
import { engineIndependent, startWorld, WORLD, type TestService } from "../support/service.ts";

const GUIDE = readFileSync(new URL("../../docs/guides/openid.md", import.meta.url), "utf8");

/** The file under a heading. */
function fileOf(heading: string): string {
  return new RegExp(`\n## ${heading}\n[^]*?\`\`\`yaml\n([^]*?)\`\`\``).exec(GUIDE)![1]!;
}

function settingsWith(oidc: string): Settings {
  const env = { HELIOGRAM_OIDC: oidc, HELIOGRAM_PUBLIC_URL: "https://chat.example.org" };
  const loaded = loadSettings(env, () => "");
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.settings;
}

const MAIL = { email: "ada@example.org", email_verified: true };

/** What the providers send, as their documents say. */
const CLAIMS: Readonly<Record<string, Record<string, unknown>>> = {
  Keycloak: {
    ...MAIL,
    ...{ preferred_username: "keycloak_ada", given_name: "Ada", family_name: "Lovelace" },
    ...{ groups: ["engineering"], roles: ["chat-owner"] },
  },
  Authentik: {
    ...MAIL,
    email_verified: false,
    ...{ preferred_username: "authentik_ada", given_name: "Ada Lovelace", nickname: "ada", name: "Ada Lovelace" },
    groups: ["chat", "chat-owners", "engineering"],
  },
  "Microsoft Entra": {
    ...{ email: "ada@example.org", xms_edov: "1", name: "Ada Lovelace", preferred_username: "entra_ada@example.org" },
    ...{ groups: ["0a0a0a0a-1b1b-2c2c-3d3d-4e4e4e4e4e4e"], roles: ["chat-owner"] },
  },
  Google: {
    ...MAIL,
    email: "google_ada@example.org",
    given_name: "Ada",
    family_name: "Lovelace",
    name: "Ada Lovelace",
  },
  GitLab: {
    ...MAIL,
    ...{ name: "Ada Lovelace", nickname: "ada", preferred_username: "gitlab_ada" },
    groups: ["team", "team/engineering"],
  },
};
const SECTIONS = Object.keys(CLAIMS);
const idOf = (section: string) => section.toLowerCase().replace(" ", "-");

describe.each(engineIndependent())("the guide on %s", (engine) => {
  const servers = new Map<string, LoopbackServer>();
  const files = new Map<string, Settings["oidc"][number]>();
  let t: TestService;
  beforeAll(async () => {
    const providers = [];
    for (const section of SECTIONS) {
      const server = await LoopbackServer.open();
      servers.set(section, server);
      const { client_secret_file: _file, client_id: _client, ...file } = settingsWith(fileOf(section)).oidc[0]!;
      files.set(section, { ...file, id: idOf(section), issuer: server.url, client_id: "heliogram" });
      providers.push(providerOptions({ ...file, id: idOf(section), issuer: server.url }));
    }
    const chats = [{ title: "Engineering", username: "engineering", creator: "alice" }];
    t = await startWorld(engine, { ...WORLD, chats }, { providers, start_ms: Date.now() });
    for (const section of SECTIONS) {
      const accounts = { ada: CLAIMS[section]! };
      const own = { server: servers.get(section)!, accounts, services: [t.url], id: idOf(section) };
      serveProvider({ ...own, claims: Object.keys(CLAIMS[section]!) }).signs_in = "ada";
    }
  });
  afterAll(async () => {
    await t.stop();
    for (const server of servers.values()) await server.close();
  });

  test("the file of the beginning is read, and the doctor asks its provider", async () => {
    expect(settingsWith(fileOf("The file of providers")).oidc[0]).toMatchObject({
      id: "company",
      update: ["name", "photo"],
    });
    const file = files.get("Keycloak")!;
    const settings = settingsWith(JSON.stringify([file]));
    expect(await checkProviders(settings)).toMatchObject([
      { level: "ok", message: expect.stringContaining("keycloak") },
    ]);
    const wrong = { ...file, issuer: `${file.issuer}/elsewhere` };
    expect(await checkProviders({ ...settings, oidc: [wrong] })).toMatchObject([{ level: "problem" }]);
  });

  test.each(SECTIONS)("people sign in with %s", async (section) => {
    const browser = new Browser();
    const stops = ({ href, pathname }: URL) => href.startsWith(t.url) && !pathname.startsWith("/api/");
    expect(await browser.follow(`${t.url}/api/oidc/${idOf(section)}/start`, stops)).toBe(`${t.url}/`);
    const { user, is_owner } = (await browser.call(t.url, "getProfile")).result;
    const username = section === "Microsoft Entra" ? "entra_ada" : `${section.toLowerCase()}_ada`;
    expect(user).toMatchObject({ first_name: expect.stringContaining("Ada"), username });
    const { chats, owner } = files.get(section)!;
    expect(is_owner === true).toBe(owner !== undefined);
    const member = await t.as("alice", "getChatMember", { chat_id: t.id("Engineering"), user_id: user.id });
    expect(member.status === "member").toBe(Object.keys(chats).length > 0);
  });
});
