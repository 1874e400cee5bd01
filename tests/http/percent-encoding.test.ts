/** Percent-encoded request targets, in both readers and both APIs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type TestService } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";

/** Percent-encodes every character. */
const escaped = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

describe.each(["own", "node"] as const)("read by the reader %s", (http_reader) => {
  let t: TestService;
  let token: string;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { http_reader });
    token = t.token("guard_bot");
  });
  afterAll(() => t.stop());

  /** Sends a request target unchanged, which HTTP clients do not. @returns the status */
  async function ask(path: string): Promise<number> {
    const wire = new Wire(t.url);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${t.accessToken("alice")}\r\nContent-Length: 0\r\n\r\n`;
    wire.send(head);
    await wire.hears("\r\n\r\n");
    wire.leave();
    return Number(wire.said.split(" ")[1]);
  }

  test("a percent-encoded method name is decoded", async () => {
    for (const name of ["get%4De", "get%4de", escaped("getMe"), `${escaped("getMe")}/`, "%67%45%54%6d%65"]) {
      expect([name, await ask(`/bot${token}/${name}`)]).toEqual([name, 200]);
    }
    expect(await ask(`/bot${token}/send%4Dessage`)).toBe(400);
    expect(await ask("/api/list%43hats")).toBe(200);
    expect(await ask(`/api/${escaped("listChats")}`)).toBe(200);
  });

  test("a percent-encoded token is decoded", async () => {
    for (const text of [escaped(token), token.replace(":", "%3A"), token.replace(":", "%3a")]) {
      expect(await ask(`/bot${text}/getMe`)).toBe(200);
    }
    expect(await ask(`/bot${token}%20/getMe`)).toBe(401);
    expect(await ask(`/bot${token.replace(":", "%253A")}/getMe`)).toBe(401);
  });

  test("a percent-encoded slash separates nothing, and an invalid escape names no method", async () => {
    expect(await ask(`/bot${token}%2FgetMe`)).toBe(401);
    for (const name of [
      "getMe%2F",
      "%2FgetMe",
      "get%2fMe",
      "getMe%",
      "getMe%4",
      "getMe%zz",
      "getMe%ff",
      "getMe%00",
      "..%2FgetMe",
    ]) {
      expect([name, await ask(`/bot${token}/${name}`)]).toEqual([name, 404]);
      expect([name, await ask(`/api/${name.replace("getMe", "listChats")}`)]).toEqual([name, 404]);
    }
  });
});
