import { ApiProperty } from '@nestjs/swagger';

/** One scope of a card. */
export class ScopeView {
  @ApiProperty()
  id: string;

  @ApiProperty()
  description: string;
}

/** What a change of a scope means for those who have granted it. */
export class ScopeWarningView {
  @ApiProperty({ enum: ['description_changed', 'removed'] })
  code: 'description_changed' | 'removed';

  @ApiProperty({ description: 'For people.' })
  message: string;

  @ApiProperty({ description: 'The id.' })
  scope: string;

  @ApiProperty({ type: 'integer', description: 'How many live grants hold it.' })
  liveGrants: number;
}

/** The scopes of a Brand in card order. */
export class ScopesView {
  @ApiProperty({ type: [ScopeView] })
  scopes: ScopeView[];
}

/** The same after a change. */
export class ChangedScopesView extends ScopesView {
  @ApiProperty({ type: [ScopeWarningView] })
  warnings: ScopeWarningView[];
}
