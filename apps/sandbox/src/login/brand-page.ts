import { type Markup, markup, pageProtection } from '@surety/platform';
import { BRAND_PATHS } from '../brand/brand-paths';

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
      ...pageProtection(false),
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; " +
        `frame-ancestors 'none'; form-action ${formAction}`,
      // The address of the login holds the code of a request, which is nobody else's business.
      'Referrer-Policy': 'no-referrer',
      ...headers,
    },
    body: String(body),
  };
}
