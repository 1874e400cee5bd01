/** A location: its title or coordinates, with a link to a map. No map is loaded before the link is followed. */
import { Trans } from "@lingui/react/macro";
import type { Location as Place } from "@heliogram/shared/wire.ts";
import { ArrowUp, ExternalLink, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { useTabIndex } from "../../ui/focus/tab-index.ts";

interface LocationProps {
  readonly location: Place;
  readonly title?: ReactNode;
  readonly address?: string;
  /** What is shown below the place. */
  readonly note?: ReactNode;
  /** The direction of movement, in degrees. */
  readonly heading?: number | undefined;
  /** The type of a venue, if the sender gave one. */
  readonly type?: string | undefined;
  /** How near the map is that the link opens. */
  readonly zoom?: number;
}

export function Location({ location, title, address, type, note, heading, zoom = 16 }: LocationProps) {
  const tabIndex = useTabIndex();
  const { latitude, longitude } = location;
  const degrees = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={tabIndex}
      className="my-0.5 block w-72 max-w-full overflow-hidden rounded-xl bg-shade"
    >
      <span className="map-grid relative grid h-28 place-items-center">
        <span className="grid size-11 -translate-y-1 place-items-center rounded-full bg-accent-fill text-on-accent shadow-lg shadow-shade">
          {heading === undefined ? (
            <MapPin aria-hidden className="size-6" />
          ) : (
            <ArrowUp aria-hidden className="size-6" style={{ rotate: `${heading}deg` }} />
          )}
        </span>
        <ExternalLink aria-hidden className="absolute end-2 top-2 size-4 opacity-70" />
      </span>
      <span className="block px-3 py-2">
        <span className="block truncate font-medium" dir="auto">
          {title ?? <Trans>Location</Trans>}
        </span>
        {type !== undefined && (
          <span className="block truncate text-sm opacity-80" dir="auto">
            {type}
          </span>
        )}
        <span className="block text-sm opacity-80">
          <bdi dir={address === undefined ? "ltr" : "auto"}>{address ?? degrees}</bdi>
        </span>
        {note !== undefined && <span className="block text-sm opacity-80">{note}</span>}
        <span className="sr-only">
          <Trans>Show it on OpenStreetMap</Trans>
        </span>
      </span>
    </a>
  );
}
