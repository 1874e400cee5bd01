/** The files of recorded calls: uploads, file_ids and addresses lead to what the service has stored of them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { drawPicture, silence } from "../support/media.ts";
import { advanceUntilRemoved, withFile } from "../support/maintenance.ts";
import { engineIndependent, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { exchange } from "../support/http-client.ts";
import { develop } from "./developer-calls.ts";
import { newWorld } from "./developer-worlds.ts";

let t: TestService;
afterEach(() => t.stop());

const picture = async (colour = "teal") => Uint8Array.from(await drawPicture(400, 300, colour));
const text = (content: string) => new TextEncoder().encode(content);

/** The files of the newest call. */
async function filesOfNewest(world?: string): Promise<Json[]> {
  const { calls } = await develop(t, "listCalls", { limit: 1, world });
  return (await develop(t, "listCallFiles", { id: calls.at(-1).id, world })).files;
}

/** Downloads a file as a page of the service does. */
function download(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(t.url + path, { headers: { "sec-fetch-site": "same-origin", ...headers } });
}

/** Serves one picture. @returns its address, and what ends the server */
async function serveElsewhere(content: Uint8Array) {
  const server = createServer((_req, res) => res.end(content)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/far.png`, end: () => server.close() };
}

describe.each(engineIndependent())("on %s", (engine) => {
  test("an upload, its thumbnail, a file_id and an address", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    const chat_id = t.id("alice");
    const sent = await t.ok("echo_bot", "sendPhoto", withFile({ chat_id, photo: await picture() }));
    const [photo, ...more] = await filesOfNewest();
    expect(more).toEqual([]);
    expect(photo).toMatchObject({
      in: "params",
      field: "photo",
      source: "upload",
      file_name: "file",
      stored: { kind: "photo", mime_type: "image/jpeg", width: 400, height: 300 },
    });
    const whole = await download(photo.stored.path);
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await whole.arrayBuffer()).byteLength).toBe(photo.stored.size);
    expect((await download(photo.stored.preview_path)).headers.get("content-type")).toBe("image/jpeg");

    await t.ok("echo_bot", "sendPhoto", { chat_id, photo: sent.photo[0].file_id });
    const again = { in: "params", field: "photo", source: "file_id", stored: photo.stored };
    expect(await filesOfNewest()).toEqual([again]);

    const elsewhere = await serveElsewhere(await picture("plum"));
    await t.ok("echo_bot", "sendPhoto", { chat_id, photo: elsewhere.url });
    elsewhere.end();
    const [fetched] = await filesOfNewest();
    expect(fetched).toMatchObject({ field: "photo", source: "address", stored: { kind: "photo" } });
    expect(fetched.stored.path).not.toBe(photo.stored.path);

    const song = withFile({ chat_id, audio: silence(1), thumbnail: Uint8Array.from(await drawPicture(90, 60, "red")) });
    await t.ok("echo_bot", "sendAudio", song);
    const [audio, thumbnail] = await filesOfNewest();
    expect(audio).toMatchObject({ field: "audio", stored: { kind: "audio", mime_type: "audio/wav", duration: 1 } });
    expect(thumbnail).toMatchObject({ field: "thumbnail", stored: { mime_type: "image/jpeg", width: 90, height: 60 } });
    expect(thumbnail.stored.path).toBe(audio.stored.preview_path);
    const part = await download(audio.stored.path, { range: "bytes=0-3" });
    expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
  });

  test("a file that is gone, and files that were never kept", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    const chat_id = t.id("alice");
    const form = () => withFile({ chat_id, document: text("four") });
    const { message_id } = await t.ok("echo_bot", "sendDocument", form());
    const [document] = await filesOfNewest();
    expect(await (await download(document.stored.path)).text()).toBe("four");
    const { calls } = await develop(t, "listCalls", { limit: 1 });
    await t.ok("echo_bot", "deleteMessage", { chat_id, message_id });
    await advanceUntilRemoved(t);
    const { stored: _, ...gone } = document;
    expect((await develop(t, "listCallFiles", { id: calls.at(-1).id })).files).toEqual([gone]);
    expect((await download(document.stored.path)).status).toBe(404);

    const refused = withFile({ chat_id, photo: text("no picture") });
    expect((await t.bot("echo_bot", "sendPhoto", refused)).status).toBe(400);
    expect(await filesOfNewest()).toEqual([expect.not.objectContaining({ stored: expect.anything() })]);
    await t.bot("echo_bot", "sendPhoto", { chat_id, photo: "AQAAno-file-of-ours" });
    expect(await filesOfNewest()).toEqual([]);
  });
});

test("albums, photos of chats, and files in responses", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const [alice, team] = [t.id("alice"), t.id("Team")];
  const elsewhere = await serveElsewhere(await picture("plum"));
  const { photo } = await t.ok("echo_bot", "sendPhoto", withFile({ chat_id: alice, photo: await picture("navy") }));
  const media = [
    { type: "photo", media: "attach://first" },
    { type: "photo", media: elsewhere.url },
    { type: "photo", media: photo[0].file_id },
  ];
  const album = withFile({ chat_id: alice, media: JSON.stringify(media), first: await picture() });
  await t.ok("echo_bot", "sendMediaGroup", album);
  elsewhere.end();
  const files = await filesOfNewest();
  expect(files.map(({ field, source }) => `${field} ${source}`)).toEqual([
    "first upload",
    "media[1].media address",
    "media[2].media file_id",
  ]);
  const bytes = files.map(async ({ stored }) => Buffer.from(await (await download(stored.path)).arrayBuffer()));
  expect(new Set((await Promise.all(bytes)).map((each) => each.toString("hex"))).size).toBe(3);

  await t.ok("guard_bot", "setChatPhoto", withFile({ chat_id: team, photo: await picture("olive") }));
  expect(await filesOfNewest()).toMatchObject([{ field: "photo", source: "upload", stored: { kind: "photo" } }]);
  await t.ok("guard_bot", "getChat", { chat_id: team });
  expect(await filesOfNewest()).toMatchObject([{ in: "response", field: "photo.small_file_id" }]);

  await t.ok("echo_bot", "getUpdates", { offset: -1 });
  await t.as("alice", "sendDocument", withFile({ chat_id: t.id("echo_bot"), document: text("a,b") }));
  expect(await filesOfNewest()).toMatchObject([{ in: "params", field: "document", size: 3 }]);
  await t.ok("echo_bot", "getUpdates", { offset: -1 });
  expect(await filesOfNewest()).toMatchObject([
    { in: "response", field: "[0].message.document.file_id", stored: { kind: "document", size: 3 } },
  ]);
});

test("are read by the pages of this service alone, and without running", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const html = withFile({ chat_id: t.id("alice"), document: text("<script>alert(1)</script>") });
  await t.ok("echo_bot", "sendDocument", html);
  const [{ stored }] = await filesOfNewest();
  const { headers } = await download(stored.path);
  expect(headers.get("content-disposition")).toMatch(/^attachment/);
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect((await download(stored.path, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  // A browser that reads it for a page of a name pointed to this machine says nothing about the page.
  for (const method of ["GET", "HEAD"]) {
    for (const [host, status] of [
      ["evil.example", 403],
      ["evil.example:80", 403],
      ["127.0.0.1:1", 200],
      ["localhost", 200],
    ] as const) {
      expect([host, (await exchange(t.url + stored.path, { method, headers: { host } })).status]).toEqual([
        host,
        status,
      ]);
    }
  }
  expect((await fetch(t.url + stored.path, { method: "POST" })).status).toBe(405);

  const { file_id } = (
    await t.ok("echo_bot", "sendDocument", withFile({ chat_id: t.id("alice"), document: text("x") }))
  ).document;
  expect((await download(`/developer/file/main/document/${file_id}`)).status).toBe(404);
  const developers_id = stored.path.split("/").at(-1);
  expect((await t.bot("echo_bot", "getFile", { file_id: developers_id })).status).toBe(400);
  expect((await t.post("/developer/listCallFiles", { id: 999 })).body.reason).toBe("CALL_NOT_FOUND");
});

test("belong to the world of their call", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const world = await newWorld(t, { name: "other", content: WORLD });
  const form = withFile({ chat_id: world.id("alice"), document: text("elsewhere") });
  expect((await t.post(`/bot${world.token("echo_bot")}/sendDocument`, form)).status).toBe(200);
  const [{ stored }] = await filesOfNewest("other");
  expect(stored.path).toMatch(/^\/developer\/file\/other\//);
  expect(await (await download(stored.path)).text()).toBe("elsewhere");
  expect((await download(stored.path.replace("other", "main"))).status).toBe(404);
  expect((await download(stored.path.replace("other", "none"))).status).toBe(404);
  await develop(t, "saveSnapshot", { world: "other", snapshot: "now" });
  await develop(t, "restoreSnapshot", { world: "other", snapshot: "now" });
  expect(await (await download(stored.path)).text()).toBe("elsewhere");
});

test("without recorded bodies, uploads are still found; without developer mode nothing is served", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  await develop(t, "setRecording", { bodies: false });
  await t.ok("echo_bot", "sendDocument", withFile({ chat_id: t.id("alice"), document: text("four") }));
  const [{ stored }] = await filesOfNewest();
  expect(await (await download(stored.path)).text()).toBe("four");
  await t.stop();
  t = await startWorld("memory", WORLD);
  expect((await download(stored.path)).status).toBe(404);
});
