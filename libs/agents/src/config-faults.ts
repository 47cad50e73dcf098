import { isJsonObject, isStorable } from '@surety/kernel';

/** One fault of an agent configuration; the admin API shows it as it is, so no message repeats a value. */
export interface ConfigFault {
  /** Members joined by dots, list indexes as numbers: `script.rules.0.reply`. */
  readonly path: string;
  readonly code: ConfigFaultCode;
  readonly message: string;
}

export type ConfigFaultCode =
  | 'required'
  | 'type'
  | 'unknown_member'
  | 'unknown_kind'
  | 'count'
  | 'length'
  | 'blank'
  | 'characters'
  | 'name'
  | 'words'
  | 'pattern'
  | 'pattern_groups'
  | 'pattern_backreference'
  | 'pattern_matches_nothing'
  | 'pattern_too_costly'
  | 'placeholder'
  | 'unknown_placeholder'
  | 'url'
  | 'reserved_header'
  | 'repeated_header'
  | 'repeated'
  | 'choice'
  | 'range'
  | 'unknown_scope'
  | 'schema'
  | 'schema_reference'
  | 'schema_too_costly';

/** Bounds of a list or a text, both ends included. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Reads members of untrusted JSON and collects every fault by path; each reader gives undefined where it found one. */
export class ConfigFaults {
  readonly found: ConfigFault[] = [];

  /** Notes a fault and gives undefined, so that a reader can return it. */
  add(path: string, code: ConfigFaultCode, message: string): undefined {
    this.found.push({ path, code, message });
    return undefined;
  }

  /** An object with no members but `members`; names of the prototype are members like any other. */
  object(value: unknown, path: string, members: readonly string[]): Record<string, unknown> | undefined {
    const object = this.map(value, path);
    for (const name of Object.keys(object ?? {})) {
      if (!members.includes(name)) this.add(join(path, name), 'unknown_member', 'is not a member here');
    }
    return object;
  }

  /** An object with free member names. */
  map(value: unknown, path: string): Record<string, unknown> | undefined {
    if (value === undefined) return this.add(path, 'required', 'is required');
    if (!isJsonObject(value)) return this.add(path, 'type', 'must be an object');
    return Object.assign(Object.create(null) as Record<string, unknown>, value);
  }

  /** A list with `bounds` entries. */
  entries(value: unknown, path: string, bounds: Bounds): readonly unknown[] | undefined {
    if (value === undefined) return this.add(path, 'required', 'is required');
    if (!Array.isArray(value)) return this.add(path, 'type', 'must be a list');
    if (value.length < bounds.min || value.length > bounds.max) {
      return this.add(path, 'count', `must have ${bounds.min} to ${bounds.max} entries`);
    }
    return value;
  }

  /** A text that PostgreSQL can hold, with `bounds` in bytes of UTF-8. */
  text(value: unknown, path: string, bounds: Bounds): string | undefined {
    if (value === undefined) return this.add(path, 'required', 'is required');
    if (typeof value !== 'string') return this.add(path, 'type', 'must be a string');
    if (!isStorable(value)) {
      return this.add(path, 'characters', 'must not hold NUL or a lone surrogate');
    }
    const bytes = Buffer.byteLength(value);
    if (bytes < bounds.min || bytes > bounds.max) {
      return this.add(path, 'length', `must have ${bounds.min} to ${bounds.max} bytes`);
    }
    return value;
  }

  /** A whole number within `bounds`; `fallback` when the member is absent. */
  whole(value: unknown, path: string, bounds: Bounds, fallback: number): number | undefined {
    if (value === undefined) return fallback;
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return this.add(path, 'type', 'must be a whole number');
    }
    if (value >= bounds.min && value <= bounds.max) return value;
    return this.add(path, 'range', `must be ${bounds.min} to ${bounds.max}`);
  }

  /** One of a few texts; `fallback` when the member is absent. */
  choice<T extends string>(value: unknown, path: string, choices: readonly T[], fallback?: T): T | undefined {
    if (value === undefined) return fallback ?? this.add(path, 'required', 'is required');
    const chosen = choices.find(choice => choice === value);
    return chosen ?? this.add(path, 'choice', `must be one of ${choices.join(', ')}`);
  }

  /** A boolean, never converted from something else; `fallback` when the member is absent. */
  flag(value: unknown, path: string, fallback: boolean): boolean | undefined {
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    return this.add(path, 'type', 'must be true or false');
  }
}

/** A path one member deeper. */
export const join = (path: string, member: string | number): string =>
  path === '' ? String(member) : `${path}.${member}`;
