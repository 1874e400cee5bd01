/** A dice message: a die shows its face, a slot machine its reels, any other emoji its value. */
import { useLingui } from "@lingui/react/macro";
import { dotsOf, maxValue, reelsOf } from "../../core/model/messages/dice.ts";

interface DiceProps {
  readonly emoji: string;
  readonly value: number;
}

export function Dice({ emoji, value }: DiceProps) {
  const { t } = useLingui();
  const highest = maxValue(emoji);
  return (
    <div
      role="img"
      aria-label={t`${emoji} ${value} of ${highest}`}
      className="thrown grid place-items-center pb-7 pt-1"
    >
      <DiceValue emoji={emoji} value={value} />
    </div>
  );
}

function DiceValue({ emoji, value }: DiceProps) {
  if (emoji === "🎲") return <DieFace value={value} />;
  if (emoji === "🎰") {
    return (
      <span className="flex gap-1 rounded-2xl border border-line bg-surface p-2 text-4xl">
        {reelsOf(value).map((reel, index) => (
          <span key={index} className="grid size-14 place-items-center rounded-lg bg-hover">
            {reel}
          </span>
        ))}
      </span>
    );
  }
  return (
    <span className="relative block px-4 text-7xl leading-none">
      {emoji}
      <span className="absolute -bottom-1 end-0 grid size-8 place-items-center rounded-full bg-accent-fill text-base font-semibold text-on-accent">
        {value}
      </span>
    </span>
  );
}

function DieFace({ value }: { readonly value: number }) {
  return (
    <svg viewBox="0 0 96 96" className="size-24">
      <rect x="4" y="4" width="88" height="88" rx="20" fill="#ffffff" stroke="#cbd3dd" strokeWidth="2" />
      {dotsOf(value).map(([column, row]) => (
        <circle key={`${column}${row}`} cx={26 + column * 22} cy={26 + row * 22} r="8.5" fill="#cf3b33" />
      ))}
    </svg>
  );
}
