/** Settings: where they come from, and all that is wrong with them at once. */
import { expect, test } from "vitest";
import { loadSettings } from "./load.ts";
import { renderProblems, renderSettings } from "./render.ts";

const files: Record<string, string> = {
  "/etc/h.yaml": "port: 9000\ndialect: telegram\n",
  "/run/db": "postgres://user:hunter2@db/h\n",
  "/etc/odd.yaml": "prot: 1\n",
};
const read = (path: string) => {
  const text = files[path];
  if (text === undefined) throw new Error("no such file");
  return text;
};

test("the environment beats the file, the file the defaults", () => {
  const loaded = loadSettings({ HELIOGRAM_CONFIG: "/etc/h.yaml", HELIOGRAM_PORT: "9001", PATH: "/bin" }, read);
  expect(loaded).toMatchObject({
    ok: true,
    settings: { port: 9001, dialect: "telegram", host: "0.0.0.0" },
    sources: { port: "environment", dialect: "file", host: "default" },
  });
});

test("a value may lie in a file of its own, and is not shown", () => {
  const loaded = loadSettings({ HELIOGRAM_DATABASE_FILE: "/run/db" }, read);
  if (!loaded.ok) throw new Error("refused");
  expect(loaded.settings.database).toBe("postgres://user:hunter2@db/h");
  const shown = renderSettings(loaded.settings, loaded.sources);
  expect(shown).toContain("database = postgres://…  (environment)");
  expect(shown).not.toContain("hunter2");
});

test("everything wrong is told, with what was expected", () => {
  const loaded = loadSettings(
    {
      HELIOGRAM_PORT: "99999",
      HELIOGRAM_DATABASE: "mysql://root:secret@x",
      HELIOGRAM_DIALEKT: "native",
      HELIOGRAM_WEBHOOK_ALLOW: "10.0.0.1",
      HELIOGRAM_HOST_FILE: "/none",
      HELIOGRAM_CONFIG: "/etc/odd.yaml",
    },
    read,
  );
  if (loaded.ok) throw new Error("accepted");
  const text = renderProblems(loaded.problems);
  for (const words of [
    "HELIOGRAM_PORT = 99999: expected a whole number from 0 to 65535",
    "DIALECT?",
    "HELIOGRAM_WEBHOOK_ALLOW = 10.0.0.1",
    "HELIOGRAM_HOST_FILE",
    "prot: expected a known setting; did you mean port?",
    "HELIOGRAM_DATABASE = mysql://…",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain("secret");
});

test.each([
  "https://chat.example/team",
  "https://chat.example/?a=1",
  "https://chat.example/#a",
  "https://chat.example\\team",
])("a public address with more than host and port is refused: %s", (address) => {
  const loaded = loadSettings({ HELIOGRAM_PUBLIC_URL: address }, read);
  if (loaded.ok) throw new Error("accepted");
  expect(renderProblems(loaded.problems)).toContain(`HELIOGRAM_PUBLIC_URL = ${address}: expected`);
  expect(renderProblems(loaded.problems)).toContain("without a path");
});

test("a public address may end with a slash, which is dropped", () => {
  const loaded = loadSettings({ HELIOGRAM_PUBLIC_URL: "https://chat.example:8443/" }, read);
  expect(loaded).toMatchObject({ ok: true, settings: { public_url: "https://chat.example:8443" } });
});
