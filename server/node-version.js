/** Ends a process on a Node.js that is too old, with one sentence. JavaScript, which every version reads. */
const OLDEST_NODE = 24;

if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
  process.stderr.write(
    `heliogram: Node.js ${OLDEST_NODE} or newer is needed, and this is ${process.versions.node}; ` +
      "in a checkout, npm ci installs one, which npm start and npx heliogram use\n",
  );
  process.exit(1);
}
