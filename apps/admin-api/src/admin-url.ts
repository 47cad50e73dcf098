import type { Settings } from '@surety/platform';

/** The origin of the admin API as its users reach it: `aud` of admin tokens. */
export function adminUrl(settings: Settings): string {
  return settings.adminUrl ?? `http://localhost:${settings.port}`;
}
