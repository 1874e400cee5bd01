/** Pictures for the screenshots, drawn here: landscapes out of a few shapes, and signs of groups. */
import sharp from "sharp";

interface Light {
  readonly sky: readonly [string, string];
  readonly sun: string;
  readonly hills: readonly [string, string, string];
}

const LIGHTS = {
  dawn: { sky: ["#fbd7a8", "#f08a6c"], sun: "#fff3d6", hills: ["#8f5a78", "#5d4470", "#33305a"] },
  noon: { sky: ["#8fd0f5", "#dff3fb"], sun: "#fffbe0", hills: ["#7fb38a", "#4f8f6b", "#2f6650"] },
  dusk: { sky: ["#27315f", "#d9778a"], sun: "#ffd9a0", hills: ["#4d4a80", "#33366a", "#1b2148"] },
} as const satisfies Readonly<Record<string, Light>>;

export type LightName = keyof typeof LIGHTS;

/** Hills behind one another under a low sun. @returns a JPEG */
export function landscape(name: LightName, width: number, height: number): Promise<Buffer> {
  const { sky, sun, hills } = LIGHTS[name];
  const ridge = (from: number, rise: number, waves: number, colour: string) => {
    const points = Array.from({ length: 41 }, (_, i) => {
      const x = (i / 40) * width;
      const wave = Math.sin((i / 40) * Math.PI * waves + from) + 0.4 * Math.sin((i / 40) * Math.PI * waves * 2.7);
      return `${x.toFixed(0)},${(height * from - wave * height * rise).toFixed(0)}`;
    });
    return `<polygon fill="${colour}" points="0,${height} ${points.join(" ")} ${width},${height}"/>`;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.68}" cy="${height * 0.38}" r="${height * 0.09}" fill="${sun}"/>
    ${ridge(0.56, 0.09, 3, hills[0])}${ridge(0.7, 0.08, 4, hills[1])}${ridge(0.85, 0.06, 5, hills[2])}
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}

/** One letter or sign on a coloured square. @returns a PNG */
export function sign(letter: string, from: string, to: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="320" height="320" fill="url(#g)"/>
    ${letter}
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Two peaks, for the hiking club. */
export const PEAKS = '<path d="M40 240 130 110l45 62 30-40 75 108z" fill="#fff" opacity=".95"/>';
/** A megaphone's waves, for the channel. */
export const WAVES =
  '<g fill="none" stroke="#fff" stroke-width="18" stroke-linecap="round"><path d="M120 160h.1M160 110a70 70 0 0 1 0 100M200 75a120 120 0 0 1 0 170"/></g>';
/** An open book. */
export const BOOK =
  '<path d="M60 100c40-20 80-10 100 10 20-20 60-30 100-10v120c-40-20-80-10-100 10-20-20-60-30-100-10z" fill="#fff"/>';
