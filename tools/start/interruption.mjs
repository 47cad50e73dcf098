/** What is thrown where work was under way when a person asked to stop. */
export class Interrupted extends Error {}

/**
 * Ctrl-C and SIGTERM: the first asks for an orderly stop, the second for an end at once.
 * @param {() => void} force called at the second
 * @returns {AbortSignal} aborted at the first
 */
export function interruptions(force) {
  const controller = new AbortController();
  const onSignal = () =>
    controller.signal.aborted ? force() : controller.abort(new Interrupted('interrupted'));
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  stopWithNpm(() => controller.abort(new Interrupted('npm is gone')));
  return controller.signal;
}

/**
 * `npm start` that is killed with -9 leaves us behind without a terminal: then we stop too. Only under npm, since a
 * script may well start this file directly and end.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

/** Resolves when the signal is aborted. @param {AbortSignal} signal @returns {Promise<void>} */
export function aborted(signal) {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
