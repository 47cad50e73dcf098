import { OpenRegistry1796070000000 } from './1796070000000-open-registry.migration';
import { StoreReplies1796080000000 } from './1796080000000-store-replies.migration';

/** Every migration, oldest first. */
export const registryMigrations = [OpenRegistry1796070000000, StoreReplies1796080000000];
