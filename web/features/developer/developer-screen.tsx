/** The layout of the developer's pages, with tabs. They exist in developer mode alone. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { callDeveloper } from "../../core/api/developer-api.ts";
import { ApiError } from "../../core/api/errors.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyProvider } from "../../ui/clipboard/copy-provider.tsx";
import { NotFound } from "../../ui/feedback/not-found.tsx";
import { keepFocus } from "../../ui/focus/keep-focus.ts";
import { PageTabs } from "../../ui/layout/page-tabs.tsx";

export function DeveloperScreen() {
  const { t } = useLingui();
  const { error } = useQuery({
    queryKey: ["developer", "exists"],
    queryFn: ({ signal }) => callDeveloper("getRecording", {}, signal),
    retry: false,
  });
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
          </div>
          <DeveloperTabs />
        </header>
        <Outlet />
      </main>
    </CopyProvider>
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
  ] as const;
  return <PageTabs label={t`Pages of the developer`} pages={pages} />;
}
