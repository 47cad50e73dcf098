import { UnsupportedPostgres, supportedMajor } from './supported-postgres';

describe('supportedMajor', () => {
  it('accepts PostgreSQL 15 to 18, any minor', () => {
    expect([150_000, 150_018, 160_004, 179_999, 180_004].map(supportedMajor)).toEqual([15, 15, 16, 17, 18]);
  });

  it('refuses older, newer and unreadable ones', () => {
    for (const version of [140_022, 190_000, 96_024, Number.NaN]) {
      expect(() => supportedMajor(version)).toThrow(UnsupportedPostgres);
    }
  });
});
