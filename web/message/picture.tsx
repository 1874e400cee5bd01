/** A picture that comes over a smaller one which is there already; where it cannot be shown, a sign of it. */
import { useLingui } from "@lingui/react/macro";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { classes } from "../ui/classes.ts";

interface PictureProps {
  readonly address: string;
  readonly alt: string;
  /** A few bytes of the same picture: shown, blurred, until it has come. */
  readonly preview?: string | undefined;
  /** The same picture where it lies on this machine. */
  readonly local?: string | undefined;
}

/** Fills the place it is given, which has its size before any bytes have come. */
export function Picture({ address, alt, preview, local }: PictureProps) {
  const { t } = useLingui();
  const [state, setState] = useState<"coming" | "shown" | "broken">("coming");
  // What was shown from this machine stays until the service's copy has come: its address may be gone by then.
  const [under] = useState(local ?? preview);
  if (state === "broken") {
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
      {under !== undefined && state === "coming" && (
        <img
          src={under}
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
        onLoad={() => setState("shown")}
        onError={() => setState("broken")}
        className={classes(
          "absolute inset-0 size-full object-cover transition-opacity duration-200",
          state === "coming" && under !== undefined && "opacity-0",
        )}
      />
    </span>
  );
}
