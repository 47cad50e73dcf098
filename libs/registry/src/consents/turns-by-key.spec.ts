import { TurnsByKey } from './turns-by-key';

describe('TurnsByKey', () => {
  const later = () => new Promise<void>(resolve => setImmediate(resolve));

  it('runs work of one key in the order in which it came, never two at once', async () => {
    const turns = new TurnsByKey();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await later();
      log.push(`${name} ends`);
      return name;
    };
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map(name => turns.take('key', work(name))))).toEqual(names);
    expect(log).toEqual(names.flatMap(name => [`${name} begins`, `${name} ends`]));
  });

  it('lets other keys pass', async () => {
    const turns = new TurnsByKey();
    let finish = (): void => undefined;
    const slow = turns.take('one', () => new Promise<void>(resolve => (finish = resolve)));
    expect(await turns.take('other', () => Promise.resolve(1))).toBe(1);
    finish();
    await slow;
  });

  it('goes on after work that failed, and remembers no key for ever', async () => {
    const turns = new TurnsByKey();
    const failing = turns.take('key', () => Promise.reject(new Error('away')));
    const next = turns.take('key', () => Promise.resolve(2));
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe(2);
    expect(turns.size).toBe(0);
  });
});
