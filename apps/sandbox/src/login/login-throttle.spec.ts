import { LoginThrottle } from './login-throttle';

describe('LoginThrottle', () => {
  let nowMs: number;
  let throttle: LoginThrottle;

  beforeEach(() => {
    nowMs = 1_000_000;
    throttle = new LoginThrottle({ nowMs: () => nowMs });
  });

  const wrong = (times: number, source: string, email: string) => {
    for (let i = 0; i < times; i += 1) throttle.count(source, email);
  };

  it('lets four wrong ones pass and stops after the fifth, until ten minutes after the first', () => {
    wrong(4, '192.0.2.1', 'a@b.example');
    expect(throttle.waitSeconds('192.0.2.1', 'a@b.example')).toBeUndefined();
    nowMs += 60_000;
    wrong(1, '192.0.2.1', 'a@b.example');
    expect(throttle.waitSeconds('192.0.2.1', 'a@b.example')).toBe(540);
    nowMs += 539_999;
    expect(throttle.waitSeconds('192.0.2.1', 'a@b.example')).toBe(1);
    nowMs += 1;
    expect(throttle.waitSeconds('192.0.2.1', 'a@b.example')).toBeUndefined();
  });

  it('counts an e-mail in any spelling as one, and shuts out nobody else', () => {
    wrong(3, '192.0.2.1', ' A@B.example');
    wrong(2, '192.0.2.1', 'a@b.example ');
    expect(throttle.waitSeconds('192.0.2.1', 'a@B.example')).toBeDefined();
    expect(throttle.waitSeconds('192.0.2.1', 'other@b.example')).toBeUndefined();
    expect(throttle.waitSeconds('192.0.2.2', 'a@b.example')).toBeUndefined();
  });

  it('counts twenty of one source over all e-mails', () => {
    for (let i = 0; i < 19; i += 1) throttle.count('192.0.2.1', `u${i}@b.example`);
    expect(throttle.waitSeconds('192.0.2.1', 'new@b.example')).toBeUndefined();
    throttle.count('192.0.2.1', 'u19@b.example');
    expect(throttle.waitSeconds('192.0.2.1', 'new@b.example')).toBe(600);
  });
});
