/** The admin API refused a request of ours. */
export class AdminRefusal extends Error {}

const timeoutMs = 15_000;

/** A small client of the admin API (PACT wire 6) for what the start itself needs. */
export class AdminClient {
  /** @param {string} origin @param {string} token */
  constructor(origin, token) {
    this.base = `${origin}/api/v1`;
    this.token = token;
  }

  /**
   * @param {'GET' | 'POST' | 'PUT' | 'PATCH'} method @param {string} path with its query @param {object} [body]
   * @returns {Promise<any>} the JSON of the answer
   */
  async call(method, path, body) {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new AdminRefusal(`${method} ${this.base}${path} answered ${response.status}: ${text}`);
  }

  /** Every item of a list. @param {string} path @param {Record<string, string>} filter */
  async list(path, filter) {
    const items = [];
    for (let cursor = ''; ;) {
      const query = new URLSearchParams({ ...filter, limit: '200', ...(cursor && { cursor }) });
      const page = await this.call('GET', `${path}?${query}`);
      items.push(...page.items);
      if (page.nextCursor === null) return items;
      cursor = page.nextCursor;
    }
  }
}
