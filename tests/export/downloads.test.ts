/** Archives by HTTP: who gets one, what is in it, and what a download holds while it runs. */
import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ArchiveLink } from "@heliogram/shared/wire.ts";
import { newAppSecret } from "heliogram/app/accounts/authenticator-app.ts";
import { setUpApp } from "heliogram/app/accounts/second-factor.ts";
import { insertIdentity } from "heliogram/store/queries/accounts/identities.ts";
import { insertPasskey } from "heliogram/store/queries/accounts/passkeys.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { confirmAddress } from "../support/mailed-service.ts";
import { withFile } from "../support/maintenance.ts";
import { engines, START_S, startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { unpacked } from "./unpacked.ts";

/** More than the buffers of a connection hold. */
const LARGE_BYTES = 16 * 1024 * 1024;

interface Get {
  readonly by: string;
  readonly at?: TestService;
  readonly init?: RequestInit;
}

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  /** Another node on the same store, where the engine has them. */
  let other: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
    other = engine === "postgres" ? await t.join() : t;
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "of bob" });
    await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "of alice" });
    await t.as("bob", "sendMessage", { chat_id: t.id("Private"), text: "hidden" });
  });
  afterAll(async () => {
    if (other !== t) await other.stop();
    await t.stop();
  });

  function get({ path }: Pick<ArchiveLink, "path">, { by, at = other, init = {} }: Get): Promise<Response> {
    return fetch(`${at.url}${path}`, { ...init, headers: { authorization: `Bearer ${t.accessToken(by)}` } });
  }

  async function downloaded(link: ArchiveLink, by: string): Promise<Map<string, Buffer>> {
    const response = await get(link, { by });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    return unpacked(Buffer.from(await response.arrayBuffer()));
  }

  const textOf = (files: Map<string, Buffer>) => [...files.values()].map(String).join("\n");

  test("a person gets their own data, and each export is on record", async () => {
    const link: ArchiveLink = await t.as("bob", "exportOwnData");
    const files = await downloaded(link, "bob");
    expect(textOf(files)).toContain("hidden");
    expect(textOf(files)).not.toContain("of alice");
    const [entry] = (await t.as("alice", "listAudit", { limit: 1 })).entries as Json[];
    expect(entry).toMatchObject({ action: "person_exported", origin: "person", actor: { username: "bob" } });
  });

  test("they have how the person signs in, and nothing by which somebody could", async () => {
    const { db, deps } = t.service;
    const person_id = t.id("bob");
    const secrets = { credential_id: "the-credential", public_key: "the-public-key", user_handle: "the-user-handle" };
    const passkey = {
      name: "Laptop",
      rp_id: "chat.example.org",
      is_synced: true,
      transports: ["internal"],
      counter: 7,
    };
    const identity = { issuer: "https://sso.example.org", subject: "bob-at-work", email: "bob@example.org" };
    const secret = newAppSecret(deps.random.bytes);
    await confirmAddress(t, "bob", "bob@home.example.org");
    const codes = await db.write(async (tx) => {
      await insertPasskey(tx, { ...secrets, ...passkey, id: 1, person_id, created_at: START_S });
      await insertIdentity(tx, { ...identity, person_id }, START_S);
      return setUpApp(tx, deps, person_id, { secret, step: 0 }, START_S);
    });
    const files = await downloaded(await t.as("bob", "exportOwnData"), "bob");
    expect(JSON.parse(String(files.get("profile.json")))).toMatchObject({
      mail_address: "bob@home.example.org",
      second_factor: { since: START_S, codes_left: 10 },
      passkeys: [{ name: "Laptop", created_at: START_S, used_at: null, synced: true, domain: "chat.example.org" }],
      sessions: [{ way: "developer" }],
      identities: [{ ...identity, created_at: START_S, used_at: START_S }],
    });
    for (const hidden of [...Object.values(secrets), secret, ...codes, t.accessToken("bob")])
      expect(textOf(files)).not.toContain(hidden);
  });

  test("an owner of the service gets what is asked for under the name that it has", async () => {
    const person = await t.as("alice", "exportPerson", { user_id: t.id("bob") });
    expect((await get(person, { by: "alice" })).headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''bob.tar.gz",
    );
    const files = await downloaded(await t.as("alice", "exportAnyChat", { chat_id: t.id("Team") }), "alice");
    expect(textOf(files)).toContain("of bob");
    expect([...files.keys()]).toEqual(expect.arrayContaining(["index.html", "messages-00001.html", "chat.json"]));
  });

  test("a link is for its account, for a minute, and as long as the right to it lasts", async () => {
    const link = await t.as("alice", "exportChat", { chat_id: t.id("Private") });
    expect((await get(link, { by: "bob" })).status).toBe(404);
    expect((await t.fetch(link.path)).status).toBe(401);
    expect((await get(link, { by: "alice", init: { method: "POST" } })).status).toBe(405);
    const cookie = `heliogram-${new URL(other.url).port}=${t.accessToken("alice")}`;
    const asPage = (site: string) =>
      fetch(`${other.url}${link.path}`, { method: "HEAD", headers: { cookie, "sec-fetch-site": site } });
    expect((await asPage("cross-site")).status).toBe(403);
    expect((await asPage("same-origin")).status).toBe(200);
    for (const path of [link.path.replace("chat/", "person/"), link.path.slice(0, -1), link.path.replace(/-\d/, "-2")])
      expect((await get({ path }, { by: "alice" })).status).toBe(404);
    const head = await get(link, { by: "alice", init: { method: "HEAD" } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const node of new Set([t, other])) node.clock.advance(61_000);
    expect((await get(link, { by: "alice" })).status).toBe(404);
    const lost = await t.as("alice", "exportChat", { chat_id: t.id("Private") });
    await t.as("alice", "makeOwner", { user_id: t.id("dave") });
    await t.as("alice", "transferOwnership", { chat_id: t.id("Private"), user_id: t.id("bob") });
    await t.as("dave", "unmakeOwner", { user_id: t.id("alice") });
    expect((await get(lost, { by: "alice" })).status).toBe(404);
  });
});

