/** Shows and hides what narrows a search; while something narrows it, it says so. */
import { useLingui } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import { IconButton } from "../ui/button.tsx";

interface FilterButtonProps {
  /** The id of what it shows. */
  readonly controls: string;
  readonly open: boolean;
  readonly active: boolean;
  readonly onToggle: () => void;
}

export function FilterButton({ controls, open, active, onToggle }: FilterButtonProps) {
  const { t } = useLingui();
  return (
    <IconButton
      label={active ? t`Filters, in use` : t`Filters`}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      className={active ? "text-accent hover:text-accent" : undefined}
    >
      <SlidersHorizontal aria-hidden className="size-5" />
    </IconButton>
  );
}
