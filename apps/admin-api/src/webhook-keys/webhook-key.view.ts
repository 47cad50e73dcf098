import { ApiProperty } from '@nestjs/swagger';

/** One key that signs our requests to webhooks; its private part is shown nowhere. */
export class WebhookKeyView {
  @ApiProperty()
  kid: string;

  @ApiProperty({ enum: ['ES256'] })
  alg: string;

  @ApiProperty({ enum: ['next', 'active', 'retired'] })
  status: string;

  @ApiProperty({ format: 'date-time', description: 'When it begins to sign.' })
  activeFrom: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it stops.' })
  retiredAt: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true })
  publicJwk: Record<string, unknown>;
}

/** One page of keys, newest first. */
export class WebhookKeyPage {
  @ApiProperty({ type: [WebhookKeyView] })
  items: WebhookKeyView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}
