import { OneOf } from '../input/dto-rules';
import { Reasoned } from '../input/reason.dto';

/** A rotation of the keys of a Brand. */
export class RotateBrandKeysBody extends Reasoned {
  @OneOf({
    description: 'The algorithm of the next key.',
    values: ['ES256', 'RS256'],
    default: 'ES256',
    optional: true,
  })
  alg?: 'ES256' | 'RS256';
}
