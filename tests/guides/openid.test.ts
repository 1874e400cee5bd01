/**
 * The guide about OpenID providers: its files are read as settings, and each is carried out with a provider that answers
 * as the one that it is for.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkProviders } from "heliogram/runtime/doctor/providers.ts";
import { loadSettings } from "heliogram/settings/load.ts";
import type { Settings } from "heliogram/settings/settings.ts";
import { drawPicture } from "../support/media.ts";
import { Browser, CLIENT_ID, ForgingProvider, LoopbackServer, providerOptions } from "../support/oidc.ts";
import { ENTRA_GROUP, providerShapes } from "../support/provider-shapes.ts";
import { engineIndependent, startWorld, WORLD, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const GUIDE = readFileSync(new URL("../../docs/guides/openid.md", import.meta.url), "utf8");
const SECTIONS = ["Keycloak", "Authentik", "Microsoft Entra", "Google", "GitLab"];
const idOf = (section: string) => section.toLowerCase().replace(" ", "-");

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

describe.each(engineIndependent())("the guide on %s", (engine) => {
  const providers = new Map<string, ForgingProvider>();
  const files = new Map<string, Settings["oidc"][number]>();
  /** Microsoft Graph and a host of pictures, and a host to which requests are not allowed. */
  let graph: LoopbackServer;
  let refused: LoopbackServer;
  let shapes: ReturnType<typeof providerShapes>;
  let t: TestService;
  let browser: Browser;
  let graphAnswer: object;
  const asked: string[] = [];

  beforeAll(async () => {
    [graph, refused] = [await LoopbackServer.open("127.0.0.2"), await LoopbackServer.open("127.0.0.3")];
    const picture = await drawPicture(64, 64, "red");
    graph.handle = ({ url = "" }, res) => {
      asked.push(url);
      if (url.startsWith("/photo.png")) return res.writeHead(200).end(picture);
      if (url !== "/oidc/userinfo") return res.writeHead(401).end();
      return res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(graphAnswer));
    };
    refused.handle = (_req, res) => {
      asked.push("a host that is not allowed");
      res.writeHead(200).end(picture);
    };
    shapes = providerShapes(graph.url);
    for (const section of SECTIONS) {
      const provider = await ForgingProvider.open(shapes[section]!);
      providers.set(section, provider);
      const { client_secret_file: _file, ...file } = settingsWith(fileOf(section)).oidc[0]!;
      files.set(section, { ...file, id: idOf(section), issuer: provider.issuer, client_id: CLIENT_ID });
    }
    const options = [...files.values()].map((file) => providerOptions(file));
    const chats = [{ title: "Engineering", username: "engineering", creator: "alice" }];
    const egress = { allow: ["127.0.0.2/32"], allow_everything: false };
    t = await startWorld(engine, { ...WORLD, chats }, { providers: options, start_ms: Date.now(), egress });
  });
  afterAll(async () => {
    await t.stop();
    for (const each of [...providers.values(), graph, refused]) await each.close();
  });
  beforeEach(() => {
    browser = new Browser();
    asked.length = 0;
  });

  /** Signs in with claims that differ from those of the provider. @returns the page that is opened */
  const signIn = async (section: string, id_token: object = {}, userinfo: object = {}) => {
    const [provider, shape] = [providers.get(section)!, shapes[section]!];
    provider.claims = { sub: `${idOf(section)}-1`, ...shape.id_token, ...id_token };
    provider.userinfo = { sub: provider.claims.sub, ...shape.userinfo, ...userinfo };
    graphAnswer = provider.userinfo;
    const { headers } = await browser.get(`${t.url}/api/oidc/${idOf(section)}/start`);
    const response = await browser.get(provider.callback(headers.get("location")!));
    return response.headers.get("location");
  };
  const profile = async () => (await browser.call(t.url, "getProfile")).result;
  const isEngineer = async (user_id: number) =>
    (await t.as("alice", "getChatMember", { chat_id: t.id("Engineering"), user_id })).status === "member";
  const mailOf = async (section: string) => {
    const { result } = await browser.call(t.url, "listIdentities");
    return result.find(({ provider }: { provider: { id: string } }) => provider.id === idOf(section)).identity.email;
  };

  test("the file of the beginning is read, and the doctor asks its provider", async () => {
    expect(settingsWith(fileOf("The file of providers")).oidc[0]).toMatchObject({ update: ["name", "photo"] });
    expect(settingsWith(fileOf("LemonLDAP::NG")).oidc[0]).toMatchObject({ claims: { first_name: "name" } });
    const file = files.get("Authentik")!;
    const settings = settingsWith(JSON.stringify([file]));
    expect(await checkProviders(settings)).toMatchObject([
      { level: "ok", message: expect.stringContaining("authentik") },
    ]);
    const elsewhere = { ...file, issuer: `${file.issuer}elsewhere` };
    expect(await checkProviders({ ...settings, oidc: [elsewhere] })).toMatchObject([{ level: "problem" }]);
    // The library for the protocol takes both for the same.
    const google = { ...files.get("Google")!, issuer: `${files.get("Google")!.issuer}/` };
    expect(await checkProviders({ ...settings, oidc: [google] })).toMatchObject([
      { level: "problem", message: expect.stringContaining(`names itself ${files.get("Google")!.issuer}, and not`) },
    ]);
  });

  test.each(SECTIONS)("people sign in with %s", async (section) => {
    expect(await signIn(section)).toBe("/");
    const { user, is_owner } = await profile();
    expect(user.first_name).toBe(["Authentik", "GitLab"].includes(section) ? "Ada Lovelace" : "Ada");
    expect(user.username).toBe(section === "Microsoft Entra" ? "entra_ada" : `${idOf(section)}_ada`);
    const { chats, owner } = files.get(section)!;
    expect([is_owner === true, await isEngineer(user.id)]).toEqual([
      owner !== undefined,
      Object.keys(chats).length > 0,
    ]);
    expect(await mailOf(section)).toBe(section === "Authentik" ? undefined : shapes[section]!.id_token.email);
  });

  test.each(SECTIONS)("a photo of %s is fetched where nobody has to be signed in for it", async (section) => {
    await signIn(section, { sub: `${idOf(section)}-photo` });
    const isPublic = ["Google", "GitLab"].includes(section);
    const hasPhoto = async () => (await profile()).user.photo !== undefined;
    if (isPublic) await until(hasPhoto, "the photo");
    else if (section === "Microsoft Entra") await until(() => asked.includes("/v1.0/me/photo/$value"), "the request");
    expect(await hasPhoto()).toBe(isPublic);
  });

  test("a photo on a host to which requests are not allowed is not fetched", async () => {
    expect(await signIn("Google", { sub: "google-3", picture: `${refused.url}/photo.png` })).toBe("/");
    const first = browser;
    browser = new Browser();
    await signIn("Google", { sub: "google-4" });
    await until(async () => (await profile()).user.photo !== undefined, "the photo of the next one");
    browser = first;
    expect([asked, (await profile()).user.photo]).toEqual([["/photo.png"], undefined]);
  });

  test("a photo that changes is followed where `update` says so, and the name where it does not stays", async () => {
    const photo = async () => (await profile()).user.photo?.small_file_id;
    await signIn("Google", { sub: "google-5" });
    await until(async () => (await photo()) !== undefined, "the photo");
    const before = await photo();
    await signIn("Google", { sub: "google-5", given_name: "Augusta" });
    await signIn("Google", { sub: "google-5", picture: `${graph.url}/photo.png?2` });
    await until(async () => (await photo()) !== before, "the other photo");
    expect([asked, (await profile()).user.first_name]).toEqual([["/photo.png", "/photo.png?2"], "Ada"]);
  });

  test.each<[string, string, string, object, object?]>([
    ["Keycloak", "domain", "an address of another domain", { email: "eve@example.com" }],
    ["Authentik", "group", "no group", { groups: [] }, { groups: [] }],
    [
      "Authentik",
      "groups_unknown",
      "too many groups",
      { groups: undefined, _claim_names: { groups: "src1" } },
      { groups: undefined },
    ],
    ["Microsoft Entra", "unverified_email", "an address of another tenant", { xms_edov: undefined }],
    ["Microsoft Entra", "no_email", "no address", { email: undefined }, { email: undefined }],
    ["Google", "no_domain", "a private account with such an address", { hd: undefined }, { hd: undefined }],
    ["Google", "domain", "another company", { hd: "example.com" }],
    ["GitLab", "group", "no group", {}, { groups: [] }],
    ["GitLab", "bad_answer", "the userinfo of somebody else", {}, { sub: "gitlab-2" }],
  ])("%s: nobody gets an account (%s) with %s", async (section, fault, _what, id_token, userinfo) => {
    expect(await signIn(section, { sub: `${idOf(section)}-eve`, ...id_token }, userinfo)).toBe(
      `/sign-in?refused=${fault}`,
    );
  });

  test("whoever is in more groups than Entra names keeps chats and rights", async () => {
    await signIn("Microsoft Entra", { sub: "entra-2", preferred_username: "entra_bea" });
    const { user } = await profile();
    const overage = {
      _claim_names: { groups: "src1" },
      _claim_sources: { src1: { endpoint: `${graph.url}/members` } },
    };
    await signIn("Microsoft Entra", { sub: "entra-2", groups: undefined, ...overage });
    expect([await isEngineer(user.id), (await profile()).is_owner]).toEqual([true, true]);
    expect(t.log.filter((line) => line.includes("has not named all values of a claim")).join("")).toContain(
      '["groups"]',
    );
    await signIn("Microsoft Entra", { sub: "entra-2", groups: [], roles: [] });
    expect([await isEngineer(user.id), (await profile()).is_owner]).toEqual([false, false]);
    await signIn("Microsoft Entra", { sub: "entra-2", groups: [ENTRA_GROUP] });
    expect(await isEngineer(user.id)).toBe(true);
  });

  test("an account of Google whose address is not verified has none here", async () => {
    expect(await signIn("Google", { sub: "google-2", email_verified: false })).toBe("/");
    expect(await mailOf("Google")).toBeUndefined();
  });

  test("without the groups of its userinfo nobody is signed in with GitLab", async () => {
    await signIn("GitLab");
    const { user } = await profile();
    const provider = providers.get("GitLab")!;
    provider.userinfo = undefined;
    browser = new Browser();
    const { headers } = await browser.get(`${t.url}/api/oidc/gitlab/start`);
    const response = await browser.get(provider.callback(headers.get("location")!));
    expect([response.headers.get("location"), await isEngineer(user.id)]).toEqual([
      "/sign-in?refused=unavailable",
      true,
    ]);
  });

  test.each(SECTIONS)("a sign-out reaches %s, or comes from there, as far as it can", async (section) => {
    await signIn(section);
    const { logs_out_by, ends_sessions, id_token } = shapes[section]!;
    const { url } = (await browser.call(t.url, "getSignOutAddress")).result;
    expect(url?.includes("/logout?id_token_hint=") ?? false).toBe(ends_sessions);
    if (!logs_out_by) return;
    const provider = providers.get(section)!;
    const now_s = Math.floor(Date.now() / 1000);
    const whose = logs_out_by === "sid" ? { sid: id_token.sid, typ: "Logout" } : {};
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const named = { iss: provider.issuer, aud: CLIENT_ID, sub: `${idOf(section)}-1`, ...whose };
    const token = provider.token({ ...named, iat: now_s, jti: section, events }, { typ: "logout+jwt" });
    const { status } = await t.fetch(`/api/oidc/${idOf(section)}/logout`, {
      method: "POST",
      body: String(new URLSearchParams({ logout_token: token })),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([status, await profile()]).toEqual([200, undefined]);
  });
});
