import { OneOf } from '../input/dto-rules';
import { Reasoned } from '../input/reason.dto';

/** A rotation of the webhook keys. */
export class RotateWebhookKeysBody extends Reasoned {
  @OneOf({
    description: 'The algorithm of the next key; receivers of Surety-Signature expect ES256.',
    values: ['ES256'],
    default: 'ES256',
    optional: true,
  })
  alg?: 'ES256';
}
