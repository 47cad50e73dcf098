import { statement } from './statement';

describe('statement', () => {
  it('refuses one name for two texts, and a name that PostgreSQL would cut', () => {
    statement('spec_one', 'select 1');
    expect(statement('spec_one', 'select 1').text).toBe('select 1');
    expect(() => statement('spec_one', 'select 2')).toThrow('spec_one');
    expect(() => statement('x'.repeat(64), 'select 1')).toThrow('too long');
  });
});
