/** An avatar: a photo, or initials on a colour. */
import { use } from "react";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { colourOf, initialsOf } from "../../core/model/people/names.ts";
import { classes } from "../classes.ts";
import { AvatarPhotosContext } from "./avatar-photos.ts";

interface AvatarProps {
  readonly id: number;
  readonly name: string;
  readonly photo?: { readonly small_file_id: string } | undefined;
  readonly size?: "small" | "normal" | "large";
}

const SIZES = { small: "size-8 text-xs", normal: "size-12 text-base", large: "size-24 text-3xl" };

/** Hidden from screen readers, because the name is always shown beside it. */
export function Avatar({ id, name, photo, size = "normal" }: AvatarProps) {
  const className = classes(
    "grid shrink-0 select-none place-items-center overflow-clip rounded-full font-semibold text-white",
    SIZES[size],
  );
  const changed = use(AvatarPhotosContext)[id];
  const shown = changed === undefined ? photo : changed;
  if (shown) {
    const address = fileAddress("photo", shown.small_file_id);
    return <img data-avatar src={address} alt="" className={classes(className, "object-cover")} draggable={false} />;
  }
  return (
    <span aria-hidden data-avatar className={className} style={{ background: `var(--avatar-${colourOf(id)})` }}>
      {initialsOf(name)}
    </span>
  );
}
