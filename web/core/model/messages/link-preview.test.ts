/** Which preview a message shows, and which link of a text it would be of. */
import { expect, test } from "vitest";
import type { Message, WebPage } from "@heliogram/shared/wire.ts";
import { firstLink, isPreviewOff, previewOf } from "./link-preview.ts";

const PHOTO = [{ file_id: "a", file_unique_id: "a", file_size: 1, width: 800, height: 400 }];
const message = (page: Partial<WebPage>, options?: Message["link_preview_options"]): Message =>
  ({
    web_page: { url: "https://example.org/", ...page },
    ...(options && { link_preview_options: options }),
  }) as Message;

test.each([
  ["a title without a picture", message({ title: "A" }), false],
  ["a picture beside the title", message({ title: "A", photo: PHOTO }), false],
  ["a picture alone", message({ photo: PHOTO }), true],
  ["the wish of the page", message({ title: "A", photo: PHOTO, has_large_media: true }), true],
  ["the wish of the sender for a large one", message({ title: "A", photo: PHOTO }, { prefer_large_media: true }), true],
  [
    "their wish for a small one",
    message({ title: "A", photo: PHOTO, has_large_media: true }, { prefer_small_media: true }),
    false,
  ],
  ["a wish without a picture", message({ title: "A" }, { prefer_large_media: true }), false],
])("%s decides about the size", (_what, given, isLarge) => {
  expect(previewOf(given)).toMatchObject({ isLarge, isAbove: false });
});

test("a preview is shown above the text on demand, and not at all if it is disabled or missing", () => {
  expect(previewOf(message({ title: "A" }, { show_above_text: true }))?.isAbove).toBe(true);
  expect(previewOf(message({ title: "A" }, { is_disabled: true }))).toBeUndefined();
  expect(previewOf({} as Message)).toBeUndefined();
});

test("the first link of a text is one that is found in it or written behind words, outside of code", () => {
  const link = (text: string, ...entities: NonNullable<Message["entities"]>) => firstLink({ text, entities });
  expect(link("see example.org and example.com")).toBe("example.org");
  expect(link("no link, a@example.org")).toBeUndefined();
  const behind = { type: "text_link", offset: 4, length: 4, url: "https://example.net" } as const;
  expect(link("see here, example.org", behind)).toBe("https://example.net");
  expect(link("example.org here", { ...behind, offset: 12 })).toBe("example.org");
  expect(link("example.org x", { type: "code", offset: 0, length: 11 })).toBeUndefined();
});

test("a preview is removed for one link, and an edit begins as the message is", () => {
  expect(isPreviewOff({}, "example.org")).toBe(false);
  expect(isPreviewOff({ no_preview: "example.org" }, "example.org")).toBe(true);
  expect(isPreviewOff({ no_preview: "example.org" }, "example.com")).toBe(false);
  const editing = { link_preview_options: { is_disabled: true } } as Message;
  expect(isPreviewOff({ editing }, "example.org")).toBe(true);
  expect(isPreviewOff({ editing, no_preview: "" }, "example.org")).toBe(false);
});
