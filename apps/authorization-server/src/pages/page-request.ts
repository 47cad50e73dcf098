import { type Form, readForm } from '@surety/device-grant';
import type { DelegatingBrand } from './delegating-brand';
import type { Language } from './languages';
import { PageRefusal } from './page-refusal';

/** A request for a page, read as far as every page needs it; the body is read when a flow asks for it. */
export interface PageRequest {
  readonly brand: DelegatingBrand;
  /** What the browser prefers of ours. */
  readonly language: Language;
  /** The header as it came; undefined when there is none. */
  readonly origin: string | undefined;
  readonly cookie: string | undefined;
  readonly query: URLSearchParams;
  /** Who asks, for limits by source (P17). */
  readonly source: string;
  readonly requestId: string;
  readonly contentType: string | undefined;
  /** The body, or undefined when it is too long or broke off. */
  readonly body: () => Promise<Uint8Array | undefined>;
}

/** The form of a request. Throws PageRefusal: on a page every fault of a form is the 400 page (P27). */
export async function formOf(request: PageRequest, mayRepeat: readonly string[] = []): Promise<Form> {
  const body = await request.body();
  if (body === undefined) throw new PageRefusal('link', 'the form is too long or broke off');
  const form = readForm({ contentType: request.contentType, body }, mayRepeat);
  if (!form.ok) throw new PageRefusal('link', form.error);
  return form.value;
}
