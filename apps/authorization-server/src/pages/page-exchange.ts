import { LIMITS } from '@surety/kernel';
import { readBody, Settings, SourceAddress } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AssetFiles } from '../assets/page-assets';
import type { DelegatingBrand } from './delegating-brand';
import { negotiateLanguage } from './languages';
import type { PageAnswer } from './page-answer';
import { type PageRefusal, refusalAnswer } from './page-refusal';
import type { PageRequest } from './page-request';
import { writeAnswer } from './write-answer';

/** Between HTTP and the flows of the pages: reads requests for them, and writes what they answer. */
@Injectable()
export class PageExchange {
  constructor(
    private readonly settings: Settings,
    private readonly assets: AssetFiles,
    private readonly sources: SourceAddress,
  ) {}

  /** In: a request at an open Brand that offers delegation. Its body is left alone until a flow wants it. */
  read(request: FastifyRequest, brand: DelegatingBrand): PageRequest {
    const { headers, raw } = request;
    return {
      brand,
      language: negotiateLanguage(headers['accept-language'], this.settings.language),
      origin: headers.origin,
      cookie: headers.cookie,
      query: queryOf(request.originalUrl),
      source: this.sources.of(request),
      requestId: request.id,
      contentType: headers['content-type'],
      body: async () => {
        const body = await readBody(raw, LIMITS.formBytes);
        return body.ok ? body.value : undefined;
      },
    };
  }

  /** Writes an answer with every header of a page. */
  send(reply: FastifyReply, answer: PageAnswer, brand: DelegatingBrand | undefined): void {
    const isHttps = this.settings.publicUrl.startsWith('https:');
    const { status, headers, body } = writeAnswer(answer, brand?.delegation, {
      assets: this.assets.addresses,
      isHttps,
    });
    void reply.code(status).headers(headers).send(body);
  }

  /** Writes a refusal; only the exception filter calls it. In: the Brand, unless the store was away before it was found. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: PageRefusal,
    brand: DelegatingBrand | undefined,
  ): void {
    const language = negotiateLanguage(request.headers['accept-language'], this.settings.language);
    this.send(reply, refusalAnswer(refusal, language), brand);
  }
}

/** The address as it came: the one that is routed is internal and has no query. */
function queryOf(target: string): URLSearchParams {
  const mark = target.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1));
}
