import type { IncomingMessage } from 'node:http';
import { delegationToken } from './delegation-header';

const read = (...values: string[]) => {
  const name = 'x-a2a-user-delegation';
  const headers = values.length === 0 ? {} : { [name]: values.join(', ') };
  return delegationToken({ headers, headersDistinct: { [name]: values } } as unknown as IncomingMessage);
};

describe('PACT 5.5: the delegation header', () => {
  it('absent makes an identity turn', () => {
    expect(read()).toEqual({ ok: true, value: undefined });
  });

  it.each(['Bearer eyJ.a.b', 'bearer eyJ.a.b', 'BEARER   eyJ.a.b'])('takes one token: %s', value => {
    expect(read(value)).toEqual({ ok: true, value: 'eyJ.a.b' });
  });

  it.each([
    [''],
    [' '],
    ['Bearer'],
    ['Bearer '],
    ['Bearer a b'],
    ['Bearer a, Bearer b'],
    ['Basic eA=='],
    ['eyJ.a.b'],
  ])('refuses %p', value => expect(read(value).ok).toBe(false));

  it('refuses two, also two that are equal', () => {
    expect(read('Bearer a', 'Bearer a').ok).toBe(false);
  });
});
