/** The error boundary's fallback, with a button that reloads the page. */
import { Trans } from "@lingui/react/macro";
import { Button } from "../buttons/button.tsx";
import { PageHeading } from "../layout/page-title.tsx";

export function ErrorScreen({ error }: { readonly error: unknown }) {
  return (
    <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 bg-canvas p-6 text-center">
      <PageHeading className="text-lg font-semibold">
        <Trans>This should not have happened</Trans>
      </PageHeading>
      <p className="max-w-96 break-words text-soft">{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => location.reload()}>
        <Trans>Load it anew</Trans>
      </Button>
    </div>
  );
}
