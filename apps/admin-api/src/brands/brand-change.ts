import type { BrandSkill } from '@surety/registry';
import type { FieldFault } from '../problem/problem';
import type { BrandLimitsBody, SkillBody } from './brand.dto';
import { domainName } from './domain-name';

/** The card of a Brand about which nothing was said (PACT wire §6, §9). */
export const DEFAULT_SKILLS: readonly BrandSkill[] = [
  { id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] },
];
export const DEFAULT_CARD_VERSION = '1.0.0';
export const DEFAULT_LIMITS = { agentDeadlineSeconds: 30, contextIdleDays: 30 };

/** What single members cannot show: a domain that is no host name, a skill id that stands twice. */
export function brandFaults(body: { domain?: string | null; skills?: readonly SkillBody[] }): FieldFault[] {
  const faults: FieldFault[] = [];
  if (typeof body.domain === 'string' && domainName(body.domain) === undefined) {
    const message = 'The domain must be a host name in ASCII, without scheme, port and trailing dot.';
    faults.push({ path: 'domain', code: 'wrong_format', message });
  }
  const ids = (body.skills ?? []).map(skill => skill.id);
  const again = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (again >= 0) {
    faults.push({ path: `skills.${again}.id`, code: 'repeated', message: 'Skill ids are unique on a card.' });
  }
  return faults;
}

/** The domain as it is stored: absent keeps the current one, null takes it away. */
export function changedDomain(current: string | null, domain: string | null | undefined): string | null {
  if (domain === undefined) return current;
  return domain === null ? null : (domainName(domain) ?? null);
}

/** The skills as the card prints them, members in the order of the golden card. */
export function cardSkills(skills: readonly SkillBody[]): BrandSkill[] {
  return skills.map(({ id, name, description, tags, examples }) => {
    return { id, name, description, tags, ...(examples === undefined ? {} : { examples }) };
  });
}

/** Merges a change of limits: absent stays. */
export function changedLimits(current: typeof DEFAULT_LIMITS, change: BrandLimitsBody = {}) {
  return {
    agentDeadlineSeconds: change.agentDeadlineSeconds ?? current.agentDeadlineSeconds,
    contextIdleDays: change.contextIdleDays ?? current.contextIdleDays,
  };
}
