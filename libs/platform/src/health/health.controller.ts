import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/public.decorator';
import { Readiness } from './readiness';

/** Probes of balancers and orchestrators (PACT wire §8). */
@Public('asked by balancers, which have no token of ours')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process itself answers; nothing else is asked, so that an outage elsewhere never restarts it. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** 200 when requests may come here; 503 while a dependency is away, and from the first stop signal on. */
  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { ready, status, checks } = await this.readiness.report();
    await reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status, checks });
  }
}
