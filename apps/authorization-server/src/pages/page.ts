import { type Content, markup } from '@surety/platform';
import { LANGUAGES, type Language } from './languages';

/** Addresses of what pages load, all on our own origin. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
}

/** One page: its title is ours alone, since a title cannot isolate what comes from outside. */
export interface Page {
  readonly language: Language;
  readonly title: string;
  readonly body: Content;
}

/** Writes a whole page. Out: the document's text, without `<base>` and without any script of its own in it. */
export function writePage({ language, title, body }: Page, assets: PageAssets): string {
  const { direction } = LANGUAGES[language];
  return markup`<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.toString();
}
