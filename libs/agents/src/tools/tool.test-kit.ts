import type { RegisteredTool, ToolHttp } from './tool-config';

/** A tool that takes anything, with the members given. */
export function someTool(
  members: Partial<Omit<RegisteredTool, 'http'>> & { http?: Partial<ToolHttp> } = {},
): RegisteredTool {
  return {
    name: 'lookup_orders',
    description: 'Looks up orders.',
    parameters: {},
    scopes: [],
    effect: 'read',
    enabled: true,
    ...members,
    http: {
      method: 'GET',
      url: 'https://brand.example/orders',
      headers: {},
      tokenHeader: 'Authorization',
      timeoutSeconds: 10,
      ...members.http,
    },
  };
}
