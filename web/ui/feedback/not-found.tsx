/** The page for unknown addresses. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { PageHeading } from "../layout/page-title.tsx";

export function NotFound() {
  return (
    <div className="grid h-full place-items-center p-6 text-center">
      <div className="flex flex-col gap-3">
        <PageHeading className="text-lg font-semibold">
          <Trans>There is nothing here</Trans>
        </PageHeading>
        <Link to="/" className="touch-link self-center text-accent underline">
          <Trans>To the chats</Trans>
        </Link>
      </div>
    </div>
  );
}
