import { SettingsError } from '@surety/platform';
import { bootSandbox } from './boot';

describe('bootSandbox', () => {
  it('rejects with invalid settings and never throws at once, so that its process can say why in one line', async () => {
    await expect(bootSandbox({ SURETY_LOG_LEVEL: 'loud' })).rejects.toBeInstanceOf(SettingsError);
  });
});
