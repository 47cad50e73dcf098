import type { ValidationError } from 'class-validator';
import type { FieldFault } from '../problem/problem';
import { memberPath } from './json-body';

/** Public code per rule of class-validator, in the order in which one of several broken rules is told. */
const CODE_BY_CONSTRAINT: readonly (readonly [string, string])[] = [
  ['whitelistValidation', 'unknown_member'],
  ['unchangeable', 'unchangeable'],
  ['isString', 'wrong_type'],
  ['isInt', 'wrong_type'],
  ['isBoolean', 'wrong_type'],
  ['isArray', 'wrong_type'],
  ['isObject', 'wrong_type'],
  ['isInstance', 'wrong_type'],
  ['nestedValidation', 'wrong_type'],
  ['isIn', 'not_allowed'],
  ['isLength', 'wrong_length'],
  ['arrayMinSize', 'wrong_length'],
  ['arrayMaxSize', 'wrong_length'],
  ['min', 'out_of_range'],
  ['max', 'out_of_range'],
  ['matches', 'wrong_format'],
  ['isIso8601', 'wrong_format'],
];

/**
 * Turns class-validator's tree into a flat list, one fault a path. In: its errors. Out: faults with dotted paths;
 * every rule has a public code, an unlisted one throws, so that a new rule cannot go out without one.
 */
export function fieldFaults(errors: readonly ValidationError[], parent = ''): FieldFault[] {
  return errors.flatMap(error => {
    const path = memberPath(parent, error.property);
    const own = error.constraints === undefined ? [] : [ownFault(error, error.constraints, path)];
    return [...own, ...fieldFaults(error.children ?? [], path)];
  });
}

function ownFault(error: ValidationError, constraints: Record<string, string>, path: string): FieldFault {
  const broken = CODE_BY_CONSTRAINT.find(([constraint]) => constraint in constraints);
  if (broken === undefined) throw new Error(`no public code for ${Object.keys(constraints).join(', ')}`);
  const [constraint, code] = broken;
  if (code === 'unknown_member') return { path, code, message: 'There is no such member.' };
  if (code === 'unchangeable') return { path, code, message: 'This member cannot be changed.' };
  if (error.value === undefined) return { path, code: 'required', message: 'This member is required.' };
  if (error.value === null) return { path, code: 'null_not_allowed', message: 'This member cannot be null.' };
  return { path, code, message: sentence(constraints[constraint] ?? code) };
}

/** class-validator's words as a sentence. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
