import { Injectable } from '@nestjs/common';
import type { Form } from '@surety/device-grant';
import type { Clock } from '@surety/kernel';
import type { BrandKeys } from '../brand/brand-keys';
import type { BrandRegistration } from '../brand/brand-registration';
import type { BrandPage } from './brand-page';
import type { DemoUser } from './demo-user';
import { badLinkPage, handoffPage, loginPage } from './login-pages';
import type { LoginThrottle } from './login-throttle';
import { readReturnTo } from './return-to';

const CODE_CHARACTERS_MAX = 64;

/** The demo Brand's login: from a link of its Provider to an assertion that goes back there (PACT 5.3). */
@Injectable()
export class LoginService {
  constructor(
    private readonly registration: BrandRegistration,
    private readonly user: DemoUser,
    private readonly keys: BrandKeys,
    private readonly throttle: LoginThrottle,
    private readonly clock: Clock,
  ) {}

  /** The form, for a link that leads back to our Provider. Throws NotRegistered. */
  async show(returnTo: string | undefined): Promise<BrandPage> {
    const { consent } = await this.registration.addresses();
    const read = readReturnTo(returnTo, consent);
    if (!read.ok || returnTo === undefined) return badLinkPage();
    return loginPage({ returnTo, userCode: read.value.userCode });
  }

  /** Judges a posted form; `source` is the address it came from. Out: the handoff, or the form again. Throws NotRegistered. */
  async enter(form: Form, source: string): Promise<BrandPage> {
    const addresses = await this.registration.addresses();
    const returnTo = form.get('return_to');
    const read = readReturnTo(returnTo, addresses.consent);
    if (!read.ok || returnTo === undefined) return badLinkPage();
    const email = form.get('email') ?? '';
    const typedCode = form.get('user_code') ?? '';
    const again = (status: number, text: string, retryAfterSeconds?: number) => {
      const fault = { status, text, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
      return loginPage({ returnTo, userCode: read.value.userCode, email, typedCode, fault });
    };
    const waitSeconds = this.throttle.waitSeconds(source, email);
    if (waitSeconds !== undefined) {
      return again(429, 'There were too many wrong passwords. Try again later.', waitSeconds);
    }
    if (!this.user.isLogin(email, form.get('password') ?? '')) {
      this.throttle.count(source, email);
      return again(403, 'This e-mail and password do not belong together.');
    }
    const userCode = read.value.userCode ?? typedCode.trim().toUpperCase();
    if (userCode === '' || userCode.length > CODE_CHARACTERS_MAX) {
      return again(400, 'Type the code that your personal agent shows.');
    }
    const { id: sub, name } = this.user;
    const login = { sub, name, email: this.user.email, userCode, consentUrl: addresses.consent };
    const assertion = await this.keys.assertion(login, this.clock.nowMs());
    return handoffPage(addresses.consent, addresses.providerOrigin, assertion);
  }
}
