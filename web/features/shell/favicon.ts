/** The page's icon with the number of unread messages. */

const PLAIN_ICON = "/icon.svg";
const SIZE_PX = 64;
const MAX_COUNT = 99;

let address: string | undefined;
let wanted = "";

/** The text of the badge; empty for 0. */
export function badgeText(count: number): string {
  if (count === 0) return "";
  return count > MAX_COUNT ? `${MAX_COUNT}+` : String(count);
}

/** Draws the badge on the icon. An empty text restores the plain icon. */
export function showBadge(text: string): void {
  wanted = text;
  if (text === "") {
    setIcon(PLAIN_ICON);
    return;
  }
  const image = new Image(SIZE_PX, SIZE_PX);
  image.addEventListener("load", () => {
    draw(image, text)?.toBlob((blob) => {
      // Another text may have been set while the image was loading.
      if (blob && wanted === text) setIcon(URL.createObjectURL(blob));
    });
  });
  image.src = PLAIN_ICON;
}

function draw(image: HTMLImageElement, text: string): HTMLCanvasElement | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE_PX;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(image, 0, 0, SIZE_PX, SIZE_PX);
  context.font = `bold ${text.length > 2 ? 24 : 32}px system-ui, sans-serif`;
  const width = Math.max(40, context.measureText(text).width + 16);
  context.fillStyle = "#d02a38";
  context.beginPath();
  context.roundRect(SIZE_PX - width, SIZE_PX - 40, width, 40, 20);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, SIZE_PX - width / 2, SIZE_PX - 18);
  return canvas;
}

function setIcon(href: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = href;
  if (address !== undefined && address !== href) URL.revokeObjectURL(address);
  address = href === PLAIN_ICON ? undefined : href;
}
