import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalidRequest, notFound } from '../problem/problem';
import { validateStrictly } from './strict-validation';

/** What can be an id of ours; any other path segment names nothing. */
const ID = /^[A-Za-z0-9._:-]{1,256}$/;

/** The global pipe: bodies and queries become DTOs or a 400, path parameters become ids or a 404. */
@Injectable()
export class DtoPipe implements PipeTransform {
  /** The validated value. Throws Problem invalid_request or not_found. */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'param') {
      if (typeof value !== 'string' || !ID.test(value)) throw notFound();
      return value;
    }
    if (type === 'custom') return value;
    const dto = metatype as (new () => object) | undefined;
    if (dto === undefined || dto === Object) throw new Error(`a ${type} parameter needs a DTO class`);
    const result = validateStrictly(dto, value as Record<string, unknown>);
    if (!result.ok) throw invalidRequest(result.error);
    return result.value;
  }
}
