import { Public } from '@surety/platform';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ASSET_HEADERS, AssetFiles } from './page-assets';

/** `{public}/oauth-assets/…` (PACT wire 3): style, script and icon, each kept for ever under the hash of its content. */
@Public('browsers load what pages look like')
@Controller('oauth-assets')
export class AssetsController {
  constructor(private readonly files: AssetFiles) {}

  @Get(':name')
  send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const asset = this.files.find(request.url.split('?', 1)[0] ?? '');
    if (asset) void reply.headers({ ...ASSET_HEADERS, 'Content-Type': asset.type }).send(asset.content);
    else void reply.code(404).headers({ 'Cache-Control': 'no-store' }).send();
  }
}
