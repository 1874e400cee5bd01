/** A face: the picture of somebody or of a chat, else their initials on a colour of their own. */
import { use } from "react";
import { fileAddress } from "../model/file-address.ts";
import { colourOf, initialsOf } from "../model/names.ts";
import { classes } from "./classes.ts";
import { FacesContext } from "./faces.ts";

interface AvatarProps {
  readonly id: number;
  readonly name: string;
  readonly photo?: { readonly small_file_id: string } | undefined;
  readonly size?: "small" | "normal" | "large";
}

const SIZES = { small: "size-8 text-xs", normal: "size-12 text-base", large: "size-24 text-3xl" };

/** The name stands beside it wherever it is used, so it is silent. */
export function Avatar({ id, name, photo, size = "normal" }: AvatarProps) {
  const look = classes(
    "grid shrink-0 select-none place-items-center rounded-full font-semibold text-white",
    SIZES[size],
  );
  const changed = use(FacesContext)[id];
  const shown = changed === undefined ? photo : changed;
  if (shown) {
    const address = fileAddress("photo", shown.small_file_id);
    return <img src={address} alt="" className={classes(look, "object-cover")} draggable={false} />;
  }
  return (
    <span aria-hidden className={look} style={{ background: `var(--face-${colourOf(id)})` }}>
      {initialsOf(name)}
    </span>
  );
}
