/** Another row has a value that is unique; `member` names it. */
export class AlreadyTaken extends Error {
  override readonly name = 'AlreadyTaken';

  constructor(
    readonly member: 'issuer' | 'domain',
    options?: ErrorOptions,
  ) {
    super(`the ${member} is taken`, options);
  }
}

const UNIQUE_VIOLATION = '23505';

/** Runs a change and names the unique value it clashed with. In: constraint or index name by member. */
export async function namingClash<T>(
  constraint: string,
  member: AlreadyTaken['member'],
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const fault = error as { code?: unknown; constraint?: unknown };
    if (fault.code === UNIQUE_VIOLATION && fault.constraint === constraint) {
      throw new AlreadyTaken(member, { cause: error });
    }
    throw error;
  }
}
