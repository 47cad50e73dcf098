import { stepUpText } from './step-up-text';

describe('PACT wire 5.2: the default text of a step-up', () => {
  it.each([
    ['en', /permission/],
    ['en-GB', /permission/],
    ['es', /permiso/],
    ['es-MX', /permiso/],
    ['ar', /إذنك/],
    ['fr', /permission/],
  ])('in %s', (language, text) => expect(stepUpText(language)).toMatch(text));
});
