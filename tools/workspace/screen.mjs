const beatSeconds = 10;

/** Whoever read our output is gone, or the terminal is closed: no reason to leave a stack half stopped. @param {NodeJS.ErrnoException} error */
function endOfReader(error) {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/**
 * What a person at the terminal sees: one line for each step with the seconds it took, and a sign of life in long ones.
 */
export class Screen {
  /** @param {{ write: (text: string) => unknown, isTTY?: boolean }} [stream] */
  constructor(stream = process.stdout) {
    this.stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.startedAt = performance.now();
    if (stream === process.stdout) process.stdout.on('error', endOfReader);
  }

  /** @param {string} text a line, or several */
  line(text = '') {
    this.stream.write(`${text}\n`);
  }

  /** A line with the seconds since the start before it. @param {string} text */
  note(text) {
    this.line(`${((performance.now() - this.startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  }

  /**
   * Announces something, does it, and says every ten seconds that it still goes on.
   * @template T
   * @param {string} doing @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async during(doing, work) {
    this.note(doing);
    const since = performance.now();
    const beat = setInterval(() => {
      this.note(`  still ${doing}, ${Math.round((performance.now() - since) / 1000)} s`);
    }, beatSeconds * 1000);
    try {
      return await work();
    } finally {
      clearInterval(beat);
    }
  }
}
