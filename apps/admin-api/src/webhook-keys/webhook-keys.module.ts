import { Module } from '@nestjs/common';
import { requestSigner } from '@surety/agents';
import { SigningKeys } from '@surety/registry';
import { OperatedKeys } from '../signing-keys/operated-keys.service';
import { WebhookKeysController } from './webhook-keys.controller';
import { WebhookKeysService } from './webhook-keys.service';
import { WEBHOOK_SIGNER } from './webhook-signer.token';

/** The keys that sign requests to webhooks: list, rotation, and the signer that trials use. */
@Module({
  controllers: [WebhookKeysController],
  providers: [
    OperatedKeys,
    WebhookKeysService,
    {
      provide: WEBHOOK_SIGNER,
      inject: [SigningKeys],
      useFactory: (keys: SigningKeys) => requestSigner(() => keys.active('webhook')),
    },
  ],
  exports: [WEBHOOK_SIGNER],
})
export class WebhookKeysModule {}
