// Holds the one style sheet of all pages, which is part of each page and allowed by its hash in the Content-Security-Policy.
import { createHash } from 'node:crypto'

/** The font of the console, which is there with the console; without it a font of the system is shown. */
export const fontName = 'latin.woff2'

export const style = `
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(/assets/${fontName}) format("woff2")}
:root{color-scheme:light dark;--ink:#1d1e22;--soft:#5d6068;--paper:#f5f5f6;--card:#fff;--line:#e2e3e6;--edge:#7d8088;--field:#fff;--mark:#5a56cf;--press:#4a46ad;--on:#fff;--bad:#b8322c;--badbg:#fef3f2;--tint:#f4f4ff}
@media(prefers-color-scheme:dark){:root{--ink:#e7e8ea;--soft:#b9bbc2;--paper:#111213;--card:#1f2125;--line:#31343b;--edge:#868b96;--field:#151618;--mark:#a6a5f6;--press:#c2c2fa;--on:#151433;--bad:#f7aea8;--badbg:#33201e;--tint:#292a45}}
*{box-sizing:border-box}
html{height:100%}
body{margin:0;min-height:100%;display:flex;flex-direction:column;align-items:center;background:var(--paper);color:var(--ink);font:16px/1.5 "Inter Variable",Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
main{width:100%;max-width:27rem;margin:auto;padding:1.5rem 1rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem;box-shadow:0 1px 2px rgb(0 0 0/.05),0 12px 32px -12px rgb(0 0 0/.14)}
.brand{display:flex;align-items:center;gap:.6rem;margin:0 0 1.6rem;color:var(--ink);font-weight:650;letter-spacing:.01em}
.brand svg,.brand img{width:1.9rem;height:1.9rem;flex:none}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .35rem;letter-spacing:-.015em;text-wrap:balance}
p{margin:0 0 1rem;color:var(--soft)}
p strong,.who{color:var(--ink);font-weight:600;overflow-wrap:anywhere}
form{margin:0}
label{display:block;font-weight:600;margin:1.3rem 0 .4rem}
input[type=email],input[type=password],input[type=text]{width:100%;min-height:3rem;padding:.6rem .8rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.6rem}
input[readonly]{background:transparent;border-color:var(--line);color:var(--soft)}
input.code{font:600 1.6rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.35em;text-align:center;padding-left:1.1rem}
input[aria-invalid=true]{border-color:var(--bad)}
.hint{font-size:.9rem;margin:.45rem 0 0}
.error{display:flex;gap:.55rem;margin:1.1rem 0 0;padding:.7rem .85rem;border-radius:.6rem;background:var(--badbg);color:var(--bad);font-weight:500}
.error[hidden]{display:none}
.error span{text-wrap:pretty}
.error svg{width:1.2rem;height:1.2rem;flex:none;margin-top:.12rem}
button,.button{display:block;width:100%;min-height:3rem;margin:1.3rem 0 0;padding:.7rem 1rem;font:inherit;font-weight:600;line-height:1.45;text-align:center;text-decoration:none;border:1px solid transparent;border-radius:.6rem;background:var(--mark);color:var(--on);cursor:pointer}
button:hover,.button:hover{background:var(--press)}
.second{background:transparent;border-color:var(--line);color:var(--ink)}
.second:hover{background:var(--tint)}
.links{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;margin-top:1.2rem}
.links button{display:inline;width:auto;min-height:2.4rem;margin:0;padding:.2rem 0;background:none;border:0;color:var(--mark);font-weight:500;text-decoration:underline;text-underline-offset:.2em}
.links button:hover{background:none;color:var(--press)}
.or{display:flex;align-items:center;gap:.8rem;margin:1.3rem 0 0;color:var(--soft);font-size:.9rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.or+button,.or+.button,.or+.hint+button{margin-top:1.1rem}
.accounts{list-style:none;margin:1.3rem 0 0;padding:0;display:grid;gap:.6rem}
.accounts button{display:flex;align-items:center;gap:.85rem;margin:0;text-align:left;background:transparent;border-color:var(--line);color:var(--ink)}
.accounts button:hover{background:var(--tint);border-color:var(--mark)}
.accounts i{display:grid;place-items:center;width:2.3rem;height:2.3rem;flex:none;border-radius:.6rem;background:var(--tint);color:var(--mark);font-style:normal;font-weight:700}
.accounts span span{display:block;font-weight:400;font-size:.9rem;color:var(--soft);overflow-wrap:anywhere}
.big{font:700 2.6rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.2em;text-align:center;margin:1.4rem 0;padding:1rem .2rem 1rem .6rem;background:var(--tint);border-radius:.8rem;color:var(--ink)}
.done{margin:1.1rem 0 0;padding:.7rem .85rem;border-radius:.6rem;background:var(--tint);color:var(--ink);font-weight:500}
.qr{margin:1.2rem 0 0;text-align:center}
.qr svg{width:13rem;height:13rem;border-radius:.6rem;border:1px solid var(--line)}
.secret{max-width:13rem;margin-inline:auto;text-align:center;color:var(--ink);overflow-wrap:anywhere}
.codes{list-style:none;margin:1.2rem 0 0;padding:1rem;display:grid;gap:.4rem;background:var(--tint);border-radius:.8rem;text-align:center;color:var(--ink)}
.may{margin:1rem 0 0;padding:.75rem .9rem;border:1px solid var(--line);border-radius:.6rem;font-size:.9rem;color:var(--soft)}
.may p{margin:0}
.may ul{margin:.2rem 0 .5rem;padding-left:1.15rem}
label.show{display:flex;align-items:center;gap:.5rem;margin:.6rem 0 0;font-weight:400;color:var(--soft)}
label.show[hidden]{display:none}
label.show input{width:1.1rem;height:1.1rem;margin:0;accent-color:var(--mark)}
details{margin:1.2rem 0 0;font-size:.9rem;color:var(--soft)}
summary{cursor:pointer;min-height:1.6rem}
details dl{margin-top:.6rem}
details dt,details dd{padding:.45rem .7rem}
.cancel{margin-top:1.4rem;padding-top:1.4rem;border-top:1px solid var(--line)}
.cancel button{margin:0;min-height:2.6rem;padding:.4rem 1rem}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
input:focus-visible{outline-offset:-1px;outline-width:2px}
.card>p:last-child{margin-bottom:0}
.wide{max-width:46rem;margin:0 auto;padding:3rem 1.25rem 4rem}
.wide h1{font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.2;margin:0 0 .8rem}
.wide p{margin:.5rem 0;max-width:62ch}
.wide .brand{margin:0 0 2.2rem}
.wide li{margin:.7rem 0}
h2{font-size:1.05rem;margin:2.4rem 0 .8rem}
dl{display:grid;grid-template-columns:max-content 1fr;margin:0;background:var(--card);border:1px solid var(--line);border-radius:.7rem;overflow:hidden}
dt,dd{padding:.65rem 1rem;margin:0;border-top:1px solid var(--line)}
dt:first-of-type,dd:first-of-type{border-top:0}
dt{color:var(--soft)}
dd{overflow-wrap:anywhere}
ol{padding-left:1.3rem;margin:0}
code{font:.92em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:.9rem 1rem;overflow-x:auto;margin:.5rem 0}
a{color:var(--mark);text-underline-offset:.2em}
a.button{color:var(--on)}
@media(max-width:30rem){body{background:var(--card)}main{padding:0;margin:0 auto}.card{border:0;border-radius:0;box-shadow:none;padding:1.6rem 1.25rem 2rem}}
@media(max-width:34rem){dl{grid-template-columns:1fr}dt{padding-bottom:0}dd{border-top:0;padding-top:.1rem}main.wide{padding:2rem 1.25rem 3rem}}
@media(prefers-contrast:more){:root{--line:currentColor}}
`

const hashes = new Map<string, string>()

/** The source of a Content-Security-Policy that allows exactly this style; there are as many as kinds of page. */
export function hashOf(text: string): string {
  const known = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  hashes.set(text, known)
  return known
}
