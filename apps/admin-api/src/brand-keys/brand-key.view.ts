import { ApiProperty } from '@nestjs/swagger';
import { WebhookKeyView } from '../webhook-keys/webhook-key.view';

/** One key that signs delegation tokens and receipts of a Brand; its private part is shown nowhere. */
export class BrandKeyView extends WebhookKeyView {
  @ApiProperty({ enum: ['ES256', 'RS256'] })
  override alg: string;
}

/** One page of keys, newest first. */
export class BrandKeyPage {
  @ApiProperty({ type: [BrandKeyView] })
  items: BrandKeyView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}
