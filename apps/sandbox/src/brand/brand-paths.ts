/** Where the demo Brand's pages and interfaces lie under the sandbox's origin. */
export const BRAND_PATHS = {
  /** The public suite looks for a Brand's login at `/login` of an origin. */
  login: '/login',
  connected: '/connected',
  /** The assertion issuer; another name than the personal agent's issuer, which is the origin itself. */
  issuer: '/brand',
  jwks: '/brand/.well-known/jwks.json',
  api: '/brand/api',
  style: '/brand/assets/brand.css',
  handoffScript: '/brand/assets/handoff.js',
} as const;
