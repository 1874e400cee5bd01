/** The check of responses finds each kind of fault. */
import { expect, test } from "vitest";
import { wrongWith, wrongWithFile } from "./send.ts";

const refused = { ok: false, error_code: 400, description: "Bad Request: no", trace_id: "0af7651916cd43dd" };

test.each([
  ["a success", 200, { ok: true, result: true }, undefined],
  ["a refusal", 400, refused, undefined],
  ["a fault", 500, { ...refused, error_code: 500 }, "a fault of the service's own"],
  ["a page", 404, "<html>", "it is no JSON"],
  ["a refusal that says ok", 400, { ...refused, ok: true }, "it is not in the envelope"],
  ["a success that says no", 200, { ok: false, result: true }, "it is not in the envelope"],
  ["another code inside", 400, { ...refused, error_code: 404 }, "it is not in the envelope"],
  ["a success of nothing", 200, { ok: true }, "there is no result in it"],
  ["no words", 400, { ...refused, description: undefined }, "it does not say what is wrong"],
  ["no trace", 400, { ...refused, trace_id: undefined }, "it does not say what is wrong"],
  ["a credential", 200, { ok: true, result: "my token" }, "a credential is in it"],
])("%s", (_name, status, answer, wrong) => {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  expect(wrongWith({ status, text }, ["token"])).toBe(wrong);
});

test("a file is returned unchanged, or the response has a reason", () => {
  expect(wrongWithFile({ status: 206, text: "\u0000" }, [])).toBeUndefined();
  expect(wrongWithFile({ status: 404, text: "\u0000" }, [])).toBe("it is no JSON");
  expect(wrongWithFile({ status: 500, text: "" }, [])).toBe("a fault of the service's own");
});
