/** The encryption of pushes against RFC 8291 and another implementation, and the signature of RFC 8292. */
import { createECDH, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encryptPush, keysFault, MAX_PLAIN_BYTES } from "heliogram/push/encrypt.ts";
import { Vapid } from "heliogram/push/vapid.ts";
import { decrypt } from "../support/http-ece.ts";
import { verifyVapid } from "../support/push-service.ts";

const NOW_S = 1_767_225_600;

test("gives the example of RFC 8291, appendix A", () => {
  const device = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const random = ["yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "DGv6ra1nlYgDCS1FRnbzlw"];
  const bytes = () => Buffer.from(random.shift()!, "base64url");
  const body = encryptPush(Buffer.from("When I grow up, I want to be a watermelon"), device, bytes);
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("is decrypted by http_ece, up to the longest text in 4096 bytes", () => {
  const keys = createECDH("prime256v1");
  const device = { p256dh: keys.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: MAX_PLAIN_BYTES }),
    fc.constant(new Uint8Array(MAX_PLAIN_BYTES).fill(65)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const body = encryptPush(Buffer.from(text), device, randomBytes);
      expect(body.length).toBeLessThanOrEqual(4096);
      const opened = decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret: device.auth });
      expect(opened.equals(Buffer.from(text))).toBe(true);
    }),
    { numRuns: 50 },
  );
  expect(() => encryptPush(Buffer.alloc(MAX_PLAIN_BYTES + 1), device, randomBytes)).toThrow(RangeError);
});

test("names what is wrong with the keys of a device", () => {
  const right = { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
  expect(keysFault(right)).toBeUndefined();
  expect(keysFault({ ...right, p256dh: right.p256dh.slice(1) })).toMatch(/uncompressed/);
  expect(keysFault({ ...right, p256dh: off })).toBe("p256dh is not a point of P-256");
  expect(keysFault({ ...right, auth: "short" })).toMatch(/16 bytes/);
});

test("a token is for the origin of the push service, ends within a day, and is used again", () => {
  const vapid = new Vapid(Buffer.alloc(32, 7), "mailto:admin@example.org");
  const read = (header: string) => {
    const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(header)!;
    expect(key).toBe(vapid.public_key);
    return verifyVapid(token!, key!);
  };
  const first = vapid.authorization("https://push.example/s/1?x", NOW_S);
  expect(read(first)).toEqual({ aud: "https://push.example", exp: NOW_S + 43_200, sub: "mailto:admin@example.org" });
  expect(vapid.authorization("https://push.example/s/2", NOW_S + 36_000)).toBe(first);
  expect(read(vapid.authorization("https://push.example/s/2", NOW_S + 40_000)).exp).toBe(NOW_S + 83_200);
  expect(read(vapid.authorization("http://ntfy.lan:81/up1", NOW_S)).aud).toBe("http://ntfy.lan:81");
  // The key follows from the secret, so nodes that share it are one service to push services.
  expect(new Vapid(Buffer.alloc(32, 7), undefined).public_key).toBe(vapid.public_key);
  expect(new Vapid(Buffer.alloc(32, 8), undefined).public_key).not.toBe(vapid.public_key);
});
