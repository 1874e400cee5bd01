/** The pages that were looked up for previews of links. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FetchedPreview } from "@heliogram/shared/wire.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useWorld } from "./use-world.ts";

const REFRESH_MS = 2000;
/** The newest that are shown. */
const MOST_PREVIEWS = 50;

export function PreviewList() {
  const { t } = useLingui();
  const { call, key } = useWorld();
  const { data } = useQuery({
    queryKey: key("previews"),
    queryFn: async ({ signal }) => (await call("listLinkPreviews", { limit: MOST_PREVIEWS }, signal)).previews,
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t`Previews of links`} className="max-h-[30vh] shrink-0 overflow-y-auto border-b border-line">
      <h2 className="px-4 pt-2 font-semibold">
        <Trans>Previews of links</Trans>
      </h2>
      <ul className="divide-y divide-line">
        {data.toReversed().map((preview) => (
          <PreviewRow key={preview.id} preview={preview} />
        ))}
      </ul>
    </section>
  );
}

function PreviewRow({ preview }: { readonly preview: FetchedPreview }) {
  const format = useFormat();
  const { url, title, reason, requests, duration_ms, at_ms } = preview;
  const sent = requests.length;
  return (
    <li className="px-4 py-2">
      <p className="flex items-center gap-2">
        <span dir="ltr" className="min-w-0 truncate">
          {url}
        </span>
        <span className="ms-auto shrink-0">
          <PreviewTag preview={preview} />
        </span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        {title !== undefined && <bdi className="min-w-0 truncate">{title}</bdi>}
        {reason !== undefined && <span dir="ltr">{reason}</span>}
        {sent > 0 && (
          <span>
            <Plural value={sent} one="# request" other="# requests" />
          </span>
        )}
        {duration_ms !== undefined && <span className="tabular-nums">{format.milliseconds(duration_ms)}</span>}
        <Time value={format.exactTime(at_ms)} className="ms-auto shrink-0 tabular-nums" />
      </p>
    </li>
  );
}

function PreviewTag({ preview: { outcome } }: { readonly preview: FetchedPreview }) {
  const variants = { found: "good", known: "good", none: "plain", failed: "danger", refused: "danger" } as const;
  const labels = {
    found: <Trans>Fetched</Trans>,
    known: <Trans>Known</Trans>,
    none: <Trans>No preview</Trans>,
    failed: <Trans>Failed</Trans>,
    refused: <Trans>Refused</Trans>,
  };
  if (outcome) return <Tag variant={variants[outcome]}>{labels[outcome]}</Tag>;
  return (
    <Tag variant="accent">
      <Trans>Under way</Trans>
    </Tag>
  );
}
