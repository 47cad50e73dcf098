const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NAME_CHARACTERS_MAX = 253;

/**
 * A Brand's own domain as it is stored and compared with Host: a host name (RFC 1123 2.1) in lower case, without port
 * and trailing dot, in its ASCII form. In: what the operator typed. Out: that name, or undefined when it is none;
 * an IP address is none.
 */
export function domainName(text: string): string | undefined {
  // Lower case would make ASCII of some other letters, such as the Kelvin sign.
  if (!/^[\x21-\x7e]*$/.test(text)) return undefined;
  const name = text.toLowerCase();
  const labels = name.split('.');
  const isNumber = /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  if (name.length > NAME_CHARACTERS_MAX || isNumber) return undefined;
  return labels.every(label => LABEL.test(label)) ? name : undefined;
}
