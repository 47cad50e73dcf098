import type { ReceiptFinding } from '@surety/client';
import { terminalText } from './terminal-text';

/** A receipt in one line: whether it proves anything, and what was done in the User's name (PACT 5.6). */
export function receiptSummary(receipt: ReceiptFinding): string {
  switch (receipt.state) {
    case 'verified': {
      const { actions, scopesUsed } = receipt.claims;
      const called = actions.map(({ tool }) => tool).join(', ') || 'no tool';
      const used = scopesUsed.join(', ') || 'no scope';
      const beyond = receipt.beyondToken.join(', ');
      const note = beyond && `; beyond the token: ${beyond}`;
      return terminalText(`receipt: verified; called ${called}; used ${used}${note}`);
    }
    case 'missing':
      return 'receipt: MISSING; this reply is not proven';
    case 'invalid':
      return terminalText(`receipt: NOT valid (${receipt.rule}: ${receipt.detail})`);
    case 'unverified':
      return terminalText(`receipt: not verified yet (${receipt.detail})`);
  }
}
