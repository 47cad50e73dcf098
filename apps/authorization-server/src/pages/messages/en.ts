import type { Messages } from './messages';

/** English. */
export const en: Messages = {
  consent: {
    title: 'Allow a personal agent to act for you?',
    signedIn: 'Signed in as {account}.',
    notYou: 'Not you?',
    asks: 'This personal agent asks to act for you:',
    unregistered: 'This personal agent is not registered here. Go on only if you know this address.',
    code: 'Code:',
    codeQuestion: 'Is this the code you were shown? If not, cancel.',
    scopes: 'It may do what you leave ticked',
    terms: 'It may do so for {days} days.',
    undo: 'You can take it back at any time under {link}.',
    connectedAgents: 'Connected agents',
    cancel: 'Cancel',
    allow: 'Allow',
    continueText: 'Continue',
    covered: 'You have allowed all of this before. It may:',
  },
  askCode: {
    title: 'Enter your code',
    text: 'Your personal agent shows you a code of eight letters.',
    label: 'Code',
    next: 'Next',
  },
  connected: {
    title: 'Connected agents',
    intro: 'See which personal agents may act for you, and stop any of them. You sign in first.',
    signIn: 'Sign in and show them',
    none: 'No personal agent may act for you.',
    since: 'Since',
    lastUsed: 'Last used',
    never: 'Never',
    expires: 'Ends',
    mayDo: 'It may',
    revokeOf: 'Disconnect {agent}',
    revoked: 'It is disconnected and can no longer act for you.',
  },
  receipt: {
    title: 'Check a receipt',
    intro: 'A receipt says what an agent did for you. Paste one to see whether it is genuine.',
    field: 'Receipt',
    check: 'Check',
    valid: 'The receipt is genuine.',
    invalid: 'The receipt is not genuine.',
    claims: 'What it says',
    personalAgent: 'Personal agent',
    brand: 'Brand',
    user: 'User at the Brand',
    grant: 'Permission',
    scopesUsed: 'Permissions used',
    actions: 'Actions',
    time: 'Time',
    nothing: 'None',
  },
  approved: {
    heading: 'Allowed',
    text: 'Your personal agent may act for you now. You can close this page and go back to it.',
  },
  declined: {
    heading: 'Not allowed',
    text: 'Nothing was allowed. You can close this page and go back to your personal agent.',
  },
  refusals: {
    link: {
      heading: 'This did not work',
      text: 'This link may have expired or been used. Go back to your personal agent and ask again.',
    },
    assertion: {
      heading: 'Signing in did not work',
      text: 'We could not confirm that you signed in. Go back to your personal agent and ask again.',
    },
    origin: {
      heading: 'This came from another site',
      text: 'Your answer did not come from this page, so nothing was changed. Go back to your personal agent and ask again.',
    },
    guesses: {
      heading: 'Too many tries',
      text: 'Wait a few minutes, then ask your personal agent for a new link.',
    },
    unavailable: {
      heading: 'We are away for a moment',
      text: 'Nothing was changed. Try again in a moment.',
    },
  },
};
