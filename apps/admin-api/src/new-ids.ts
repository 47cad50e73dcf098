import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, ulid } from '@surety/kernel';
import { CLOCK } from './clock.token';

const RANDOM_BYTES = 10;

/** Makes ids: ULIDs, so that newest first is the order of the ids. */
@Injectable()
export class NewIds {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** A fresh ULID. */
  ulid(): string {
    return ulid(this.clock.nowMs(), randomBytes(RANDOM_BYTES));
  }
}
