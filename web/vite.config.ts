/** How the client is built: React, compiled messages, styles, and files compressed ahead of time. */
import babel from "@rolldown/plugin-babel";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { icons } from "./build/icons.ts";
import { worker } from "./build/worker.ts";

const SERVICE = "http://localhost:8080";

// The macros look for their settings where the process runs.
process.chdir(import.meta.dirname);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
    icons(),
    worker(),
    compress(),
  ],
  build: {
    // The policy of the pages allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // tests/web/built-client.test.ts holds the first screen to its size, compressed as it is sent.
    chunkSizeWarningLimit: 1000,
    // What the first screen needs is wanted at once, whoever else needs it too: one file comes sooner than forty.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
  server: {
    // `npm run dev -w web` beside `npm run dev`: pages renew themselves, everything else comes from the service.
    proxy: { "/api": { target: SERVICE, ws: true } },
  },
});
