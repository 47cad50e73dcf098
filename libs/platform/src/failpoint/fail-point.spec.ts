import { FailPointError, armFailPoints, failPoint } from './fail-point';

afterEach(() => armFailPoints(undefined));

describe('failPoint', () => {
  it('does nothing unless it is armed', () => {
    expect(failPoint('turn.claimed')).toBeUndefined();
    armFailPoints('turn.stored=error');
    expect(failPoint('turn.claimed')).toBeUndefined();
  });

  it('throws on each pass, or on the first ones only', () => {
    armFailPoints('a=error, b=error:2');
    for (let pass = 0; pass < 3; pass += 1) expect(() => failPoint('a')).toThrow(FailPointError);
    expect(() => failPoint('b')).toThrow('fail point b');
    expect(() => failPoint('b')).toThrow('fail point b');
    expect(failPoint('b')).toBeUndefined();
  });

  it('never ends when it hangs', async () => {
    armFailPoints('a=hang');
    const hanging = failPoint('a');
    const winner = await Promise.race([
      hanging?.then(() => 'ended'),
      new Promise(resolve => setImmediate(resolve, 'hangs')),
    ]);
    expect(winner).toBe('hangs');
  });

  it('kills the process by SIGKILL', () => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    armFailPoints('a=kill');
    void failPoint('a');
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']]);
    kill.mockRestore();
  });

  it('refuses a list of another shape', () => {
    expect(() => armFailPoints('a=explode')).toThrow(TypeError);
  });
});
