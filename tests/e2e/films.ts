/** Little films that a browser draws itself, and what it says of those it shows. */
import type { Locator, Page } from "playwright-core";

interface Shown {
  readonly currentTime: number;
  readonly paused: boolean;
  readonly controls: boolean;
  readonly poster: string;
  readonly naturalWidth: number;
}

/** A film of a few pictures, in base64. */
const DRAW = `new Promise((resolve) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
  const pen = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(",")[1]);
    reader.readAsDataURL(new Blob(parts));
  };
  recorder.start();
  let shown = 0;
  const timer = setInterval(() => {
    pen.fillStyle = "hsl(" + shown * 12 + " 80% 50%)";
    pen.fillRect(0, 0, 160, 120);
    if (++shown < 30) return;
    clearInterval(timer);
    recorder.stop();
  }, 50);
})`;

/** A WebM film, 160 by 120. */
export async function drawFilm(page: Page): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(String(await page.evaluate(DRAW)), "base64");
}

/** What an image or a film says of itself. */
export function tells<K extends keyof Shown>(element: Locator, fact: K): Promise<Shown[K]> {
  return element.evaluate((each, name) => (each as unknown as Shown)[name as K], fact);
}
