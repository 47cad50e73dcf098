import { OpenRegistry1796070000000 } from './1796070000000-open-registry.migration';
import { StoreReplies1796080000000 } from './1796080000000-store-replies.migration';
import { MessageIndex1796085000000 } from './1796085000000-message-index.migration';
import { OpenDelegation1796090000000 } from './1796090000000-open-delegation.migration';
import { DelegatedTurns1796100000000 } from './1796100000000-delegated-turns.migration';
import { GrantChanges1796110000000 } from './1796110000000-grant-changes.migration';
import { StoreDelegatedReplies1796120000000 } from './1796120000000-store-delegated-replies.migration';
import { OpenDeviceCode1796130000000 } from './1796130000000-open-device-code.migration';
import { RegisteredPersonalAgents1796140000000 } from './1796140000000-registered-personal-agents.migration';

/** Every migration, oldest first. */
export const registryMigrations = [
  OpenRegistry1796070000000,
  StoreReplies1796080000000,
  MessageIndex1796085000000,
  OpenDelegation1796090000000,
  DelegatedTurns1796100000000,
  GrantChanges1796110000000,
  StoreDelegatedReplies1796120000000,
  OpenDeviceCode1796130000000,
  RegisteredPersonalAgents1796140000000,
];
