import { err, ok, type Result } from '@surety/kernel';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FieldFault } from '../problem/problem';
import { fieldFaults } from './field-faults';
import { memberPath } from './json-body';

/**
 * Validates plain data against a DTO class: unknown members refused, nothing converted unless a member's own rule says
 * so. Out: an instance, or every fault with its path.
 */
export function validateStrictly<T extends object>(
  type: new () => T,
  plain: Record<string, unknown>,
): Result<T, readonly FieldFault[]> {
  const instance = plainToInstance(type, plain, {
    enableImplicitConversion: false,
    exposeUnsetFields: false,
  });
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: false,
    validationError: { target: false, value: true },
  });
  const faults = [...fieldFaults(errors), ...droppedMembers(plain, instance, '')];
  return faults.length === 0 ? ok(instance) : err(faults);
}

/** class-transformer silently drops names that every object inherits (`toString`): they are unknown members too. */
function droppedMembers(plain: unknown, made: unknown, path: string): FieldFault[] {
  if (plain === made || !isContainer(plain) || !isContainer(made)) return [];
  return Object.entries(plain).flatMap(([name, child]) => {
    const childPath = memberPath(path, name);
    if (!Object.hasOwn(made, name)) {
      return [{ path: childPath, code: 'unknown_member', message: 'There is no such member.' }];
    }
    return droppedMembers(child, made[name], childPath);
  });
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
