import type { Language } from './languages';
import { messagesIn } from './messages/catalogue';
import type { Messages } from './messages/messages';
import { noticePage } from './notice-page';
import type { PageAnswer } from './page-answer';

/** Which of the refusing pages: `link` is the one 400 page for everything that may have expired or been used. */
export type RefusalPage = keyof Messages['refusals'];

const STATUS: Readonly<Record<RefusalPage, number>> = {
  link: 400,
  assertion: 401,
  origin: 403,
  guesses: 429,
  unavailable: 503,
};

/** A refusal that a page tells: which page goes to the User, `detail` and `cause` to the log only. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';

  constructor(
    readonly page: RefusalPage,
    readonly detail: string,
    readonly options: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    super(page, options.cause === undefined ? undefined : { cause: options.cause });
  }

  get status(): number {
    return STATUS[this.page];
  }
}

/**
 * The page of a refusal (PACT wire 3): one body per page and language, whatever it was, so that no answer tells a guesser
 * what a code was once good for.
 */
export function refusalAnswer({ page, options }: PageRefusal, language: Language): PageAnswer {
  const { retryAfterSeconds } = options;
  return {
    kind: 'page',
    status: STATUS[page],
    page: noticePage(messagesIn(language).refusals[page], language),
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  };
}
