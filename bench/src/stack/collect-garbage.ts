import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into the processes of a stack, so that memory can be judged without what only waits to be collected. */
process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
});
