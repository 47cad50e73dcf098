import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInstance,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

/** What every member of a request says about itself: words for the API page, and whether it may be absent or null. */
export interface Member {
  readonly description: string;
  readonly example?: unknown;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** Shown on the API page only: whoever builds the object applies it. */
  readonly default?: unknown;
}

type ClassOf = new () => object;

function member(
  rules: Member,
  schema: ApiPropertyOptions,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  const { description, example, optional, nullable } = rules;
  const shown = {
    ...schema,
    description,
    required: optional !== true,
    ...(nullable === true ? { nullable } : {}),
    ...(example === undefined ? {} : { example }),
    ...(rules.default === undefined ? {} : { default: rules.default }),
  } as ApiPropertyOptions;
  const presence: PropertyDecorator[] = [];
  if (optional === true) presence.push(ValidateIf((_, value) => value !== undefined));
  if (nullable === true) presence.push(ValidateIf((_, value) => value !== null));
  return applyDecorators(ApiProperty(shown), ...presence, ...checks);
}

/** A string of `min` to `max` characters; never blank unless `min` is 0; of the given pattern if there is one. */
export function Text(
  rules: Member & { min?: number; max: number; pattern?: RegExp; format?: string },
): PropertyDecorator {
  const { min = 1, max, pattern, format } = rules;
  const checks = [IsString(), Length(min, max)];
  if (min > 0) checks.push(Matches(/\S/));
  if (pattern !== undefined) checks.push(Matches(pattern));
  const schema = { type: String, minLength: min, maxLength: max };
  const shape = { ...(pattern ? { pattern: pattern.source } : {}), ...(format ? { format } : {}) };
  return member(rules, { ...schema, ...shape } as ApiPropertyOptions, ...checks);
}

/** A whole number from `min` to `max`. */
export function Whole(rules: Member & { min: number; max: number }): PropertyDecorator {
  const { min, max } = rules;
  return member(rules, { type: 'integer', minimum: min, maximum: max }, IsInt(), Min(min), Max(max));
}

/** true or false, and nothing that looks like them. */
export function Flag(rules: Member): PropertyDecorator {
  return member(rules, { type: Boolean }, IsBoolean());
}

/** One word of a closed list. */
export function OneOf(rules: Member & { values: readonly string[] }): PropertyDecorator {
  return member(rules, { type: String, enum: [...rules.values] }, IsIn([...rules.values]));
}

/** A list of strings. */
export function TextList(rules: Member & { maxItems: number; max: number }): PropertyDecorator {
  const { maxItems, max } = rules;
  const checks = [
    IsArray(),
    ArrayMaxSize(maxItems),
    IsString({ each: true }),
    Length(1, max, { each: true }),
  ];
  return member(rules, { type: [String], maxItems }, ...checks, Matches(/\S/, { each: true }));
}

/** A nested object with members of its own. */
export function Child(type: () => ClassOf, rules: Member): PropertyDecorator {
  return member(rules, { type }, IsObject(), ValidateNested(), Type(type));
}

/** A list of nested objects; a list in the list is refused. */
export function Children(
  type: () => ClassOf,
  rules: Member & { minItems: number; maxItems: number },
): PropertyDecorator {
  const { minItems, maxItems } = rules;
  return applyDecorators(
    member(rules, { type: () => [type()], minItems, maxItems } as ApiPropertyOptions),
    IsArray(),
    ArrayMinSize(minItems),
    ArrayMaxSize(maxItems),
    IsInstance(type(), { each: true }),
    ValidateNested({ each: true }),
    Type(type),
  );
}

/** An object whose inside another reader judges; it arrives as sent, untouched by the transformer. */
export function RawObject(rules: Member & { schema: object }): PropertyDecorator {
  const untouched = Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]);
  return member(rules, rules.schema as ApiPropertyOptions, IsObject(), untouched);
}

/** A member that exists but never changes after creation; it is always refused here and not on the API page. */
export function Unchangeable(): PropertyDecorator {
  const never = ValidateBy({
    name: 'unchangeable',
    validator: { validate: () => false, defaultMessage: () => 'This member cannot be changed.' },
  });
  return applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    never,
  ) as PropertyDecorator;
}
