import type { Language } from './languages';
import type { Page } from './page';

/** What a page's flow answers, before anything is written: the one place that writes it adds language and headers. */
export type PageAnswer =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly page: Page;
      /** Whether a form of it leads to the Brand's login, by a redirect of ours. */
      readonly leadsToLogin?: boolean;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'redirect';
      /** An absolute address, of the Brand or ours. */
      readonly location: string;
      readonly language: Language;
      readonly leadsToLogin?: boolean;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** An answer as it goes over the wire. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
