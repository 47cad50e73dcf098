import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the started stack keeps on disk; a copy of its descriptor lies elsewhere and has none of it. */
export class DataFolder {
  private readonly root = path.dirname(process.env.SURETY_STACK ?? '');

  /** Whether logs and, unless an outside server is used, the database's own files lie beside the descriptor. */
  get isWhole(): boolean {
    return existsSync(path.join(this.root, 'logs')) && existsSync(path.join(this.root, 'postgres'));
  }

  /** Files of `logs` or `postgres` that hold one of these texts, as bytes. */
  filesWith(part: 'logs' | 'postgres', texts: readonly string[]): string[] {
    return filesBelow(path.join(this.root, part)).filter(file => {
      const bytes = readFileSync(file);
      return texts.some(text => bytes.includes(text));
    });
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => path.join(folder, name))
    .filter(file => existsSync(file) && statSync(file).isFile());
}
