/** Archives of chats and people: whole, in bounded memory, and without anything that a browser executes. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExport } from "heliogram/cli/admin/export.ts";
import { escapeHtml, htmlMessage, htmlPage } from "heliogram/export/html.ts";
import { writeIsoTime as writeDate } from "heliogram/runtime/iso-time.ts";
import { tarEntry, TAR_END } from "heliogram/export/tar.ts";
import type { Message } from "heliogram/domain/messages.ts";
import { drawPicture } from "../support/media.ts";
import { withFile } from "../support/maintenance.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { unpacked } from "./unpacked.ts";

const TEXTS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</p></article><iframe src=javascript:alert(1)>",
  "' onmouseover='alert(1)",
  "<!--",
  "&lt;script&gt;",
];

/** The tags of a page in order, without the values of their attributes. Escaped text has no `<`. */
function markupOf(html: string): string[] {
  return Array.from(html.matchAll(/<[^>]*>?/g), ([tag]) => tag.replace(/"[^"]*"/g, '""'));
}

const message: Message = {
  ...{ chat_id: -1, message_id: 1, sender_id: 1, sender_chat_id: null, date: 0, edit_date: null },
  ...{ reply_to: null, media_group_id: null, thread_id: null, text: "", content: {} },
};

test("no text becomes markup", () => {
  const plain = markupOf(
    htmlPage(
      "x",
      htmlMessage({ message: { ...message, text: "x" }, from: undefined, reply_page: undefined, at: "then" }, "x"),
    ),
  );
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...TEXTS), fc.string()), (text) => {
      const from = { id: 1, name: text, is_bot: false };
      const article = htmlMessage(
        { message: { ...message, text: text || "x" }, from, reply_page: undefined, at: "then" },
        text,
      );
      expect(markupOf(htmlPage(text, article))).toEqual(plain);
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
    }),
  );
});

test("an archive is what the system's tar reads, and its names are checked", () => {
  const entries = { "a.json": "{}", "files/1.bin": "x".repeat(1000), empty: "" };
  const archive = Buffer.concat([...Object.entries(entries).map(([name, text]) => tarEntry(name, text, 5)), TAR_END]);
  expect(Object.fromEntries([...unpacked(archive)].map(([name, bytes]) => [name, String(bytes)]))).toEqual(entries);
  for (const name of ["../a b", "", "ä", "x".repeat(100)]) expect(() => tarEntry(name, "", 0)).toThrow(RangeError);
});

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  async function archived(command: object): Promise<Map<string, Buffer>> {
    const source = { db: t.service.db, blobs: t.service.blobs, writeDate };
    const chunks: Uint8Array[] = [];
    for await (const chunk of await openExport(source, command as Json)) chunks.push(chunk);
    return unpacked(Buffer.concat(chunks));
  }

  test("a chat: messages, members and files, as JSON and as pages", async () => {
    const team = t.id("Team");
    const picture = await drawPicture(12, 12, "#00ff00");
    for (const text of TEXTS) await t.as("bob", "sendMessage", { chat_id: team, text });
    const page = Buffer.from("<script>alert(1)</script>");
    await t.as("alice", "sendPhoto", withFile({ chat_id: team, caption: "green", photo: picture }));
    const form = withFile({ chat_id: team });
    form.set("document", new Blob([page], { type: "text/html" }), 'evil".html');
    await t.as("alice", "sendDocument", form);
    const files = await archived({ command: "export chat", chat: "team" });
    const messages: Json[] = JSON.parse(String(files.get("messages-00001.json")));
    expect(messages.map(({ text }) => text)).toEqual(expect.arrayContaining([...TEXTS, "green"]));
    expect(messages.find(({ text }) => text === TEXTS[0]).from.name).toBe("Bob");
    const members: Json[] = JSON.parse(String(files.get("members-00001.json")));
    expect(members.map(({ username }) => username)).toContain("guard_bot");
    const html = String(files.get("messages-00001.html"));
    const tags = markupOf(html).join(" ");
    expect(tags).not.toMatch(/<(script|iframe|object|embed)|\son\w+=/i);
    expect(html).not.toMatch(/https?:/);
    // Files have names that no browser executes, and each link leads to one.
    const names = [...files.keys()].filter((name) => name.startsWith("files/"));
    expect(names.every((name) => /\.(jpg|bin|png)$/.test(name))).toBe(true);
    for (const [, name] of html.matchAll(/(?:src|href)="(files[^"]*)"/g)) expect(names).toContain(name);
    expect([...files.values()].some((bytes) => bytes.equals(page))).toBe(true);
    expect(String(files.get("index.html"))).toContain('href="messages-00001.html"');
  });

  test("a person: what they gave and did, and nothing of others", async () => {
    await t.as("bob", "editProfile", { about: "about bob" });
    await t.as("carla", "sendMessage", { chat_id: t.id("Team"), text: "of carla" });
    await t.as("bob", "saveDraft", { chat_id: t.id("Team"), text: "bob's draft" });
    await t.as("alice", "setForum", { chat_id: t.id("Team"), is_forum: true });
    await t.as("bob", "saveDraft", { chat_id: t.id("Team"), message_thread_id: 1, text: "bob's topic draft" });
    const own = await drawPicture(9, 9, "#ff0000");
    await t.as("bob", "sendPhoto", withFile({ chat_id: t.id("Private"), caption: "mine", photo: own }));
    const files = await archived({ command: "export person", person: "bob" });
    const all = [...files].map(([, bytes]) => String(bytes)).join("\n");
    for (const text of ["about bob", "bob's draft", "bob's topic draft", "mine", TEXTS[0]!.slice(1, 7)])
      expect(all).toContain(text);
    expect(all).not.toContain("of carla");
    expect([...files.keys()].filter((name) => name.startsWith("files/"))).toHaveLength(1);
    const { entries } = await t.as("alice", "listAudit", { limit: 5 });
    expect(entries.map(({ action }: Json) => action)).toContain("person_exported");
  });

  test("who does not exist is named", async () => {
    await expect(archived({ command: "export chat", chat: "nothing" })).rejects.toThrow("nothing");
    await expect(archived({ command: "export person", person: "nobody" })).rejects.toThrow("nobody");
  });
});
