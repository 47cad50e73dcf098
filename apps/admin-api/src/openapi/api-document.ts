import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** Tag of the probes and counters that the platform serves; they are no part of the API. */
const NOT_THE_API = /^\/(?:health|metrics)\b/;

/** The OpenAPI document of the running app, the same bytes for the same code. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const description =
    'What the operators of a Surety deployment do: personal agents, Brands, keys, grants, receipts, conversations, audit.';
  const config = new DocumentBuilder()
    .setTitle('Surety admin API')
    .setDescription(description)
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'admin')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const paths = Object.entries(document.paths).filter(([path]) => !NOT_THE_API.test(path));
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Serves the document at `/docs` (page) and `/docs-json`; both are public. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => apiDocument(app), { jsonDocumentUrl: 'docs-json' });
}
