import { html } from 'hono/html';
import { invariant } from '@surety/kernel';
import { BRAND_PATHS } from '../brand/brand-paths';

/** A piece of a page in which every text from outside is escaped. */
export type Markup = Exclude<ReturnType<typeof html>, Promise<unknown>>;

/** Writes a piece of a page: texts are escaped, markup stays as it is. */
export function markup(
  parts: TemplateStringsArray,
  ...contents: readonly (string | Markup | readonly Markup[] | undefined)[]
): Markup {
  const written = html(parts, ...contents);
  invariant(!(written instanceof Promise), 'a page is written at once');
  return written;
}

/** A page of the demo Brand as it goes over the wire. */
export interface BrandPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What surrounds every page. */
export interface PageFrame {
  readonly brandName: string;
  readonly status: number;
  readonly title: string;
  readonly content: Markup;
  /** Where forms of this page may go besides this origin: the Provider, for the handoff. */
  readonly formTarget?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A whole page: no frame may hold it, no script or style but our own runs in it, and it works without either. */
export function brandPage({ brandName, status, title, content, formTarget, headers }: PageFrame): BrandPage {
  const formAction = formTarget === undefined ? "'self'" : `'self' ${formTarget}`;
  const body = markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - ${brandName}</title>
<link rel="stylesheet" href="${BRAND_PATHS.style}">
</head>
<body>
<header><p class="brand">${brandName}</p></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; " +
        `frame-ancestors 'none'; form-action ${formAction}`,
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      ...headers,
    },
    body: String(body),
  };
}
