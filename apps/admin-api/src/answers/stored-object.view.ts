import { ApiProperty } from '@nestjs/swagger';

/** What every stored object shows (PACT wire §6). */
export class StoredObjectView {
  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** Something that may work later; it never blocks a change. */
export class WarningView {
  @ApiProperty({ description: 'Stable; for programs.' })
  code: string;

  @ApiProperty({ description: 'For people.' })
  message: string;
}
