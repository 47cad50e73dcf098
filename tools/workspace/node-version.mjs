/** The oldest Node that everything here runs on; the same as `engines` in package.json. */
export const oldestNode = '20.19.0';

/**
 * Whether a version is at least another, both as `major.minor.patch`.
 * @param {string} version
 * @param {string} least
 */
export function isAtLeast(version, least) {
  const left = version.split('.').map(part => parseInt(part, 10));
  const right = least.split('.').map(part => parseInt(part, 10));
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 || (left[at] ?? 0) > (right[at] ?? 0);
}

/** Ends the process with one clear line when Node is too old; to be called before anything newer is imported. */
export function requireNode() {
  if (isAtLeast(process.versions.node, oldestNode)) return;
  console.error(
    `Surety needs Node ${oldestNode} or newer; this is ${process.version}. See https://nodejs.org/.`,
  );
  process.exit(1);
}
