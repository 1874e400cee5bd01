/** The button that chooses the skin tone of emoji. Each click takes the next tone. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";

const STORAGE_KEY = "skin-tone";
/** A hand without a tone, then in each tone from light to dark. */
const HANDS = ["✋", "✋🏻", "✋🏼", "✋🏽", "✋🏾", "✋🏿"] as const;

/** @returns the tone, 0 for none and 1 to 5 from light to dark, and a function that chooses the next one */
export function useTone(): [tone: number, next: () => void] {
  const { storage } = useClient().ports;
  const [tone, setTone] = useState(() => {
    const stored = storage.read(STORAGE_KEY);
    return typeof stored === "number" && stored in HANDS ? stored : 0;
  });
  const next = () => {
    const now = (tone + 1) % HANDS.length;
    storage.write(STORAGE_KEY, now);
    setTone(now);
  };
  return [tone, next];
}

export function ToneButton({ tone, onPress }: { readonly tone: number; readonly onPress: () => void }) {
  const { t } = useLingui();
  const names = [
    t`Skin tone`,
    t`Light skin tone`,
    t`Medium-light skin tone`,
    t`Medium skin tone`,
    t`Medium-dark skin tone`,
    t`Dark skin tone`,
  ];
  return (
    <button
      type="button"
      aria-label={names[tone]}
      title={t`Skin tone`}
      onClick={onPress}
      className="grid size-9 shrink-0 place-items-center rounded-full text-xl hover:bg-hover"
    >
      {HANDS[tone]}
    </button>
  );
}
