import { type PageAssets, writePage } from './page';
import type { PageAnswer, WrittenAnswer } from './page-answer';
import { pageHeaders } from './page-headers';

/** What every page needs of its deployment. */
export interface PageSurroundings {
  readonly assets: PageAssets;
  /** Whether the public origin is https. */
  readonly isHttps: boolean;
}

/** Where the forms of a Brand's pages end: at its completion page, if it has one, and on some pages at its login. */
export interface BrandEnds {
  readonly completionUrl: string | null;
  readonly loginUrl: string;
}

/** Writes a page or a redirect with every header that PACT wire 3 asks for. A redirect is a 303 without a body. `ends` is missing when no Brand was found. */
export function writeAnswer(
  answer: PageAnswer,
  ends: BrandEnds | undefined,
  { assets, isHttps }: PageSurroundings,
): WrittenAnswer {
  const language = answer.kind === 'page' ? answer.page.language : answer.language;
  const targets = {
    completionUrl: ends?.completionUrl ?? undefined,
    loginUrl: answer.leadsToLogin === true ? ends?.loginUrl : undefined,
  };
  const headers = { ...pageHeaders(language, targets, isHttps), ...answer.headers };
  if (answer.kind === 'redirect') {
    return { status: 303, headers: { ...headers, Location: answer.location }, body: '' };
  }
  const body = writePage(answer.page, assets);
  return { status: answer.status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body };
}
