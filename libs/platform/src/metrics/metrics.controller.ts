import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/public.decorator';
import { Metrics } from './metrics';

/** `GET /metrics` on the public port; left out when `SURETY_METRICS_PORT` gives metrics a port of their own. */
@Public('scraped by Prometheus, which has no token of ours')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async read(@Res() reply: FastifyReply): Promise<void> {
    const { contentType, text } = await this.metrics.exposition();
    await reply.header('Content-Type', contentType).header('Cache-Control', 'no-store').send(text);
  }
}
