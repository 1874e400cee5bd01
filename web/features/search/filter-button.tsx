/** The button that shows and hides the search filters. It indicates whether a filter is set. */
import { useLingui } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import { IconButton } from "../../ui/buttons/button.tsx";

interface FilterButtonProps {
  /** The id of the element with the filters. */
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
