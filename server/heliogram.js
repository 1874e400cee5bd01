#!/usr/bin/env node
/** The command `heliogram`: checks the version of Node.js before it reads anything in TypeScript. */
import "./node-version.js";

await import("./main.ts");
