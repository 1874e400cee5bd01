/** The icon of the page, with a number on it. */

const PLAIN = "/icon.svg";
const SIZE = 64;
const MOST = 99;

let address: string | undefined;
let wanted = 0;

/** Draws the number; without one, the icon is as it was. */
export function showBadge(count: number): void {
  wanted = count;
  if (count === 0) {
    setIcon(PLAIN);
    return;
  }
  const image = new Image(SIZE, SIZE);
  image.addEventListener("load", () => {
    draw(image, count)?.toBlob((blob) => {
      // Another number may have come meanwhile.
      if (blob && wanted === count) setIcon(URL.createObjectURL(blob));
    });
  });
  image.src = PLAIN;
}

function draw(image: HTMLImageElement, count: number): HTMLCanvasElement | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  const text = count > MOST ? `${MOST}+` : String(count);
  context.drawImage(image, 0, 0, SIZE, SIZE);
  context.font = `bold ${text.length > 2 ? 24 : 32}px system-ui, sans-serif`;
  const width = Math.max(40, context.measureText(text).width + 16);
  context.fillStyle = "#d02a38";
  context.beginPath();
  context.roundRect(SIZE - width, SIZE - 40, width, 40, 20);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, SIZE - width / 2, SIZE - 18);
  return canvas;
}

function setIcon(href: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = href;
  if (address !== undefined && address !== href) URL.revokeObjectURL(address);
  address = href === PLAIN ? undefined : href;
}
