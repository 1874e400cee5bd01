/** The layout of the developer's pages, with tabs. They exist in developer mode alone. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { callDeveloper } from "../../core/api/developer-api.ts";
import { ApiError } from "../../core/api/errors.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyProvider } from "../../ui/clipboard/copy-provider.tsx";
import { NotFound } from "../../ui/feedback/not-found.tsx";
import { keepFocus } from "../../ui/focus/keep-focus.ts";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { PageTabs } from "../../ui/layout/page-tabs.tsx";
import { useDeveloperSearch } from "./use-developer-search.ts";
import { MAIN_WORLD } from "../../core/model/chats/developer-search.ts";
import { WorldContext } from "./use-world.ts";
import { useWorlds } from "./use-worlds.ts";

export function DeveloperScreen() {
  const { t } = useLingui();
  const { error } = useQuery({
    queryKey: ["developer", "exists"],
    queryFn: ({ signal }) => callDeveloper("getRecording", {}, signal),
    retry: false,
  });
  const { world = MAIN_WORLD } = useDeveloperSearch();
  const worlds = useWorlds();
  const isGone = worlds.some((each) => each.world === MAIN_WORLD) && !worlds.some((each) => each.world === world);
  useEffect(keepFocus, []);
  if (error instanceof ApiError && error.code === 404) return <NotFound />;
  return (
    <CopyProvider>
      <main className="flex h-full flex-col bg-canvas">
        <header className="safe-top border-b border-line bg-surface">
          <div className="flex items-center gap-2 px-3 pt-2">
            <Link
              to="/"
              aria-label={t`Back to the chats`}
              className={classes(buttonVariants({ variant: "plain", size: "icon" }), "text-soft")}
            >
              <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
            </Link>
            <h1 className="text-lg font-semibold">
              <Trans>Developer</Trans>
            </h1>
            {(worlds.length > 1 || isGone) && <WorldChoice world={world} names={worlds.map((each) => each.world)} />}
          </div>
          <DeveloperTabs />
        </header>
        {isGone ? (
          <WorldGone world={world} />
        ) : (
          <WorldContext value={world}>
            <Outlet />
          </WorldContext>
        )}
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

function DeveloperTabs() {
  const { t } = useLingui();
  const pages = [
    { to: "/developer", label: t`Calls` },
    { to: "/developer/updates", label: t`Updates` },
    { to: "/developer/webhooks", label: t`Webhooks` },
    { to: "/developer/findings", label: t`Findings` },
    { to: "/developer/faults", label: t`Faults` },
    { to: "/developer/people", label: t`People` },
    { to: "/developer/clock", label: t`Clock` },
    { to: "/developer/worlds", label: t`Worlds` },
  ] as const;
  return <PageTabs wraps label={t`Pages of the developer`} pages={pages} />;
}
