import { createPublicKey, sign, verify } from 'node:crypto';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { entry } from '../registry.test-kit';
import { SigningKeys } from './signing-keys.repository';

const SEALING_KEY = Buffer.alloc(32, 3);
const OWNER = { brandId: 'brand-1' };
const audit = ({ kid }: { kid: string }) => entry('brand-key.rotate', kid);

describe('the keys of a Brand (P24)', () => {
  let database: RegistryDatabase;
  let keys: SigningKeys;

  beforeEach(async () => {
    database = await registryDatabase({ poolSize: 8 });
    keys = replica();
  });
  afterEach(() => database.drop());

  const replica = () => new SigningKeys(database.sql, SEALING_KEY);
  /** Lets time pass: every key was made that much earlier. */
  const age = (seconds: number) =>
    database.dataSource.query(
      'UPDATE signing_key SET active_from = active_from - make_interval(secs => $1)',
      [seconds],
    );
  const publishedKids = async (owner = OWNER) => (await keys.published(owner)).map(({ kid }) => kid);

  it('makes the first one at first need, one for any number of replicas that need it at once', async () => {
    const signing = await Promise.all(Array.from({ length: 20 }, () => replica().active(OWNER)));
    expect(new Set(signing.map(({ kid }) => kid)).size).toBe(1);
    expect(await publishedKids()).toEqual([signing[0]?.kid]);
  });

  it('belong to that Brand alone: neither another Brand nor the webhooks have them', async () => {
    await keys.ensure('webhook');
    const mine = await keys.active(OWNER);
    const others = await keys.active({ brandId: 'brand-2' });
    await keys.rotate(OWNER, audit);
    expect(await publishedKids({ brandId: 'brand-2' })).toEqual([others.kid]);
    expect(await keys.list('webhook')).toHaveLength(1);
    expect((await keys.list('webhook'))[0]?.kid).not.toBe(mine.kid);
  });

  it('changes to RS256 and back: each next key signs as it says', async () => {
    await keys.ensure(OWNER);
    for (const alg of ['RS256', 'ES256'] as const) {
      expect(await keys.rotate(OWNER, audit, alg)).toMatchObject({ alg, status: 'next' });
      await age(601);
      const { kid, key, jwk } = await replica().active(OWNER);
      expect(jwk).toMatchObject({ kid, alg });
      const published = (await keys.published(OWNER)).find(each => each.kid === kid);
      const publicKey = createPublicKey({ key: { ...published?.publicJwk }, format: 'jwk' });
      const data = Buffer.from(alg);
      expect(verify('sha256', data, publicKey, sign('sha256', data, key))).toBe(true);
    }
    expect((await keys.list(OWNER)).map(({ alg }) => alg)).toEqual(['ES256', 'RS256', 'ES256']);
  });

  it('under load: no replica signs with a key that is not published, and always some key signs', async () => {
    await keys.ensure(OWNER);
    let isOver = false;
    const used = new Set<string>();
    const load = async () => {
      while (!isOver) {
        const { kid } = await replica().active(OWNER);
        used.add(kid);
        expect(await publishedKids()).toContain(kid);
      }
    };
    const signing = Array.from({ length: 4 }, load);
    for (let turn = 0; turn < 6; turn += 1) {
      await Promise.all([keys.rotate(OWNER, audit), keys.rotate(OWNER, audit)]);
      await age(601);
    }
    isOver = true;
    await Promise.all(signing);
    expect(used.size).toBeGreaterThan(1);
    expect(await publishedKids()).toHaveLength(7);
  });

  it('goes on for 30 seconds with what it remembers, unless it hears of a change', async () => {
    const { kid } = await keys.active(OWNER);
    await keys.rotate(OWNER, audit);
    await age(601);
    expect((await keys.active(OWNER)).kid).toBe(kid);
    expect(await publishedKids()).toContain(kid);
    keys.forget();
    expect((await keys.active(OWNER)).kid).not.toBe(kid);
  });

  it('stays published 13 months after it signed last, by the clock of the database', async () => {
    const { kid } = await keys.active(OWNER);
    await keys.rotate(OWNER, audit);
    await age(601);
    await age(403 * 86_400 - 60);
    expect(await publishedKids()).toContain(kid);
    await age(120);
    expect(await publishedKids()).not.toContain(kid);
    expect((await keys.list(OWNER)).map(each => each.kid)).toContain(kid);
  });
});
