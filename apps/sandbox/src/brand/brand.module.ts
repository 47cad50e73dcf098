import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { SourceAddress, Settings, systemClock } from '@surety/platform';
import { AccountCallers } from '../account/account-caller';
import { AccountController } from '../account/account.controller';
import { AnsweredKeys } from '../account/answered-keys';
import { OrderBook } from '../account/order-book';
import { DemoUser, userFileIn } from '../login/demo-user';
import { LoginController } from '../login/login.controller';
import { LoginService } from '../login/login.service';
import { LoginThrottle } from '../login/login-throttle';
import { SANDBOX_URL, sandboxUrl } from '../sandbox-url';
import { BrandKeys, brandKeyFileIn } from './brand-keys';
import { BrandKeysController } from './brand-keys.controller';
import { BrandRegistration } from './brand-registration';

/** Where the registration of the demo Brand is written unless a setting names another file. */
const registrationFileIn = (dataDir: string): string => join(dataDir, 'sandbox-brand.json');

/** The demo Brand that delegates: its login, its keys and its account API. */
@Module({
  controllers: [LoginController, AccountController, BrandKeysController],
  providers: [
    { provide: SANDBOX_URL, inject: [Settings], useFactory: sandboxUrl },
    {
      provide: BrandRegistration,
      inject: [Settings],
      useFactory: ({ sandboxBrandFile, dataDir }: Settings) =>
        new BrandRegistration(sandboxBrandFile ?? registrationFileIn(dataDir)),
    },
    {
      provide: DemoUser,
      inject: [Settings],
      useFactory: ({ sandboxUserFile, dataDir }: Settings) =>
        new DemoUser(sandboxUserFile ?? userFileIn(dataDir)),
    },
    {
      provide: BrandKeys,
      inject: [Settings, SANDBOX_URL],
      useFactory: ({ dataDir }: Settings, origin: string) => new BrandKeys(brandKeyFileIn(dataDir), origin),
    },
    {
      provide: LoginService,
      inject: [BrandRegistration, DemoUser, BrandKeys],
      useFactory: (registration: BrandRegistration, user: DemoUser, keys: BrandKeys) =>
        new LoginService(registration, user, keys, new LoginThrottle(systemClock), systemClock),
    },
    {
      provide: AccountCallers,
      inject: [BrandRegistration],
      useFactory: (registration: BrandRegistration) => new AccountCallers(registration, systemClock),
    },
    SourceAddress,
    OrderBook,
    AnsweredKeys,
  ],
})
export class BrandModule {}
