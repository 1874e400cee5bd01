/** An image that loads over a smaller preview of itself. If it cannot be loaded, an icon is shown. */
import { useLingui } from "@lingui/react/macro";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { classes } from "../../ui/classes.ts";

interface PictureProps {
  readonly address: string;
  readonly alt: string;
  /** The address of a small version, shown blurred until the image has loaded. */
  readonly preview?: string | undefined;
  /** The object URL of the same picture, if it was sent from this page. */
  readonly local?: string | undefined;
}

/** Fills its container, which has its size before the image has loaded. */
export function Picture({ address, alt, preview, local }: PictureProps) {
  const { t } = useLingui();
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  // The local file stays visible until the service's copy has loaded. Its object URL may be revoked by then, so the
  // first value is kept.
  const [placeholder] = useState(local ?? preview);
  if (state === "failed") {
    return (
      <span
        role="img"
        aria-label={t`${alt}: it cannot be shown`}
        className="grid size-full place-items-center text-soft"
      >
        <ImageOff aria-hidden className="size-8" />
      </span>
    );
  }
  return (
    <span className="relative block size-full">
      {placeholder !== undefined && state === "loading" && (
        <img
          src={placeholder}
          alt=""
          draggable={false}
          className={classes("absolute inset-0 size-full object-cover", local === undefined && "scale-110 blur-md")}
        />
      )}
      <img
        src={address}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={() => setState("loaded")}
        onError={() => setState("failed")}
        className={classes(
          "absolute inset-0 size-full object-cover transition-opacity duration-200",
          state === "loading" && placeholder !== undefined && "opacity-0",
        )}
      />
    </span>
  );
}
