/** Style of the demo Brand's pages: readable at 320 px and at 200 % zoom, dark and light. */
export const BRAND_STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 32rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.brand { font-weight: 700; color: light-dark(#1f5130, #9fd8b3); }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; border: 1px solid; border-radius: 0.25rem; }
button { padding: 0.6rem 1.2rem; font: inherit; font-weight: 600; color: #fff; background: #1f5130; border: 0; border-radius: 0.25rem; }
:focus-visible { outline: 3px solid light-dark(#1f5130, #9fd8b3); outline-offset: 2px; }
.alert { padding: 0.5rem; border: 2px solid light-dark(#a11212, #ff9a9a); border-radius: 0.25rem; }
`;

/** Sends the handoff form, so that the User need not press the button. */
export const HANDOFF_SCRIPT = `document.forms[0].submit();
`;
