import type { FactoryProvider } from '@nestjs/common';
import { Settings } from '../settings/settings';
import { EgressClient } from './egress-client';

/** The one {@link EgressClient} of an app under the operator's policy (P25); it closes with the app. Needs Settings. */
export const egressProvider: FactoryProvider<EgressClient> = {
  provide: EgressClient,
  inject: [Settings],
  useFactory: ({ allowLoopbackHttp, egressAllow }: Settings) =>
    new EgressClient({ allowLoopbackHttp, allowCidrs: egressAllow }),
};
