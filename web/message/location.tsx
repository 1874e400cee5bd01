/** A place: its name or its degrees, and the way to a map. No map is fetched before somebody asks for one. */
import { Trans } from "@lingui/react/macro";
import type { Location as Place } from "@heliogram/shared/wire.ts";
import { ExternalLink, MapPin } from "lucide-react";
import { useReach } from "../ui/reach.ts";

interface LocationProps {
  readonly location: Place;
  readonly title?: string;
  readonly address?: string;
  /** Of a venue, where its sender says so. */
  readonly sort?: string | undefined;
}

export function Location({ location, title, address, sort }: LocationProps) {
  const reach = useReach();
  const { latitude, longitude } = location;
  const degrees = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={reach}
      className="my-0.5 block w-72 max-w-full overflow-hidden rounded-xl bg-shade"
    >
      <span className="map-grid relative grid h-28 place-items-center">
        <span className="grid size-11 -translate-y-1 place-items-center rounded-full bg-accent-fill text-on-accent shadow-lg shadow-shade">
          <MapPin aria-hidden className="size-6" />
        </span>
        <ExternalLink aria-hidden className="absolute end-2 top-2 size-4 opacity-70" />
      </span>
      <span className="block px-3 py-2">
        <span className="block truncate font-medium" dir="auto">
          {title ?? <Trans>Location</Trans>}
        </span>
        {sort !== undefined && (
          <span className="block truncate text-sm opacity-80" dir="auto">
            {sort}
          </span>
        )}
        <span className="block text-sm opacity-80">
          <bdi dir={address === undefined ? "ltr" : "auto"}>{address ?? degrees}</bdi>
        </span>
        <span className="sr-only">
          <Trans>Show it on OpenStreetMap</Trans>
        </span>
      </span>
    </a>
  );
}
