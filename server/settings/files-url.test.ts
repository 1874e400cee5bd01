/** The address of a bucket: what it may be, and what follows from it. */
import { expect, test } from "vitest";
import { FilesUrl } from "./files-url.ts";

const parts = (text: string) => {
  const url = FilesUrl.parse(text);
  return url && { ...url };
};

test("a bucket at Amazon, by its region", () => {
  expect(parts("s3://team-files?region=eu-central-1")).toEqual({
    bucket: "team-files",
    prefix: "",
    region: "eu-central-1",
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    style: "host",
  });
});

test("a bucket at another store, with a prefix", () => {
  expect(parts("s3://files/chat/main/?endpoint=http://10.0.0.5:9000/")).toEqual({
    bucket: "files",
    prefix: "chat/main/",
    region: "us-east-1",
    endpoint: "http://10.0.0.5:9000",
    style: "path",
  });
  expect(parts("s3://files?endpoint=https://s3.example.org&style=host")).toMatchObject({ style: "host" });
});

test.each([
  "s3://",
  "s3://UPPER",
  "s3://files?regoin=eu",
  "s3://key:secret@files",
  "s3://files?endpoint=ftp://x",
  "s3://files?endpoint=https://key:secret@x",
  "s3://files?endpoint=https://x/path",
  "s3://files?style=virtual",
  "s3://files?region=eu&region=us",
  "s3://files/a//b",
  "s3://files/a b",
  "https://files.example.org",
  "",
])("%s is refused", (text) => {
  expect(FilesUrl.parse(text)).toBeUndefined();
});
