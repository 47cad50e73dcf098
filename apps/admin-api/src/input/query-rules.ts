import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsISO8601, Matches } from 'class-validator';
import { Flag, type Member, Text, Whole } from './dto-rules';

/** RFC 3339 with a zone, the one form of time on the wire. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Only these two spellings are booleans; anything else stays a string and is refused (field row 56). */
function strictFlag(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

/** Only plain digits are a number: no sign, blank, exponent, fraction or leading zero. */
function strictWhole(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9][0-9]{0,8})$/.test(value) ? Number(value) : value;
}

/** A query parameter that is exactly `true` or `false`. */
export function QueryFlag(rules: Omit<Member, 'optional'>): PropertyDecorator {
  return applyDecorators(
    Flag({ ...rules, optional: true }),
    Transform(({ value }) => strictFlag(value)),
  );
}

/** A query parameter of plain digits. */
export function QueryWhole(
  rules: Omit<Member, 'optional'> & { min: number; max: number },
): PropertyDecorator {
  return applyDecorators(
    Whole({ ...rules, optional: true }),
    Transform(({ value }) => strictWhole(value)),
  );
}

/** A query parameter that is a moment with a zone. */
export function QueryTime(description: string): PropertyDecorator {
  return applyDecorators(
    Text({ description, optional: true, max: 40, format: 'date-time' }),
    Matches(RFC_3339),
    IsISO8601({ strict: true }),
  );
}

/** What every list takes. */
export class PageQuery {
  @QueryWhole({ description: 'How many items a page holds.', min: 1, max: 200, default: 50 })
  limit?: number;

  @Text({ description: 'The `nextCursor` of the page before.', optional: true, max: 1024 })
  cursor?: string;
}
