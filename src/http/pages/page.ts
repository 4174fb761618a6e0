// The frame of the server's own pages: no script, light and dark, readable on a phone.
import { createHash } from 'node:crypto'
import { Html, html } from '../../base/html.ts'

export { html }

const style = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6676;--paper:#fbfaf8;--card:#fff;--line:#e3e0da;--mark:#0b6e5f}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#a3a9b3;--paper:#14181d;--card:#1c2228;--line:#323a43;--mark:#5cc8b4}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:46rem;margin:0 auto;padding:3rem 1.25rem 4rem}
header{display:flex;align-items:center;gap:.7rem;margin-bottom:2.2rem;font-weight:650;letter-spacing:.01em}
header svg{width:2rem;height:2rem;flex:none}
h1{font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.2;margin:0 0 .8rem;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:1.05rem;margin:2.4rem 0 .8rem}
p{margin:.5rem 0;color:var(--soft);max-width:62ch}
dl{display:grid;grid-template-columns:max-content 1fr;margin:0;background:var(--card);border:1px solid var(--line);border-radius:.7rem;overflow:hidden}
dt,dd{padding:.65rem 1rem;margin:0;border-top:1px solid var(--line)}
dt:first-of-type,dd:first-of-type{border-top:0}
dt{color:var(--soft)}
dd{overflow-wrap:anywhere}
ol{padding-left:1.3rem;margin:0}
li{margin:.7rem 0}
code{font:.92em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:.9rem 1rem;overflow-x:auto;margin:.5rem 0}
a{color:var(--mark);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:2px}
@media(max-width:34rem){dl{grid-template-columns:1fr}dt{padding-bottom:0}dd{border-top:0;padding-top:.1rem}main{padding-top:2rem}}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** What a page made by `page` may load: its own style, and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const mark = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6e5f"/><path d="M21.5 11.2a7 7 0 1 0 0 9.6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="22" cy="16" r="2.2" fill="#f4c95d"/></svg>',
)

export const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Clientele</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body><main><header>${mark}<span>Clientele</span></header>${content}</main></body>
</html>
`.text
