import { brandFaults, cardSkills, changedDomain, changedLimits, DEFAULT_LIMITS } from './brand-change';

const skill = (id: string) => ({ tags: ['t'], description: 'd', name: 'n', id });

describe('a change of a Brand', () => {
  it('names a domain that is no host name, and a skill id that stands twice', () => {
    expect(brandFaults({ domain: 'https://x', skills: [skill('a'), skill('b'), skill('a')] })).toMatchObject([
      { path: 'domain', code: 'wrong_format' },
      { path: 'skills.2.id', code: 'repeated' },
    ]);
    expect(brandFaults({ domain: null, skills: [skill('a'), skill('b')] })).toEqual([]);
    expect(brandFaults({})).toEqual([]);
  });

  it.each([
    ['old.example', undefined, 'old.example'],
    ['old.example', null, null],
    ['old.example', 'New.Example', 'new.example'],
    [null, undefined, null],
  ])('domain %s with %s is %s', (current, change, domain) => {
    expect(changedDomain(current, change)).toBe(domain);
  });

  it('stores skills in the member order of the card, without what is absent', () => {
    expect(JSON.stringify(cardSkills([skill('a'), { ...skill('b'), examples: ['e'] }]))).toBe(
      '[{"id":"a","name":"n","description":"d","tags":["t"]},' +
        '{"id":"b","name":"n","description":"d","tags":["t"],"examples":["e"]}]',
    );
  });

  it('merges limits', () => {
    expect(changedLimits(DEFAULT_LIMITS)).toEqual(DEFAULT_LIMITS);
    expect(changedLimits(DEFAULT_LIMITS, { contextIdleDays: 2 })).toEqual({
      agentDeadlineSeconds: 30,
      contextIdleDays: 2,
    });
  });
});
