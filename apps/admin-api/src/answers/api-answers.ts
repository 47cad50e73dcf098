import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiProperty, ApiResponse } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode } from '../problem/problem';

/** One member at fault, on the API page. */
class FaultView {
  @ApiProperty({ description: 'Dotted path of the member; empty for the whole request.' })
  path: string;

  @ApiProperty({ description: 'The broken rule; stable.' })
  code: string;

  @ApiProperty({ description: 'For people.' })
  message: string;
}

/** Every error of this API (RFC 9457). */
export class ProblemView {
  @ApiProperty({ example: 'urn:surety:problem:invalid_request' })
  type: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: 'integer' })
  status: number;

  @ApiProperty()
  detail: string;

  @ApiProperty({ description: 'The `Request-Id` of this answer; name it when you ask for help.' })
  requestId: string;

  @ApiProperty({ type: [FaultView] })
  errors: FaultView[];
}

/** What every closed route may answer beside its own refusals. */
const ALWAYS: readonly ProblemCode[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'internal',
  'unavailable',
];

/** Documents the refusals of a route: those of every route and the ones named here. */
export function Refusals(...codes: readonly ProblemCode[]): MethodDecorator {
  const schema = { $ref: '#/components/schemas/ProblemView' };
  return applyDecorators(
    ...[...ALWAYS, ...codes].map(code =>
      ApiResponse({
        status: PROBLEMS[code].status,
        description: PROBLEMS[code].title,
        content: { 'application/problem+json': { schema } },
      }),
    ),
  );
}

/** Documents the 200 of a route. */
export function Answers(type: Type, description = 'The object.'): MethodDecorator {
  return ApiOkResponse({ type, description });
}

/** Documents the 201 of a route. */
export function Creates(type: Type): MethodDecorator {
  return ApiCreatedResponse({ type, description: 'The new object.' });
}
