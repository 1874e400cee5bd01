/** The categories of the emoji picker with their labels and icons. */
import { useLingui } from "@lingui/react/macro";
import {
  Car,
  Clock,
  Flag,
  Hash,
  Lightbulb,
  PawPrint,
  Smile,
  Trophy,
  User,
  Utensils,
  type LucideIcon,
} from "lucide-react";
import { useMemo } from "react";

export const RECENT = "recent";

export interface Category {
  readonly key: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The number of the Unicode group. The category of recently used emoji has none. */
  readonly group?: number;
}

export function useCategories(): readonly Category[] {
  const { t } = useLingui();
  return useMemo(
    () => [
      { key: RECENT, label: t`Recently used`, Icon: Clock },
      { key: "smileys", group: 0, label: t`Smileys and emotion`, Icon: Smile },
      { key: "people", group: 1, label: t`People and body`, Icon: User },
      { key: "nature", group: 3, label: t`Animals and nature`, Icon: PawPrint },
      { key: "food", group: 4, label: t`Food and drink`, Icon: Utensils },
      { key: "travel", group: 5, label: t`Travel and places`, Icon: Car },
      { key: "activities", group: 6, label: t`Activities`, Icon: Trophy },
      { key: "objects", group: 7, label: t`Objects`, Icon: Lightbulb },
      { key: "symbols", group: 8, label: t`Symbols`, Icon: Hash },
      { key: "flags", group: 9, label: t`Flags`, Icon: Flag },
    ],
    [t],
  );
}
