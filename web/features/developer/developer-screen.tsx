/**
 * The layout of the developer's pages, with tabs. All exist in developer mode alone; those that only read exist elsewhere for
 * owners of the service, while the developer console is on.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { callDeveloper } from "../../core/api/developer-api.ts";
import { ApiError } from "../../core/api/errors.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyProvider } from "../../ui/clipboard/copy-provider.tsx";
import { NotFound } from "../../ui/feedback/not-found.tsx";
import { keepFocus } from "../../ui/focus/keep-focus.ts";
import { SkipLink } from "../../ui/focus/skip-link.tsx";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { PageTabs } from "../../ui/layout/page-tabs.tsx";
import { useFormat } from "../../i18n/format.ts";
import { useConsole } from "../console/use-console.ts";
import { EXISTS_KEY, ReadOnlyContext } from "./read-only.ts";
import { useDeveloperSearch } from "./use-developer-search.ts";
import { MAIN_WORLD } from "../../core/model/chats/developer-search.ts";
import { WorldContext } from "./use-world.ts";
import { useWorlds } from "./use-worlds.ts";
import { PageHeading } from "../../ui/layout/page-title.tsx";

const REFRESH_MS = 5000;

/** The pages that exist in the developer console too. */
const READING_PAGES = new Set(["/developer", "/developer/updates", "/developer/webhooks", "/developer/findings"]);

const OPEN_PAGE_ID = "developer-page";

export function DeveloperScreen() {
  const { t } = useLingui();
  const { data, error } = useQuery({
    queryKey: EXISTS_KEY,
    queryFn: ({ signal }) => callDeveloper("getRecording", {}, signal),
    retry: false,
    // The console may be disabled and enabled again.
    refetchInterval: REFRESH_MS,
  });
  const { world = MAIN_WORLD } = useDeveloperSearch();
  const pathname = useLocation({ select: (location) => location.pathname });
  const canAct = data !== undefined && data.read_only !== true;
  const worlds = useWorlds(canAct);
  const isGone = worlds.some((each) => each.world === MAIN_WORLD) && !worlds.some((each) => each.world === world);
  useEffect(keepFocus, []);
  if (error instanceof ApiError && error.code !== 409 && error.code < 500) return <NotFound />;
  const isReadingPage = READING_PAGES.has(pathname.replace(/\/$/, ""));
  if (!isReadingPage && !canAct && (data || error instanceof ApiError)) return <NotFound />;
  const isOff = error instanceof ApiError && error.code === 409;
  return (
    <CopyProvider>
      <main className="flex h-full flex-col bg-canvas">
        <SkipLink to={OPEN_PAGE_ID}>
          <Trans>Skip the tabs</Trans>
        </SkipLink>
        <header className="safe-top border-b border-line bg-surface">
          <div className="flex items-center gap-2 px-3 pt-2">
            <Link
              to="/"
              aria-label={t`Back to the chats`}
              className={classes(buttonVariants({ variant: "plain", size: "icon" }), "text-soft")}
            >
              <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
            </Link>
            <PageHeading className="text-lg font-semibold">
              <Trans>Developer</Trans>
            </PageHeading>
            {(worlds.length > 1 || isGone) && <WorldChoice world={world} names={worlds.map((each) => each.world)} />}
          </div>
          <DeveloperTabs canAct={canAct} />
        </header>
        <div id={OPEN_PAGE_ID} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {isOff && <ConsoleOff />}
          {isGone && <WorldGone world={world} />}
          {!isOff && !isGone && (canAct || isReadingPage) && (
            <ReadOnlyContext value={!canAct}>
              {data?.read_only && <Nodes />}
              <WorldContext value={world}>
                <Outlet />
              </WorldContext>
            </ReadOnlyContext>
          )}
        </div>
      </main>
    </CopyProvider>
  );
}

interface WorldChoiceProps {
  readonly world: string;
  readonly names: readonly string[];
}

function WorldChoice({ world, names }: WorldChoiceProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <select
      aria-label={t`World`}
      value={world}
      // Ids of another world's entries, chats and bots mean nothing in this one.
      onChange={(event) => void navigate({ to: ".", search: { world: event.target.value } })}
      className={classes(INPUT_CLASS, "ms-auto w-auto min-w-0 max-w-[50%] pe-2")}
    >
      {!names.includes(world) && <option value={world}>{world}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name === MAIN_WORLD ? t`Main world` : name}
        </option>
      ))}
    </select>
  );
}

/** A world that was dropped, or the address was mistyped. */
function WorldGone({ world }: { readonly world: string }) {
  return (
    <div className="flex flex-col items-center gap-4 p-8 text-center text-soft">
      <p role="status">
        <Trans>
          There is no world <bdi>{world}</bdi>, or it was dropped.
        </Trans>
      </p>
      <Link to="." search={{ world: MAIN_WORLD }} className={buttonVariants({ variant: "soft" })}>
        <Trans>To the main world</Trans>
      </Link>
    </div>
  );
}

/** With several nodes, what is shown is what one of them has recorded. */
function Nodes() {
  const format = useFormat();
  const state = useConsole();
  if (!state || state.node_count < 2) return null;
  return (
    <p className="border-b border-line px-4 py-2 text-sm text-soft">
      <Trans>
        The service runs on {format.count(state.node_count)} nodes: calls, updates and deliveries are those of the one
        that answers.
      </Trans>
    </p>
  );
}

function ConsoleOff() {
  return (
    <div className="flex flex-col items-center gap-4 p-8 text-center text-soft">
      <p role="status">
        <Trans>The developer console is off. What it had recorded is gone.</Trans>
      </p>
      <Link to="/owner/bots" className={buttonVariants({ variant: "soft" })}>
        <Trans>To its switch</Trans>
      </Link>
    </div>
  );
}

function DeveloperTabs({ canAct }: { readonly canAct: boolean }) {
  const { t } = useLingui();
  const reading = [
    { to: "/developer", label: t`Calls` },
    { to: "/developer/updates", label: t`Updates` },
    { to: "/developer/webhooks", label: t`Webhooks` },
    { to: "/developer/findings", label: t`Findings` },
  ] as const;
  const acting = [
    { to: "/developer/faults", label: t`Faults` },
    { to: "/developer/people", label: t`People` },
    { to: "/developer/clock", label: t`Clock` },
    { to: "/developer/worlds", label: t`Worlds` },
  ] as const;
  return <PageTabs wraps label={t`Pages of the developer`} pages={canAct ? [...reading, ...acting] : reading} />;
}
