import { createHash } from 'node:crypto'
import { forHtml } from '../escaping/for-html.ts'

/** The beginning of a page: nothing is fetched and nothing runs but the one script and the one style sheet that stand in it. */
export function pageHead({ title, style, script }: { readonly title: string; readonly style: string; readonly script: string }): string {
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${forHtml(title)}</title>
<style>${style}</style>
</head>
`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
