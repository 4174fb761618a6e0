// Holds the style of the pages below /docs, which follows the style sheet of all pages.

export const manualStyle = `
body{display:block}
main{max-width:78rem;margin:0 auto;padding:0 1.5rem 4rem}
header{display:flex;align-items:center;justify-content:space-between;padding:1.1rem 0;border-bottom:1px solid var(--line)}
header .brand{margin:0}
header a{text-decoration:none;color:var(--ink)}
header .jump{display:none}
header form{flex:0 1 17rem;margin:0 1.2rem 0 auto}
header input{width:100%;min-height:2.4rem;padding:.35rem .8rem;font:inherit;font-size:.93rem;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.6rem}
.results{padding-left:1.4rem}
.results li{margin:.9rem 0}
.results a{font-weight:600}
.results p{margin:.15rem 0;color:var(--soft);overflow-wrap:anywhere}
header nav{display:flex;gap:1.2rem;font-size:.93rem}
header nav a{color:var(--mark);text-decoration:underline;text-underline-offset:.2em}
.manual{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:3rem;grid-template-areas:"contents article"}
.manual>nav{grid-area:contents;padding:1.6rem 0 1.6rem .6rem;margin-left:-.6rem;font-size:.93rem;align-self:start;position:sticky;top:0;max-height:100vh;overflow-y:auto}
.manual>nav h2{font-size:.8rem;letter-spacing:.04em;text-transform:uppercase;color:var(--soft);margin:1.4rem 0 .4rem}
.manual>nav h2:first-child{margin-top:0}
.manual>nav ul{list-style:none;margin:0;padding:0}
.manual>nav a{display:block;padding:.22rem .6rem;margin-left:-.6rem;border-radius:.4rem;color:var(--ink);text-decoration:none}
.manual>nav a:hover{background:var(--tint)}
.manual>nav a[aria-current]{background:var(--tint);color:var(--mark);font-weight:600}
article{grid-area:article;padding:1.8rem 0;min-width:0}
article>*{max-width:50rem}
article>.table,article>pre{max-width:60rem}
article h1{font-size:clamp(1.7rem,4vw,2.2rem);line-height:1.2;margin:0 0 .8rem}
.toc{margin:0 0 1rem;font-size:.9rem}
.toc ul{display:flex;flex-wrap:wrap;gap:.15rem .9rem;margin:0;padding:0;list-style:none}
article h2{font-size:1.35rem;margin:2.4rem 0 .7rem;padding-top:.4rem;letter-spacing:-.01em}
article h3{font-size:1.08rem;margin:1.7rem 0 .5rem}
article p,article li{color:var(--ink);line-height:1.6}
article p{margin:.55rem 0}
article ul,article ol{margin:.55rem 0;padding-left:1.4rem}
article li{margin:.3rem 0}
article :not(pre)>code{padding:.1em .3em;border-radius:.3rem;background:var(--tint);overflow-wrap:anywhere}
article pre{position:relative;font-size:.9rem;line-height:1.5;margin:.7rem 0}
article pre[data-language=json]{border-left:3px solid var(--mark)}
article pre[data-language]::after{content:attr(data-language);position:absolute;top:.35rem;right:.7rem;font:.72rem system-ui,sans-serif;color:var(--soft)}
.table{overflow-x:auto;margin:.7rem 0;border:1px solid var(--line);border-radius:.7rem;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .8rem;border-top:1px solid var(--line)}
tr:first-child>th,tbody:first-child tr:first-child>td{border-top:0}
th{color:var(--soft);font-weight:600;white-space:nowrap}
td{min-width:5.5rem}
td:last-child:not(:first-child){min-width:13rem}
.table :not(pre)>code{overflow-wrap:normal}
td:first-child code{white-space:nowrap}
.anchor{color:var(--soft);text-decoration:none;font-weight:400;opacity:0}
:is(h2,h3):hover>.anchor,.anchor:focus{opacity:1}
:target{scroll-margin-top:1rem}
@media(max-width:56rem){
main{padding:0 1.1rem 3rem}
body{background:var(--paper)}
header{flex-wrap:wrap}
header nav{margin-left:1.2rem}
header form{order:1;flex:1 1 100%;margin:.4rem 0 0}
header>a:first-child{margin-right:auto}
header .jump{display:block;margin-left:1.2rem;padding:.5rem 0;font-size:.93rem;color:var(--mark);text-decoration:underline;text-underline-offset:.2em}
.manual{display:block}
.manual>nav{position:static;max-height:none;border-top:1px solid var(--line)}
.manual>nav a{padding:.5rem .6rem}
article{padding:1.3rem 0 2rem}
article pre{font-size:.85rem}
td:first-child code{white-space:normal;overflow-wrap:anywhere}
td:first-child{min-width:9.5rem}
}
@media print{.manual>nav,.toc,header .jump,.anchor{display:none}.manual{display:block}pre{white-space:pre-wrap}}
`
