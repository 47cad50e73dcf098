import { LIMITS, type Result, err, isStorable, ok } from '@surety/kernel';
import { AgentFailure } from './port';

/** Whether the text shows nothing: only white space as ECMAScript knows it (PACT 4.1). */
export const isBlank = (text: string): boolean => text.trim() === '';

/** The text of an agent's answer: storable, non-blank, at most 64 KiB (PACT wire 5.2); else why it is none. */
export function readAnswerText(text: string): Result<string, AgentFailure> {
  if (!isStorable(text)) return err(new AgentFailure('shape', 'the text holds NUL or a lone surrogate'));
  if (isBlank(text)) return err(new AgentFailure('blank_text', 'the text is blank'));
  if (Buffer.byteLength(text) > LIMITS.textBytes) {
    return err(new AgentFailure('too_large', `the text is over ${LIMITS.textBytes} bytes`));
  }
  return ok(text);
}
