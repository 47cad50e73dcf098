import { applyDecorators, Controller } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ProblemView } from '../answers/api-answers';

/** Where the admin API lives below its origin (PACT wire §6). */
export const API_BASE = 'api/v1';

/** A controller of one resource of the admin API. */
export function ApiController(resource: string): ClassDecorator {
  return applyDecorators(
    Controller(`${API_BASE}/${resource}`),
    ApiTags(resource.split('/').at(-1) ?? resource),
    ApiExtraModels(ProblemView),
  );
}
