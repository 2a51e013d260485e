// Loaded before the program by npm's scripts: an older Node reads no TypeScript and prints a misleading error.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Crier needs Node 24 or newer; this is ${process.versions.node}. Run npm ci without --omit=dev, which installs Node 24.\n`,
  );
  process.exit(1);
}
