/** Names that a word of the field has replaced: one concept has one name (STYLE.md, Names). */
import type { Finding, Rule } from "./rule.ts";
import { lineAt, type Tree } from "./tree.ts";

interface Replaced {
  /** Written so that it does not match itself. */
  readonly pattern: RegExp;
  readonly instead: string;
  /** Folders where the word is replaced; elsewhere it may mean something else. Everywhere if absent. */
  readonly under?: readonly string[];
}

const CODE = /^(server|shared|web|tests|bench|tools)\/.*\.(tsx?|mjs|sql)$/;

const REPLACED: readonly Replaced[] = [
  // Store
  { pattern: /\b(sqlite|postgres)[W]ork\b|\bclass W[o]rk\b/i, instead: "transaction", under: ["server/store"] },
  // The redo log's position has the key 'journal' in the table `meta` of stores that exist.
  { pattern: /(?<!')\bj[o]urnals?\b/i, instead: "redo log", under: ["server", "tests", "bench"] },
  { pattern: /\br[e]gardless\b(?! of)/, instead: "ignoredColumns", under: ["server"] },
  { pattern: /\bclass D[e]ferred\b|sqlite-d[e]ferred/, instead: "WriteBuffer" },
  { pattern: /\bd[r]opSegments\b/, instead: "recycleSegments" },
  { pattern: /\br[e]adApart\b/, instead: "readInPool" },
  { pattern: /\b(h[o]ldChat|h[o]ldBot|h[o]ldAlone|h[o]ldOwners)\b/, instead: "lock…" },
  // APIs
  { pattern: /\bp[o]k(e[sd]?|ing)\b/i, instead: "notify, notification" },
  { pattern: /\bclass H[u]b\b|\bthe h[u]b\b/, instead: "StreamNotifier" },
  { pattern: /\b(bot|web|file|stream|client)-?(d[o]or|f[a]ce)\b|\b(bots'|people's) d[o]or\b/i, instead: "route, API" },
  { pattern: /http\/q[u]ick|\bQ[u]ick(Request|Connection|Options|Reading)\b/, instead: "fast path" },
  { pattern: /\bC[i]rcumstances\b/, instead: "RequestContext" },
  { pattern: /\bA[d]mission\b|\badm[i]t\(|\bthe g[a]te\b/, instead: "Authorization, authorize" },
  { pattern: /\bt[o]ll\b/i, instead: "rate-limit check, charge" },
  { pattern: /\bW[E]B_METHODS\b|\bw[e]bMethod\b|methods\/w[e]b\b/, instead: "USER_METHODS, userMethod, methods/user" },
  { pattern: /\bway[s]-in\b|\bW[a]yIn\b|\bWAY_F[I]ELDS\b/, instead: "join target" },
  // Runtime and use cases
  { pattern: /\bch[o]res?\b/i, instead: "maintenance jobs" },
  { pattern: /\b[A-Z]\w*W[i]sh\b/, instead: "…Options" },
  { pattern: /\bclass Gr[o]und\b|\binterface Gr[o]und\b/, instead: "AdminContext" },
  { pattern: /\by[o]ungCollector\b/, instead: "gc.ts" },
  { pattern: /\bcontrol-l[i]ne\b/, instead: "admin socket" },
  { pattern: /\b(A[t]Once|F[e]wAtOnce)\b/, instead: "ConcurrencyLimit" },
  { pattern: /\bd[e]edsUpon\b|\btype D[e]ed\b/, instead: "memberActions, action" },
  { pattern: /\bP[r]esenceBoard\b/, instead: "chat actions" },
  // Web client
  { pattern: /\bL[a]ne\b|\bl[a]nes?\b/, instead: "ChatQueue", under: ["web"] },
  { pattern: /\bC[u]rtain\b|\bN[o]where\b|tab-r[o]und/, instead: "FullScreenDialog, NotFound, tab order" },
  { pattern: /\bs[u]mmoned\b|\buseR[e]ach\b/i, instead: "useToggleEvent, useTabIndex", under: ["web"] },
  { pattern: /\buseW[h]y\w*|\bw[h]yNot/, instead: "disabledReason", under: ["web"] },
  { pattern: /\b(d[e]eds?|up[o]n|w[i]sh)\b/, instead: "action, target, options", under: ["web/features"] },
  { pattern: /\bS[u]rroundings\b/i, instead: "BrowserStatus", under: ["web"] },
  { pattern: /\b[fF]ile[F]ault\b/, instead: "FileError", under: ["web"] },
  {
    pattern: /\bl[o]ok=|\bl[o]ok: "(primary|plain|soft|accent|danger)"/,
    instead: "variant, className",
    under: ["web"],
  },
  // Metrics and queries
  { pattern: /\bf[a]ce=\\?"|labelNames: \["f[a]ce"/, instead: "api", under: ["server", "tests", "bench"] },
  { pattern: /\bs[e]atsOf\b|\bs[e]atsIn\b|\bL[i]stSeat\b/, instead: "chatsOfMember, membershipsIn", under: ["server"] },
  {
    pattern: /\bk[e]epPlace\b|\bf[o]rgetPlaces\b|\bwh[o]Asked\b/,
    instead: "save…, delete…, requestersOf",
    under: ["server"],
  },
  // Tests
  {
    pattern: /\bj[u]dge(Self|Owners)?\b|\bC[e]ll(sOf)?\b|\bSt[a]ges?\b/,
    instead: "runCases, Case, fixtures",
    under: ["tests/matrix"],
  },
  { pattern: /\bv[i]llains?\b|\bh[o]stile\b/i, instead: "attacker, injection", under: ["tests/e2e"] },
  {
    pattern: /\bdescribeL[o]oks\b|\bL[O]OKS\b|\breachO[f]\b|\bdescribePl[a]ces\b/,
    instead: "describeAppearance, tab order",
    under: ["tests"],
  },
  { pattern: /\bclass Betw[e]en\b|\bstartT[w]o\b|\bdrawF[i]lm\b/, instead: "SilentProxy, startTwoUsers, recordVideo" },
  {
    pattern: /\bW[o]rkshop\b|\bH[o]oked\b|\bH[e]ldDisk\b/,
    instead: "CommandFolder, WebhookService, DelayedDisk",
    under: ["tests"],
  },
];

export const names: Rule = {
  name: "names",
  why: "a reader searches for the field's word, and two names for one concept look like two concepts",
  check(tree: Tree) {
    const found: Finding[] = [];
    for (const [path, text] of tree) {
      if (!CODE.test(path)) continue;
      for (const { pattern, instead, under } of REPLACED) {
        if (under && !under.some((folder) => path.startsWith(`${folder}/`))) continue;
        for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
          found.push({ path, line: lineAt(text, match.index), what: `“${match[0]}”: ${instead}` });
        }
      }
    }
    return found;
  },
};
