import { BRAND_PATHS } from '../brand/brand-paths';
import fernway from './fernway-market.brand.json';

/** The demo Brand that delegates, as its people wrote it down. */
export const FERNWAY = fernway;

type FernwayTool = (typeof fernway)['tools'][number];

/** The body of `POST /brands/{id}/tools` (PACT wire §6). */
export type ToolBody = Omit<FernwayTool, 'http'> & {
  readonly http: { readonly method: string; readonly url: string };
};

/** What it takes to register the demo Brand that delegates, as bodies for the admin API in the order of their use. */
export interface DelegatedBrandSeed {
  /** `POST /brands`: it answers without tools, since none are there yet. */
  readonly brand: (typeof fernway)['brand'] & { readonly agent: object };
  /** `PUT /brands/{id}/scopes`. */
  readonly scopes: { readonly scopes: (typeof fernway)['scopes'] };
  /** `POST /brands/{id}/tools`, one each. */
  readonly tools: readonly ToolBody[];
  /** `PATCH /brands/{id}`: the rules that use the tools, and the login. */
  readonly delegating: { readonly agent: object; readonly delegation: object };
}

/** The demo Brand that delegates (PACT wire §7). In: the sandbox's origin, where its login, keys and account API are. */
export function delegatedBrandSeed(sandboxUrl: string): DelegatedBrandSeed {
  const { brand, scopes, tools, fallback, rules } = fernway;
  const at = (path: string): string => sandboxUrl + path;
  const script = (used: readonly object[]) => ({ kind: 'script', script: { rules: used, fallback } });
  return {
    brand: { ...brand, agent: script([]) },
    scopes: { scopes },
    tools: tools.map(({ http: { method, path }, ...tool }) => ({
      ...tool,
      http: { method, url: at(BRAND_PATHS.api + path) },
    })),
    delegating: {
      agent: script(rules),
      delegation: {
        enabled: true,
        loginUrl: at(BRAND_PATHS.login),
        completionUrl: at(BRAND_PATHS.connected),
        assertionIssuer: at(BRAND_PATHS.issuer),
        keys: { jwksUri: at(BRAND_PATHS.jwks) },
      },
    },
  };
}
