import { type ConsentEnd, completionAddress } from '@surety/device-grant';
import type { DelegatingBrand } from '../pages/delegating-brand';
import type { Language } from '../pages/languages';
import { messagesIn } from '../pages/messages/catalogue';
import { noticePage } from '../pages/notice-page';
import type { PageAnswer } from '../pages/page-answer';

/** Where the User ends (PACT wire 3): on the Brand's completion page, or on ours when the Brand has none. */
export function completion(
  { delegation }: DelegatingBrand,
  issuer: string,
  end: ConsentEnd,
  language: Language,
): PageAnswer {
  const { completionUrl } = delegation;
  if (completionUrl === null) {
    const page = noticePage(
      messagesIn(language)[end.status === 'approved' ? 'approved' : 'declined'],
      language,
    );
    return { kind: 'page', status: 200, page };
  }
  const location = completionAddress(completionUrl, issuer, end);
  return { kind: 'redirect', location, language };
}
