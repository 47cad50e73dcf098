'use strict';
// Only improves: a second press of a button would send a form that has been answered. Every page works without this.

for (const form of document.forms) {
  let sent = false;
  form.addEventListener('submit', event => {
    if (sent) event.preventDefault();
    sent = true;
  });
  // A page that comes back from the browser's memory may be answered again.
  addEventListener('pageshow', () => {
    sent = false;
  });
}
