import { OpenRegistry1796070000000 } from './1796070000000-open-registry.migration';

/** Every migration, oldest first. */
export const registryMigrations = [OpenRegistry1796070000000];
