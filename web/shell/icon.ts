/** The icon of the page, with a number on it. */

const PLAIN = "/icon.svg";
const SIZE = 64;
const MOST = 99;

let address: string | undefined;
let wanted = "";

/** What stands on the icon for a number; nothing for none. */
export function badgeText(count: number): string {
  if (count === 0) return "";
  return count > MOST ? `${MOST}+` : String(count);
}

/** Draws the text; without one, the icon is as it was. */
export function showBadge(text: string): void {
  wanted = text;
  if (text === "") {
    setIcon(PLAIN);
    return;
  }
  const image = new Image(SIZE, SIZE);
  image.addEventListener("load", () => {
    draw(image, text)?.toBlob((blob) => {
      // Another text may have come meanwhile.
      if (blob && wanted === text) setIcon(URL.createObjectURL(blob));
    });
  });
  image.src = PLAIN;
}

function draw(image: HTMLImageElement, text: string): HTMLCanvasElement | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
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
