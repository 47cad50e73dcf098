import type { A2aAnswer } from '@surety/testing';

const VARYING = new Set(['date', 'request-id']);

/** An answer without what differs between any two (P6): everything but Date and Request-Id. */
export function comparable({ status, headers, text }: A2aAnswer): object {
  return { status, headers: [...headers].filter(([name]) => !VARYING.has(name)), text };
}
