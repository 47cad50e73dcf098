import { redactAudit } from './redact-audit';

describe('redactAudit (PACT wire §6: secrets are write-only)', () => {
  it('hides every string below a secret member, at any depth, and keeps the names', () => {
    const record = {
      name: 'Brand',
      agent: {
        kind: 'webhook',
        url: 'https://brand.example/agent',
        headers: {
          authorization: 'Bearer secret',
          list: ['secret'],
          sealed: { sealed: 'v1.secret', updatedAt: 'now' },
        },
        apiKey: 'secret',
      },
      keys: [{ kid: 'k', d: 'secret', privateJwk: { kty: 'EC', d: 'secret' } }],
    };
    const hidden = redactAudit(record);
    expect(JSON.stringify(hidden)).not.toContain('secret');
    expect(hidden).toMatchObject({
      name: 'Brand',
      agent: {
        url: 'https://brand.example/agent',
        headers: { authorization: '[hidden]', list: ['[hidden]'] },
      },
      keys: [{ kid: 'k', d: '[hidden]' }],
    });
  });

  it('leaves what says only that a secret is set, and since when', () => {
    const record = {
      agent: { headers: { authorization: { set: true, updatedAt: '2026-11-30T00:00:00.000Z' } } },
    };
    expect(redactAudit(record)).toEqual(record);
  });

  it('keeps plain members, null and lists as they are, and does not touch its argument', () => {
    const record = { enabled: false, limits: { perSecond: null }, tags: ['a'], text: 'token of thanks' };
    expect(redactAudit(record)).toEqual(record);
    expect(redactAudit(null)).toBeNull();
  });

  it('ends in a record that is nested too deeply to be one of ours', () => {
    let deep: Record<string, unknown> = { end: 'secret' };
    for (let level = 0; level < 40; level += 1) deep = { deep };
    expect(JSON.stringify(redactAudit(deep))).toContain('[hidden]');
    expect(JSON.stringify(redactAudit(deep))).not.toContain('secret');
  });
});
