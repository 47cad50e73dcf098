const UNIQUE_VIOLATION = '23505';

/** Another row has this value already; `member` is the row's member that must be unique. */
export class AlreadyTaken extends Error {
  override readonly name = 'AlreadyTaken';

  constructor(readonly member: string) {
    super(`${member} is already taken`);
  }
}

/**
 * Runs a change and names the one clash it may meet. In: the unique constraint and the member it guards.
 * Throws {@link AlreadyTaken} for that clash and everything else as it came.
 */
export async function refusingTaken<T>(constraint: string, member: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const fault = error as { code?: unknown; constraint?: unknown } | null;
    if (fault?.code !== UNIQUE_VIOLATION || fault.constraint !== constraint) throw error;
    throw new AlreadyTaken(member);
  }
}