describe("a download that its client does not read", () => {
  let t: TestService;
  let link: ArchiveLink;
  beforeAll(async () => {
    t = await startWorld("sqlite");
    const form = withFile({ chat_id: t.id("Team") });
    form.set("document", new Blob([randomBytes(LARGE_BYTES)]), "large.bin");
    await t.as("alice", "sendDocument", form);
    link = await t.as("alice", "exportOwnData");
  });
  afterAll(() => t.stop());

  const get = (init: RequestInit = {}) =>
    fetch(`${t.url}${link.path}`, { ...init, headers: { authorization: `Bearer ${t.accessToken("alice")}` } });

  /** Files of the service's folder for stored files that this process has open. */
  function openBlobs(): number {
    return readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${t.dir}/media/blobs`);
      } catch {
        return false;
      }
    }).length;
  }

  test("holds one turn and one file, and releases both when the client leaves", async () => {
    const leaving = new AbortController();
    await get({ signal: leaving.signal });
    await until(() => openBlobs() === 1, "the file of the archive");
    leaving.abort();
    await until(() => openBlobs() === 0, "the release of the file");
    expect((await (await get()).arrayBuffer()).byteLength).toBeGreaterThan(LARGE_BYTES);
  });

  test.runIf(LONG_RUN)("lets one more of the account wait for twenty seconds, and refuses others at once", async () => {
    const first = await get();
    const second = get();
    await until(async () => (await get({ method: "HEAD" })).status === 429, "the place in the queue to be taken");
    const third = await get();
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "30"]);
    t.clock.advance(20_000);
    expect((await second).status).toBe(429);
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(LARGE_BYTES);
    const next = await get();
    expect(next.status).toBe(200);
    await next.body!.cancel();
  });

  test("is closed when the client takes less than a megabyte in a minute", async () => {
    const slow = await get();
    await until(() => openBlobs() === 1, "the file of the archive");
    // What the buffers of the connection hold counts as taken.
    await until(() => {
      t.clock.advance(60_000);
      return openBlobs() === 0;
    }, "the end of the download");
    await expect(slow.arrayBuffer()).rejects.toThrow("terminated");
  });
});
