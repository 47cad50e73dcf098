import type { StoredToolHttp } from '@surety/agents';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BrandEntity } from './brand.entity';
import { instant, key } from './columns';

const PRIMARY_KEY = 'tool__pkey';

/** A tool that a Brand's agent may call (PACT wire §6), secret headers sealed. */
@Entity('tool')
@Check('tool__effect', `"effect" IN ('read', 'write')`)
export class ToolEntity {
  @PrimaryColumn(key('brand_id', PRIMARY_KEY))
  @ForeignKey(() => BrandEntity, 'id', { name: 'tool__brand_id' })
  brandId: string;

  @PrimaryColumn(key('name', PRIMARY_KEY))
  name: string;

  @Column({ name: 'description', type: 'text' })
  description: string;

  /** JSON Schema of the arguments. */
  @Column({ name: 'parameters', type: 'jsonb' })
  parameters: Record<string, unknown>;

  /** Ids of the Brand's scopes, in card order. */
  @Column({ name: 'scopes', type: 'text', array: true })
  scopes: string[];

  @Column({ name: 'effect', type: 'text' })
  effect: 'read' | 'write';

  @Column({ name: 'enabled', type: 'boolean' })
  enabled: boolean;

  @Column({ name: 'http', type: 'jsonb' })
  http: StoredToolHttp;

  @Column({ name: 'version', type: 'integer', default: 1 })
  version: number;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;

  @Column(instant('updated_at', { default: () => 'now()' }))
  updatedAt: Date;
}
