// Holds the style and the script of the pages below /reference, in addition to the style of the documents.
import { manualStyle } from '../manual/style.ts'

export const referenceStyle = `${manualStyle}
.search{position:relative;margin:1.4rem 0 0}
.search label{margin:0 0 .4rem}
.search input{width:100%;min-height:2.9rem;padding:.5rem .8rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.6rem}
#results ul{list-style:none;margin:.8rem 0 0;padding:0;border:1px solid var(--line);border-radius:.7rem;background:var(--card);overflow:hidden}
#results li{margin:0;border-top:1px solid var(--line)}
#results li:first-child{border-top:0}
#results a{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.1rem .8rem;padding:.55rem .9rem;color:var(--ink);text-decoration:none}
#results a:hover,#results a:focus-visible{background:var(--tint)}
#results strong{overflow-wrap:anywhere}
#results span{color:var(--soft);font-size:.9rem}
#results .about{grid-column:2}
#results p{margin:.6rem 0 0;font-size:.9rem;color:var(--soft)}
.call{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:baseline;padding:.5rem .8rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);overflow-wrap:anywhere}
.call b{color:var(--mark);font:700 .85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.call code{background:none!important;padding:0!important}
article h3{padding-top:.8rem;margin-top:2rem}
article h4{font-size:.82rem;letter-spacing:.03em;color:var(--soft);margin:1rem 0 .3rem}
tr:target>*,:target{background:var(--tint)}
@media(max-width:56rem){#results a{grid-template-columns:1fr}#results .about{grid-column:1}}
`

/** Shows results while the reader types. Without it the form leads to the page of results that the script requests. */
export const referenceScript = `
const field = document.getElementById('q'), box = document.getElementById('results')
let asked = 0, timer
field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const mine = ++asked
    if (field.value.trim() === '') return box.replaceChildren()
    const answer = await fetch('/reference/search?q=' + encodeURIComponent(field.value))
    if (mine !== asked || !answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    box.replaceChildren(...page.getElementById('results').childNodes)
  }, 120)
})
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) { event.preventDefault(); field.focus() }
})
`
