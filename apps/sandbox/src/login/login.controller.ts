import { Controller, Get, Header, Post, Query, Req, Res } from '@nestjs/common';
import { readForm } from '@surety/device-grant';
import { LIMITS } from '@surety/kernel';
import { SourceAddress, readBody } from '@surety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRAND_PATHS } from '../brand/brand-paths';
import { NotRegistered } from '../brand/brand-registration';
import { BRAND_STYLE, HANDOFF_SCRIPT } from './brand-assets';
import type { BrandPage } from './brand-page';
import { LoginService } from './login.service';
import { badLinkPage, connectedPage, notReadyPage } from './login-pages';

const ONE_HOUR = 'public, max-age=3600';

/** The pages of the demo Brand that the User sees. */
@Controller()
export class LoginController {
  constructor(
    private readonly service: LoginService,
    private readonly sources: SourceAddress,
  ) {}

  @Get(BRAND_PATHS.login)
  async show(@Query('return_to') returnTo: unknown, @Res() reply: FastifyReply): Promise<void> {
    await send(reply, () => this.service.show(text(returnTo)));
  }

  @Post(BRAND_PATHS.login)
  async enter(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = await readBody(request.raw, LIMITS.formBytes);
    const contentType = request.headers['content-type'];
    const form = body.ok ? readForm({ contentType, body: body.value }) : undefined;
    const source = this.sources.of(request);
    await send(reply, async () => (form?.ok ? this.service.enter(form.value, source) : badLinkPage()));
  }

  @Get(BRAND_PATHS.connected)
  async connected(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const { status, client, scope } = query;
    const shown = { status: text(status), client: text(client), scope: text(scope) };
    await send(reply, async () => connectedPage(shown));
  }

  @Get(BRAND_PATHS.style)
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', ONE_HOUR)
  style(): string {
    return BRAND_STYLE;
  }

  @Get(BRAND_PATHS.handoffScript)
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', ONE_HOUR)
  script(): string {
    return HANDOFF_SCRIPT;
  }
}

async function send(reply: FastifyReply, make: () => Promise<BrandPage>): Promise<void> {
  const page = await make().catch((error: unknown) => {
    if (error instanceof NotRegistered) return notReadyPage();
    throw error;
  });
  await reply.code(page.status).headers(page.headers).send(page.body);
}

/** A query parameter that came once; one that is repeated is none. */
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
