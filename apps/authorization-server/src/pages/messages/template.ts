import { type Content, type Markup, markup } from '@surety/platform';

/** Words with one blank to fill; a translation without it does not compile. */
export type Template<Name extends string> = `${string}{${Name}}${string}`;

/** Fills the blanks of a template, which keeps their order to each language. In: markup or text for each blank. */
export function fill<Name extends string>(
  template: Template<Name>,
  values: Readonly<Record<Name, Content>>,
): Markup {
  const pieces = template
    .split(/\{([a-z]+)\}/i)
    .map((piece, at) => (at % 2 === 0 ? piece : values[piece as Name]));
  return markup`${pieces}`;
}
