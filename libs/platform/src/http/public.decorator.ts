import { SetMetadata } from '@nestjs/common';

/** Metadata under which an app's guard finds why a route is open. */
export const PUBLIC_REASON = 'surety:public';

/** Opens a controller or route that the app's global guard would refuse; the reason is for readers and reviews. */
export const Public = (reason: string) => SetMetadata(PUBLIC_REASON, reason);
