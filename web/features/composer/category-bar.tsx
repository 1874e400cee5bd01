/** The toolbar of the emoji categories, navigable with arrow keys. */
import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { classes } from "../../ui/classes.ts";
import { moveToolbarFocus } from "../../ui/focus/toolbar-keys.ts";

interface CategoryBarProps {
  readonly categories: readonly { readonly key: string; readonly label: string; readonly Icon?: LucideIcon }[];
  /** The key of the category in view. */
  readonly current: string;
  readonly onChoose: (key: string) => void;
}

export function CategoryBar({ categories, current, onChoose }: CategoryBarProps) {
  const { t } = useLingui();
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Categories`}
      onKeyDown={moveToolbarFocus}
      className="flex shrink-0 justify-between border-b border-line px-2"
    >
      {categories.map(({ key, label, Icon }) => (
        <button
          key={key}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={key === current}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onChoose(key)}
          className={classes(
            "grid h-9 min-w-0 flex-1 place-items-center border-b-2 outline-offset-[-2px]",
            key === current ? "border-accent text-accent" : "border-transparent text-soft hover:text-text",
          )}
        >
          {Icon && <Icon aria-hidden className="size-4.5" />}
        </button>
      ))}
    </div>
  );
}
