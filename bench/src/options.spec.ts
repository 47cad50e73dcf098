import { UsageError, readOptions } from './options';

const cases = ['messages', 'memory'];
const read = (...words: string[]) => readOptions(words, cases);

describe('options of the bench', () => {
  it('measures everything at full length by itself', () => {
    expect(read()).toEqual({
      only: [],
      seconds: 4,
      rounds: 3,
      users: 2_000,
      longTurns: 5_000,
      memoryMessages: 200_000,
      record: false,
    });
  });

  it('takes some cases, and another time for each part', () => {
    expect(read('--only', 'messages', '--only', 'memory', '--seconds', '8')).toMatchObject({
      only: ['messages', 'memory'],
      seconds: 8,
    });
  });

  it('is quick when told so, for as long as it is told', () => {
    expect(read('--quick')).toMatchObject({ rounds: 1, seconds: 1 });
    expect(read('--quick', '--seconds', '2')).toMatchObject({ rounds: 1, seconds: 2 });
  });

  it('records only what was measured whole', () => {
    expect(read('--record')).toMatchObject({ record: true });
    expect(read('--record', '--seconds', '10')).toMatchObject({ record: true });
    expect(() => read('--record', '--quick')).toThrow(UsageError);
    expect(() => read('--record', '--only', 'memory')).toThrow(UsageError);
    expect(() => read('--record', '--seconds', '1')).toThrow(UsageError);
  });

  it('helps', () => {
    expect(read('--help')).toBe('help');
    expect(read('-h')).toBe('help');
  });

  it.each([
    ['--only', 'nothing'],
    ['--seconds', 'x'],
    ['--seconds', '0'],
    ['--seconds', '601'],
    ['--fast', ''],
    ['word', ''],
  ])('refuses %s %s', (...words) => {
    expect(() => readOptions(words.filter(Boolean), cases)).toThrow(UsageError);
  });
});
