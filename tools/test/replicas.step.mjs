import { jest } from './jest.step.mjs';
import { withReplicatedStack } from './replicated-stack.mjs';

/**
 * The black-box suites against two replicas behind a proxy, and the suites that look at each of them. One suite at a time:
 * two that run side by side would each meet one replica only, since the proxy takes turns.
 * @param {import('./steps.mjs').StepContext} context
 * @returns {Promise<import('./tally.mjs').StepResult>}
 */
export function endToEndOnReplicas(context) {
  return withReplicatedStack(context, ({ descriptor, replicas }) => {
    const env = { ...context.env, SURETY_STACK: descriptor, SURETY_STACK_REPLICAS: replicas.join(',') };
    return jest(['--selectProjects', 'e2e', '--runInBand'], { ...context, env });
  });
}
