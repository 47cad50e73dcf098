/**
 * What a step found. A test that did not run counts as failed: a green line must mean that everything ran.
 * @typedef {{ passed: number, failed: number, output?: string }} StepResult
 */

/** One check that is either right or wrong. @param {boolean} isRight @param {string} output @returns {StepResult} */
export function oneCheck(isRight, output) {
  return isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}

/** The sum over all steps, and the line that ends the run. */
export class Tally {
  /** @type {{ name: string, seconds: number, result: StepResult }[]} */
  steps = [];

  /** @param {string} name @param {number} seconds @param {StepResult} result */
  add(name, seconds, result) {
    this.steps.push({ name, seconds, result });
  }

  get passed() {
    return this.steps.reduce((sum, { result }) => sum + result.passed, 0);
  }

  get failed() {
    return this.steps.reduce((sum, { result }) => sum + result.failed, 0);
  }

  /** A row for each step. */
  table() {
    const width = Math.max(0, ...this.steps.map(({ name }) => name.length));
    return this.steps
      .map(({ name, seconds, result: { passed, failed } }) => {
        const counts = `${String(passed).padStart(6)} passed${failed > 0 ? `, ${failed} FAILED` : ''}`;
        return `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s ${counts}`;
      })
      .join('\n');
  }

  /** `N passed, N failed`: what scripts look for. A run in which nothing ran has failed. */
  lastLine() {
    const nothingRan = this.passed + this.failed === 0;
    return `${this.passed} passed, ${nothingRan ? 1 : this.failed} failed`;
  }

  get isGreen() {
    return this.failed === 0 && this.passed > 0;
  }
}
