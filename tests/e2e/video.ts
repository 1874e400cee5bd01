/** Short videos drawn by the browser, and the properties of media elements. */
import type { Locator, Page } from "playwright-core";

interface MediaProperties {
  readonly currentTime: number;
  readonly paused: boolean;
  readonly controls: boolean;
  readonly poster: string;
  readonly naturalWidth: number;
}

/** In the page: a video of a few frames, in base64. */
function record(): Promise<string> {
  const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
  const pen = canvas.getContext("2d")!;
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.start();
  let shown = 0;
  const timer = setInterval(() => {
    pen.fillStyle = `hsl(${shown * 12} 80% 50%)`;
    pen.fillRect(0, 0, 160, 120);
    if (++shown < 30) return;
    clearInterval(timer);
    recorder.stop();
  }, 50);
  return new Promise((resolve) => {
    recorder.addEventListener("stop", () => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1]!));
      reader.readAsDataURL(new Blob(parts));
    });
  });
}

/** A WebM video of 160 by 120 pixels. */
export async function recordVideo(page: Page): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await page.evaluate(record), "base64");
}

/** Reads a property of an image or video element. */
export function readProperty<K extends keyof MediaProperties>(
  element: Locator,
  property: K,
): Promise<MediaProperties[K]> {
  return element.evaluate((each, name) => (each as unknown as MediaProperties)[name as K], property);
}
