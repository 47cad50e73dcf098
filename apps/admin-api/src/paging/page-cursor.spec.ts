import fc from 'fast-check';
import { readCursor, writeCursor } from './page-cursor';

const KEY = Buffer.alloc(32, 1);
const CURSOR = writeCursor(KEY, '/brands?state=open', '01J0000000000000000000000A');
const codeOf = (cursor: string, list = '/brands?state=open', key = KEY) => {
  const result = readCursor(key, list, cursor);
  return result.ok ? result.value : result.error.code;
};

describe('the cursor of a list', () => {
  it('gives back its position', () => {
    expect(codeOf(CURSOR)).toBe('01J0000000000000000000000A');
  });

  it('opens no other list and no other deployment', () => {
    expect(codeOf(CURSOR, '/brands?state=closed')).toBe('wrong_format');
    expect(codeOf(CURSOR, '/brands?state=open', Buffer.alloc(32, 2))).toBe('wrong_format');
  });

  it.each(['', 'x', CURSOR.slice(0, 10), `${CURSOR}A`, `${CURSOR}=`, ` ${CURSOR}`, CURSOR.slice(0, -2)])(
    'refuses %j',
    cursor => {
      expect(codeOf(cursor)).toBe('wrong_format');
    },
  );

  it('refuses whatever was not written by us', () => {
    fc.assert(
      fc.property(fc.base64String(), text => codeOf(text) === 'wrong_format'),
      { verbose: true },
    );
  });
});
