/** Who may import which package: each has one owner, and can be replaced by changing that owner alone. */
import { builtinModules } from "node:module";
import type { Finding, Rule } from "./rule.ts";
import { links, resolve } from "./syntax.ts";
import { isProduct, sources } from "./tree.ts";

/** What the client is built with. */
const WEB_BUILD = Object.fromEntries(
  [
    "vite",
    "@vitejs/plugin-react",
    "@rolldown/plugin-babel",
    "@tailwindcss/vite",
    "@lingui/vite-plugin",
    "@lingui/cli",
    "@lingui/format-po",
  ].map((name) => [name, ["web/build/", "web/vite.config.ts", "web/lingui.config.ts"]]),
);

/** Package or Node module → the only files that may import it. Every package must have a row. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  pg: ["server/store/postgres/", "server/store/search/postgres"],
  ioredis: ["server/cluster/redis/"],
  "ipaddr.js": ["server/egress/", "server/http/"],
  sharp: ["server/media/", "web/build/"],
  "age-encryption": ["server/backup/"],
  aws4fetch: ["server/media/s3/"],
  "file-type": ["server/media/"],
  htmlparser2: ["server/previews/", "server/domain/rich/"],
  mediabunny: ["server/media/"],
  "openid-client": ["server/oidc/"],
  jose: ["server/oidc/"],
  pino: ["server/operations/"],
  "@opentelemetry/api": ["server/operations/"],
  ws: ["server/live/", "server/http/"],
  "@simplewebauthn/browser": ["web/core/ports/passkeys"],
  "@simplewebauthn/server": ["server/app/accounts/webauthn"],
  otpauth: ["server/app/accounts/authenticator-app"],
  uqr: ["web/ui/display/qr-code"],
  cookie: ["server/http/"],
  sirv: ["server/http/"],
  zod: ["server/settings/", "server/world/"],
  yaml: ["server/settings/", "server/world/"],
  nodemailer: ["server/mail/"],
  "markdown-it": ["server/domain/rich/"],
  tlds: ["shared/text/"],
  zustand: ["web/core/store/", "web/core/client/"],
  idb: ["web/core/ports/"],
  "@tanstack/react-virtual": ["web/features/chat/"],
  "cldr-annotations-full": ["web/features/composer/", "web/modules.d.ts"],
  "emojibase-data": ["web/features/composer/"],
  "highlight.js": ["web/features/message/code/"],
  temml: ["web/features/message/rich/"],
  lowlight: ["web/features/message/code/"],
  "@base-ui/react": ["web/ui/"],
  "class-variance-authority": ["web/ui/"],
  clsx: ["web/ui/"],
  "tailwind-merge": ["web/ui/"],
  "@lingui/core": ["web/i18n/", "web/main.tsx", "web/modules.d.ts"],
  // What every screen is made of.
  react: ["web/"],
  "react-dom": ["web/main.tsx"],
  "lucide-react": ["web/"],
  "@lingui/react": ["web/"],
  "@tanstack/react-router": ["web/"],
  "@tanstack/react-query": ["web/"],
  ...WEB_BUILD,
  "node:sqlite": ["server/store/sqlite/", "server/store/search/sqlite"],
  "node:worker_threads": [
    "server/store/sqlite/",
    "server/store/search/",
    "server/media/",
    "server/app/accounts/password",
  ],
  "node:child_process": ["server/media/", "server/store/sqlite/", "server/supervisor/"],
  "node:fs": [
    "server/store/",
    "server/backup/",
    "server/media/",
    "server/cli/",
    "server/runtime/",
    "server/egress/changing-file",
    "web/build/",
  ],
  "node:http": [
    "server/http/",
    "server/cli/admin/socket",
    "server/cli/developer/client",
    "server/runtime/listen",
    "server/egress/",
  ],
  "node:https": ["server/egress/", "server/cli/developer/client"],
  "node:http2": [],
  // The supervisor looks up the name of its own address, once.
  "node:dns": ["server/egress/", "server/supervisor/"],
  "node:tls": ["server/egress/", "server/http/"],
  // Not to run code, but to reach the collector.
  "node:vm": ["server/runtime/gc"],
  "node:cluster": [],
};

/** Pure modules: they may not import Node's modules either. */
const PURE = ["server/domain/", "shared/"];

export const owners: Rule = {
  name: "owners",
  why: "a package that is used everywhere cannot be replaced, and its habits spread",
  check(tree) {
    const found: Finding[] = [];
    for (const [path, text] of sources(tree)) {
      if (!isProduct(path)) continue;
      for (const { to, line } of links(path, text)) {
        const fault = resolve(path, to) === undefined ? faultOf(path, packageOf(to)) : undefined;
        if (fault) found.push({ path, line, what: fault });
      }
    }
    return found;
  },
};

/** `node:fs/promises` → `node:fs`, `pg/lib/x.js` → `pg`, `@a/b/c` → `@a/b`. */
function packageOf(to: string): string {
  const parts = to.split("/");
  return parts.slice(0, to.startsWith("@") ? 2 : 1).join("/");
}

function faultOf(path: string, name: string): string | undefined {
  const owner = OWNERS[name];
  const builtin = name.startsWith("node:");
  if (!builtin && builtinModules.includes(name)) return `imports ${name} without node:`;
  if (builtin && PURE.some((prefix) => path.startsWith(prefix))) return `imports ${name} in a pure module`;
  if (!owner) return builtin ? undefined : `imports ${name}, which has no owner`;
  if (owner.some((prefix) => path.startsWith(prefix))) return undefined;
  return `imports ${name}, which belongs to ${owner.join(" and ") || "nobody"}`;
}
