import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { PageAssets } from '../pages/page';

/** One file that pages load. */
export interface Asset {
  /** Below the public origin; it holds the hash of the content, so that it may be kept for ever. */
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
}

const FOLDER = path.join(__dirname, '..', '..', 'assets');
const HASH_CHARACTERS = 16;

/** Where every asset lies (PACT wire 3). */
export const ASSETS_PATH = '/oauth-assets/';

/** Headers of every asset but its type. */
export const ASSET_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The files that pages load, read once at start. Throws when one is missing. */
@Injectable()
export class AssetFiles {
  private readonly byPath: ReadonlyMap<string, Asset>;
  /** Their addresses, for pages: relative to the origin, which they never leave. */
  readonly addresses: PageAssets;

  constructor() {
    const style = readAsset('page.css', 'text/css; charset=utf-8');
    const script = readAsset('page.js', 'text/javascript; charset=utf-8');
    const icon = readAsset('icon.svg', 'image/svg+xml');
    this.addresses = { style: style.path, script: script.path, icon: icon.path };
    this.byPath = new Map([style, script, icon].map(asset => [asset.path, asset]));
  }

  /** In: the path of a request, such as `/oauth-assets/page.<hash>.css`. */
  find(requestPath: string): Asset | undefined {
    return this.byPath.get(requestPath);
  }

  /** Size of all of them together, in bytes. */
  get totalBytes(): number {
    return [...this.byPath.values()].reduce((sum, { content }) => sum + content.length, 0);
  }
}

function readAsset(name: string, type: string): Asset {
  const content = readFileSync(path.join(FOLDER, name));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_CHARACTERS);
  const { name: stem, ext } = path.parse(name);
  return { path: `${ASSETS_PATH}${stem}.${hash}${ext}`, type, content };
}
