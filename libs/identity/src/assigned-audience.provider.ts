import { Settings, assertOpaqueAudience } from '@surety/platform';
import { deployment } from '@surety/registry';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Injection token of the one audience of the deployment (P33), a string. */
export const ASSIGNED_AUDIENCE = Symbol('ASSIGNED_AUDIENCE');

/** The audience that every personal agent signs for (P33); a deployment whose audience tells of its URL does not start. */
export const assignedAudience: Provider = {
  provide: ASSIGNED_AUDIENCE,
  inject: [DataSource, Settings],
  useFactory: async (dataSource: DataSource, { publicUrl }: Settings) => {
    const { audience } = await deployment(dataSource);
    assertOpaqueAudience(audience, [publicUrl]);
    return audience;
  },
};
