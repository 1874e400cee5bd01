/** The build of the client: React, message catalogs, styles, and precompressed files. */
import babel from "@rolldown/plugin-babel";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { icons } from "./build/icons.ts";
import { worker } from "./build/worker.ts";

const SERVICE = "http://localhost:8080";

const FIRST = { name: "first", tags: ["$initial"] };
/** Small files that several screens share would be forty requests. */
const SHARED = { name: "shared", minShareCount: 2 };
const OVERLAYS = { name: "overlays", test: /[\\/]node_modules[\\/]@(?:base-ui|floating-ui)[\\/]/ };

// The Lingui macros search their configuration in the working directory.
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
    // The Content Security Policy does not allow data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // tests/web/built-client.test.ts checks the compressed size of the first screen.
    chunkSizeWarningLimit: 1000,
    // All modules of the first screen go into one file, which loads faster than forty; so do those of dialogs and menus.
    rolldownOptions: { output: { codeSplitting: { groups: [FIRST, OVERLAYS, SHARED] } } },
  },
  server: {
    // With `npm run dev -w web` beside `npm run dev`: hot reload of pages, everything else from the service.
    proxy: { "/api": { target: SERVICE, ws: true } },
  },
});
