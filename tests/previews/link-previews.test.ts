/** Previews of links: fetched after the send, shown to people alone, with nothing of whoever links or looks (behaviour.md §4). */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findPage } from "heliogram/store/queries/messages/web-pages.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { advanceUntilRemoved, sha256, storedBlobs } from "../support/maintenance.ts";
import { drawPicture } from "../support/media.ts";
import { PageServer } from "../support/page-server.ts";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { until } from "../support/until.ts";

const html = (head: string) => `<!doctype html><html><head>${head}</head><body>Hello</body></html>`;
const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;

describe.each(enginesInTurn())("previews of links on %s", (engine) => {
  let t: TestService;
  let pages: PageServer;
  let team: number;
  let n = 0;
  beforeAll(async () => {
    pages = await new PageServer().listen();
    t = await startWorld(engine, undefined, {
      link_previews: true,
      session_s: 365 * 86_400,
      egress: { allow: ["127.0.0.1/32"], allow_everything: false },
      resolve: async (name) => [{ address: name === "inside.example" ? "10.0.0.1" : "127.0.0.1", family: 4 }],
    });
    team = t.id("Team");
  });
  afterAll(async () => {
    await t.stop();
    await pages.close();
  });
  // The limits of accounts and hosts have their bursts again.
  beforeEach(() => t.clock.advance(120_000));

  const path = (name: string) => `/${name}-${(n += 1)}`;
  const say = (text: string, params: object = {}): Promise<Json> =>
    t.as("alice", "sendMessage", { chat_id: team, text, ...params });
  const seen = async ({ message_id }: Json, by = "bob"): Promise<Json> => {
    const { messages } = await t.as(by, "getHistory", { chat_id: team, limit: 50 });
    return messages.find((each: Json) => each.message_id === message_id);
  };
  const preview = (message: Json): Promise<Json> =>
    until(async () => (await seen(message)).web_page, `the preview of message ${message.message_id}`);
  const download = ({ file_id }: Json): Promise<Answer> =>
    t.fetch(`/api/file/photo/${file_id}`, { headers: { authorization: `Bearer ${t.accessToken("bob")}` } });
  /** Sends a message, and another one whose preview is fetched after it. @returns the first as it is then */
  const without = async (sent: Json): Promise<Json> => {
    const marker = await say(pages.page("marker.example", path("marker"), html("<title>Marker</title>")));
    await preview(marker);
    await until(() => t.service.db.read(async () => true), "a read");
    return seen(sent);
  };

  test("a page's title, description, site and picture arrive as an event that is no edit", async () => {
    const picture = path("picture.png");
    const bytes = await drawPicture(1600, 900, "#336699");
    pages.at("site.example", picture, (res) => res.writeHead(200, { "content-type": "image/png" }).end(bytes));
    const head = og("title", "A &amp; B") + og("description", "What  it\n is") + og("site_name", "Site");
    const url = pages.page("site.example", path("page"), html(`<title>Other</title>${head}${og("image", picture)}`));
    const socket = new StreamSocket(t, "bob");
    await socket.until(({ type }) => type === "hello");
    const sent = await say(`see ${url}#part`);
    expect(sent.web_page).toBeUndefined();
    const { message } = await socket.until(({ kind, message: shown }) => kind === "edit" && shown?.web_page);
    socket.close();
    expect(message.edit_date).toBeUndefined();
    const { photo, ...rest } = message.web_page;
    expect(rest).toEqual({ url: `${url}#part`, site_name: "Site", title: "A & B", description: "What it is" });
    expect(Math.max(...photo.map((each: Json) => each.width))).toBe(800);
    const file = await download(photo.at(-1));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    // The request has nothing of the sender: no cookie, no referrer, no language.
    const [asked] = pages.requests.filter((each) => url.endsWith(each.path));
    expect(asked!.headers).toEqual({
      "user-agent": "HeliogramBot (like TwitterBot)",
      "accept-encoding": "gzip, deflate, br",
      accept: "text/html,application/xhtml+xml,image/*;q=0.8",
      host: `site.example:${pages.port}`,
      connection: expect.any(String),
    });
  });

  test("bots get no preview and no update for it", async () => {
    await t.ok("guard_bot", "getUpdates", { offset: -1 });
    const sent = await say(pages.page("bots.example", path("page"), html("<title>For people</title>")));
    await preview(sent);
    const updates: Json[] = await t.ok("guard_bot", "getUpdates", { offset: 0 });
    const about = updates.filter(({ message, edited_message }) => (message ?? edited_message)?.text === sent.text);
    expect(about.map((each) => Object.keys(each)[1])).toEqual(["message"]);
    const copy = { chat_id: t.id("alice"), from_chat_id: team, message_id: sent.message_id };
    expect((await t.ok("guard_bot", "forwardMessage", copy)).web_page).toBeUndefined();
  });

  test("an address is fetched once for many messages, and again when it has expired", async () => {
    const at = path("page");
    const url = pages.page("cache.example", at, html("<title>Cached</title>"));
    const sent = await Promise.all([
      say(url),
      say(`${url}#a`),
      t.ok("echo_bot", "sendMessage", { chat_id: team, text: url }),
    ]);
    for (const each of sent) expect((await preview(each)).title).toBe("Cached");
    await preview(await say(url));
    expect(pages.count(at)).toBe(1);
    t.clock.advance(25 * 3_600_000);
    await preview(await say(url));
    expect(pages.count(at)).toBe(2);
  });

  test("a page without a preview is not asked for again for an hour", async () => {
    const at = path("nothing");
    const url = pages.page("none.example", at, html(""));
    expect((await without(await say(url))).web_page).toBeUndefined();
    expect((await without(await say(url))).web_page).toBeUndefined();
    expect(pages.count(at)).toBe(1);
    t.clock.advance(3_700_000);
    await without(await say(url));
    expect(pages.count(at)).toBe(2);
  });

  test("the options of the sender are followed", async () => {
    const [first, second] = [path("first"), path("second")];
    const text = pages.page("first.example", first, html("<title>First</title>"));
    const url = pages.page("second.example", second, html("<title>Second</title>"));
    const disabled = await say(text, { link_preview_options: { is_disabled: true } });
    const old = await say(text, { disable_web_page_preview: true });
    const other = await say(text, { link_preview_options: { url, show_above_text: true } });
    expect((await preview(other)).title).toBe("Second");
    for (const each of [disabled, old]) expect((await without(each)).web_page).toBeUndefined();
    expect(pages.count(first)).toBe(0);
    const linked = await say("here", { entities: [{ type: "text_link", offset: 0, length: 4, url }] });
    expect((await preview(linked)).url).toBe(url);
    const plain = await say("no link", { link_preview_options: { url: "ftp://second.example/" } });
    expect((await without(plain)).web_page).toBeUndefined();
  });

  test("an edit changes the preview with the link, and removes it on demand", async () => {
    const [a, b] = ["A", "B"].map((title) => pages.page("edit.example", path(title), html(`<title>${title}</title>`)));
    const sent = await say(a!);
    await preview(sent);
    const edit = (params: object): Promise<Json> =>
      t.as("alice", "editMessageText", { chat_id: team, message_id: sent.message_id, ...params });
    expect((await edit({ text: `still ${a}` })).web_page.title).toBe("A");
    expect((await edit({ text: `now ${b}` })).web_page).toBeUndefined();
    // More edits may follow: the page is fetched after the last one.
    await edit({ text: `now really ${b}` });
    expect(pages.count(new URL(b!).pathname)).toBe(0);
    t.clock.advance(3000);
    await until(async () => (await seen(sent)).web_page?.title === "B", "the preview of the other page");
    const hidden = await edit({ text: `now really ${b}`, link_preview_options: { is_disabled: true } });
    expect(hidden.web_page).toBeUndefined();
    expect((await edit({ text: "no link" })).web_page).toBeUndefined();
  });

  test("a forwarded message keeps its preview, and a deleted one gets none", async () => {
    const url = pages.page("forward.example", path("page"), html("<title>Forwarded</title>"));
    const sent = await say(url);
    await preview(sent);
    const { message_id } = sent;
    const forwarded = await t.as("alice", "forwardMessage", { chat_id: team, from_chat_id: team, message_id });
    expect(forwarded.web_page.title).toBe("Forwarded");
    let answer = () => {};
    const at = path("late");
    const late = pages.at("late.example", at, (res) => {
      answer = () => res.writeHead(200, { "content-type": "text/html" }).end(html("<title>Late</title>"));
    });
    const gone = await say(late);
    await until(() => pages.count(at) === 1, "the request for the page");
    await t.as("alice", "deleteMessage", { chat_id: team, message_id: gone.message_id });
    answer();
    expect(await without(gone)).toBeUndefined();
  });

  test("a chat and a member can be without previews", async () => {
    const url = pages.page("setting.example", path("page"), html("<title>Setting</title>"));
    const first = await say(url);
    await preview(first);
    const set = (by: string, enabled: boolean) => t.person(by, "setChatLinkPreviews", { chat_id: team, enabled });
    const permit = (permissions: object) => t.as("alice", "setChatPermissions", { chat_id: team, permissions });
    const all = { can_send_messages: true, can_send_other_messages: true, can_add_web_page_previews: true };
    await permit(all);
    expect((await set("bob", false)).status).toBe(403);
    expect((await set("alice", false)).body.result).toBe(true);
    expect((await t.as("bob", "getChat", { chat_id: team })).link_previews_disabled).toBe(true);
    const { message_id } = first;
    const off = [
      await say(url),
      await t.as("alice", "forwardMessage", { chat_id: team, from_chat_id: team, message_id }),
    ];
    await set("alice", true);
    for (const each of off) expect((await without(each)).web_page).toBeUndefined();
    expect((await seen(first)).web_page.title).toBe("Setting");
    await permit({ can_send_messages: true });
    const restricted = await t.as("bob", "sendMessage", { chat_id: team, text: url });
    expect((await without(restricted)).web_page).toBeUndefined();
    expect((await preview(await say(url))).title).toBe("Setting");
    await permit(all);
  });

  describe("what a page can do wrong", () => {
    const outcomes = async () => {
      const metrics = String((await t.fetch("/metrics")).body);
      const of = (outcome: string) =>
        Number(new RegExp(`link_previews_total\\{outcome="${outcome}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
      return { found: of("found"), others: of("none") + of("failed") };
    };
    const none = async (url: string) => {
      const before = await outcomes();
      const sent = await say(url);
      await until(async () => (await outcomes()).others === before.others + 1, `the outcome of ${url}`);
      expect(await outcomes()).toEqual({ found: before.found, others: before.others + 1 });
      expect((await seen(sent)).web_page).toBeUndefined();
    };

    test("redirects are followed, but not for ever and not to addresses that are refused", async () => {
      const target = pages.page("end.example", path("end"), html("<title>End</title>"));
      const sent = await say(pages.redirect("start.example", path("start"), target, 301));
      expect(await preview(sent)).toEqual({ url: sent.text, title: "End" });
      const loop = path("loop");
      await none(pages.redirect("loop.example", loop, loop));
      expect(pages.count(loop)).toBe(6);
      const inside = path("inside");
      pages.page("inside.example", inside, html("<title>Inside</title>"));
      for (const host of [
        "inside.example",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]",
        "0.0.0.0",
        "localhost.example@127.0.0.1",
      ])
        await none(pages.redirect("start.example", path("start"), `http://${host}:${pages.port}${inside}`));
      await none(pages.redirect("start.example", path("start"), "file:///etc/passwd"));
      expect(pages.count(inside)).toBe(0);
    });

    test("an address that is refused is not asked, also for a picture or an oEmbed document", async () => {
      const inside = path("inside");
      const at = `http://inside.example:${pages.port}${inside}`;
      pages.page("inside.example", inside, html("<title>Inside</title>"));
      await none(at);
      const oembed = `<link rel="alternate" type="application/json+oembed" href="${at}">`;
      const sent = await say(
        pages.page("outside.example", path("page"), html(`<title>Out</title>${og("image", at)}${oembed}`)),
      );
      expect(await preview(sent)).toEqual({ url: sent.text, title: "Out" });
      expect(pages.count(inside)).toBe(0);
    });

    test("only the beginning of a huge page is read", async () => {
      let sent_bytes = 0;
      const endless = pages.at("huge.example", path("huge"), (res) => {
        res.writeHead(200, { "content-type": "text/html" });
        res.write("<title>Huge</title>");
        const part = Buffer.alloc(64 * 1024, "<p>");
        const more = () => {
          if (res.destroyed) return;
          sent_bytes += part.length;
          if (res.write(part)) setImmediate(more);
          else res.once("drain", more);
        };
        more();
      });
      expect((await preview(await say(endless))).title).toBe("Huge");
      // What is on the way when the connection ends.
      expect(sent_bytes).toBeLessThan(16 * 1024 * 1024);
    });

    test("a compressed page is read, and a bomb ends at the limit", async () => {
      const packed = (body: string) => {
        const bytes = gzipSync(body);
        return pages.at("packed.example", path("packed"), (res) =>
          res.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(bytes),
        );
      };
      expect((await preview(await say(packed(html("<title>Packed</title>"))))).title).toBe("Packed");
      const bomb = packed(`<head><title>Bomb</title>${" ".repeat(200 * 1024 * 1024)}</head>`);
      const before = process.memoryUsage.rss();
      expect((await preview(await say(bomb))).title).toBe("Bomb");
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
      const unknown = pages.at("packed.example", path("unknown"), (res) =>
        res.writeHead(200, { "content-type": "text/html", "content-encoding": "lzma" }).end("x"),
      );
      await none(unknown);
    });

    test("a body that stops ends by the time limit", async () => {
      const at = path("slow");
      const slow = pages.at("slow.example", at, (res) => {
        res.writeHead(200, { "content-type": "text/html" });
        res.write("<head><title>Slow</title>");
      });
      const sent = await say(slow);
      await until(() => pages.count(at) === 1, "the request for the slow page");
      t.clock.advance(20_000);
      expect((await without(sent)).web_page).toBeUndefined();
    });

    test("what is no page has no preview, and a picture is its own", async () => {
      await none(pages.page("file.example", path("file"), "<title>No</title>", "application/pdf"));
      await none(pages.at("file.example", path("gone"), (res) => res.writeHead(410).end("<title>Gone</title>")));
      const bytes = await drawPicture(40, 30, "red");
      const picture = pages.page("file.example", path("picture"), bytes, "image/png");
      const { photo, ...rest } = await preview(await say(picture));
      expect([rest, photo[0].width]).toEqual([{ url: picture, has_large_media: true }, 40]);
    });

    test("a picture that cannot be read leaves the preview without one", async () => {
      const bomb = pngOf(50_000, 50_000);
      const large = Buffer.alloc(6 * 1024 * 1024, 1);
      for (const [name, bytes] of [
        ["bomb", bomb],
        ["large", large],
        ["text", Buffer.from("<svg/>")],
      ] as const) {
        const at = path(name);
        pages.page("pictures.example", at, bytes, "image/png");
        const sent = await say(
          pages.page("pictures.example", path("page"), html(`<title>${name}</title>${og("image", at)}`)),
        );
        expect(await preview(sent)).toEqual({ url: sent.text, title: name });
      }
      // A bad picture of a page does not keep the person who links to it from sending their own.
      const form = new FormData();
      form.set("chat_id", String(team));
      form.set("photo", new Blob([Uint8Array.from(await drawPicture(9, 9, "#336699"))]), "a.png");
      expect((await t.as("alice", "sendPhoto", form)).photo).toHaveLength(1);
    });

    test("an oEmbed document completes what the page does not say", async () => {
      const at = path("oembed");
      pages.page(
        "oembed.example",
        at,
        JSON.stringify({ title: "From oEmbed", provider_name: "Tube", author_name: "Ann" }),
        "application/json",
      );
      const head = `<title>Own</title><link rel="alternate" type="application/json+oembed" href="${at}">`;
      const sent = await say(pages.page("oembed.example", path("page"), html(head)));
      expect(await preview(sent)).toEqual({ url: sent.text, site_name: "Tube", title: "Own", description: "Ann" });
    });
  });

  test("one account has few pages fetched at a time, and others do not wait for it", async () => {
    const held: (() => void)[] = [];
    const urls = Array.from({ length: 30 }, (_, i) =>
      pages.at(`held${i}.example`, path("held"), (res) =>
        held.push(() => res.writeHead(200, { "content-type": "text/html" }).end(html(`<title>${i}</title>`))),
      ),
    );
    for (const url of urls) await say(url);
    await until(() => held.length === 2, "two requests of one account");
    const other = await t.as("bob", "sendMessage", {
      chat_id: team,
      text: pages.page("other.example", path("other"), html("<title>Other</title>")),
    });
    expect((await preview(other)).title).toBe("Other");
    expect(held).toHaveLength(2);
    // Twenty wait, of which the rate of an account allows eighteen more; the others get no preview.
    for (let i = 0; i < 20; i++) await until(() => held[i], `request ${i}`).then((answer) => answer());
    await say("done");
    expect(held).toHaveLength(20);
  });

  test("a service that stops while pages are fetched stops at once, and goes on without their previews", async () => {
    const at = path("held");
    const sent = await say(pages.at("stop.example", at, () => {}));
    await until(() => pages.count(at) === 1, "the request for the page");
    await t.restart();
    expect((await without(sent)).web_page).toBeUndefined();
    expect(t.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  });

  test.runIf(engine === "postgres")("the node that has the message fetches, and all show its preview", async () => {
    const node = await t.join();
    const at = path("page");
    const text = pages.page("node.example", at, html("<title>Node</title>"));
    const sent = await node.as("alice", "sendMessage", { chat_id: team, text });
    expect((await preview(sent)).title).toBe("Node");
    expect((await preview(await say(text))).title).toBe("Node");
    expect(pages.count(at)).toBe(1);
    await node.stop();
  });

  test.runIf(LONG_RUN)("expired pages are deleted with their pictures, and messages keep theirs", async () => {
    const picture = path("kept.png");
    const bytes = await drawPicture(50, 50, "#112233");
    pages.page("kept.example", picture, bytes, "image/png");
    const sent = await say(
      pages.page("kept.example", path("page"), html(`<title>Kept</title>${og("image", picture)}`)),
    );
    const { photo } = await preview(sent);
    pages.page("kept.example", `${picture}2`, await drawPicture(60, 60, "#445566"), "image/png");
    const other = await say(
      pages.page("kept.example", path("page"), html(`<title>Gone</title>${og("image", `${picture}2`)}`)),
    );
    await preview(other);
    const kept = async () => (await storedBlobs(t)).size;
    await t.as("alice", "deleteMessage", { chat_id: team, message_id: other.message_id });
    const before = await kept();
    await advanceUntilRemoved(t);
    const known = await t.service.db.read((tx) => findPage(tx, sha256(sent.text), 0));
    expect(known).toBeUndefined();
    await advanceUntilRemoved(t);
    expect((await download(photo[0])).status).toBe(200);
    expect(await kept()).toBe(before - 1);
    await t.as("alice", "deleteMessage", { chat_id: team, message_id: sent.message_id });
    await advanceUntilRemoved(t);
    expect((await download(photo[0])).status).toBe(404);
  });
});

/** The head of a PNG of this size without its content. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(
    "89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000000000049444154789c6300010000050001",
    "hex",
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
