/** Renders the icons of installed pages from `public/icon.svg`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";

const DRAWING = join(import.meta.dirname, "../public/icon.svg");

const ICONS = [
  { name: "icon-192.png", side: 192, round: true },
  { name: "icon-512.png", side: 512, round: true },
  // Devices crop a maskable icon to their own shape.
  { name: "icon-maskable-512.png", side: 512, round: false },
  { name: "apple-touch-icon.png", side: 180, round: false },
];

export function icons(): Plugin {
  return {
    name: "heliogram:icons",
    apply: "build",
    async generateBundle() {
      const drawing = readFileSync(DRAWING, "utf8");
      for (const { name, side, round } of ICONS) {
        const svg = round ? drawing : drawing.replace(/ rx="\d+"/, "");
        const source = await sharp(new TextEncoder().encode(svg), { density: (72 * side) / 64 })
          .resize(side, side)
          .png({ palette: true, effort: 10 })
          .toBuffer();
        this.emitFile({ type: "asset", fileName: name, source });
      }
    },
  };
}
