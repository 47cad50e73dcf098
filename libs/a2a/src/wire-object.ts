import { type JsonObject, type Result, err, isJsonObject, ok } from '@surety/kernel';

/** Why a received object was not accepted: where (`task.status.state`) and which rule; never the received value. */
export interface WireFault {
  readonly path: string;
  readonly message: string;
}

/** Leaves a reader at the first fault; {@link readWire} turns it into a Result. */
class WireFaultError extends Error {
  constructor(readonly fault: WireFault) {
    super(`${fault.path} ${fault.message}`);
  }
}

/**
 * A received JSON object read member by member: unknown members are tolerated, `null` is absent (ProtoJSON), every other
 * wrong type ends the reading.
 */
export class WireObject {
  private constructor(
    private readonly members: JsonObject,
    readonly path: string,
  ) {}

  static of(value: unknown, path: string): WireObject {
    return isJsonObject(value) ? new WireObject(value, path) : refuse(path, 'must be an object');
  }

  /** The value as received; undefined when absent or null. */
  value(name: string): unknown {
    return this.members[name] ?? undefined;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** A string that must be there and not be empty. */
  text(name: string): string {
    const text = this.string(name);
    return text === '' ? refuse(this.at(name), 'must not be empty') : text;
  }

  string(name: string): string {
    return stringAt(this.value(name), this.at(name));
  }

  optionalString(name: string): string | undefined {
    return this.has(name) ? this.string(name) : undefined;
  }

  integer(name: string): number {
    const value = this.value(name);
    return Number.isInteger(value) ? (value as number) : refuse(this.at(name), 'must be an integer');
  }

  /** False when absent, as ProtoJSON leaves out defaults. */
  flag(name: string): boolean {
    const value = this.value(name) ?? false;
    return typeof value === 'boolean' ? value : refuse(this.at(name), 'must be true or false');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    const text = this.string(name);
    return (
      values.find(value => value === text) ?? refuse(this.at(name), `must be one of ${values.join(', ')}`)
    );
  }

  object(name: string): WireObject {
    return WireObject.of(this.value(name), this.at(name));
  }

  optionalObject(name: string): WireObject | undefined {
    return this.has(name) ? this.object(name) : undefined;
  }

  /** An object taken whole, without a look inside. */
  optionalRecord(name: string): JsonObject | undefined {
    return this.optionalObject(name)?.members;
  }

  /** The members of this object, each of which must be an object. */
  entries(): readonly (readonly [string, WireObject])[] {
    return Object.keys(this.members).map(name => [name, this.object(name)] as const);
  }

  names(): readonly string[] {
    return Object.keys(this.members);
  }

  /** A list of at least `atLeast` objects; an absent list is empty. */
  objects(name: string, atLeast = 0): readonly WireObject[] {
    return this.list(name, atLeast).map((item, index) => WireObject.of(item, `${this.at(name)}[${index}]`));
  }

  /** A list of strings; an absent list is empty. */
  strings(name: string): readonly string[] {
    return this.list(name, 0).map((item, index) => stringAt(item, `${this.at(name)}[${index}]`));
  }

  /** Ends the reading with a fault of this object. */
  refuse(message: string): never {
    return refuse(this.path, message);
  }

  private list(name: string, atLeast: number): readonly unknown[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value)) return refuse(this.at(name), 'must be an array');
    return value.length < atLeast ? refuse(this.at(name), `must have at least ${atLeast} entry`) : value;
  }

  private at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}

/** Runs a reader over a parsed JSON value. Out: what it read, or the first fault; never throws for any JSON value. */
export function readWire<T>(value: unknown, read: (root: WireObject) => T): Result<T, WireFault> {
  try {
    return ok(read(WireObject.of(value, '')));
  } catch (error) {
    if (error instanceof WireFaultError) return err(error.fault);
    throw error;
  }
}

function stringAt(value: unknown, path: string): string {
  return typeof value === 'string' ? value : refuse(path, 'must be a string');
}

function refuse(path: string, message: string): never {
  throw new WireFaultError({ path, message });
}
