/** The page's one style sheet. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--raised:#f6f8fa;--text:#1b1f24;--faint:#57606a;--line:#d0d7de;--accent:#0757ba;--good:#17693a;--bad:#b3202a;--warn:#805500;--shade:#0757ba}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--raised:#171b22;--text:#e6e9ee;--faint:#9aa4b0;--line:#343b45;--accent:#7db3ff;--good:#59c17f;--bad:#ff8a85;--warn:#e2b34d;--shade:#3a7bd5}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0 auto;max-width:84rem;padding:1rem clamp(.75rem,3vw,2rem) 4rem;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:.5rem 0}
h2{font-size:1.25rem;margin:2.25rem 0 .5rem}
h3{font-size:1rem;margin:0}
p{margin:.35rem 0;max-width:60rem}
ul{padding-inline-start:1.25rem}
.faint{color:var(--faint);font-size:.875rem}
.note{font-weight:400;max-width:22rem}
.summary{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.notes{border-inline-start:.25rem solid var(--warn);background:var(--raised);padding:.5rem .75rem .5rem 2rem;margin:.75rem 0}
.alert{border-inline-start:.25rem solid var(--bad);background:var(--raised);padding:.5rem .75rem}
.chip{border:1px solid currentColor;border-radius:1rem;padding:0 .5rem;font-size:.75rem;font-weight:600;white-space:nowrap;color:var(--faint)}
.letter{display:inline-block;min-width:1.1rem;color:var(--accent)}
abbr{text-decoration:underline dotted;text-underline-offset:.2em;cursor:help}
.scroll{overflow-x:auto;margin:.5rem 0 1rem}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{text-align:start;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
thead th{font-size:.8rem;color:var(--faint);vertical-align:bottom;white-space:nowrap}
tbody th{font-weight:500;min-width:12rem}
td.number{white-space:nowrap}td.name{min-width:12rem}
tr.baseline>*,.forest-row.baseline{color:var(--faint)}
svg text{font-size:12px;fill:var(--faint)}
svg .mean{fill:var(--accent)}svg .interval{stroke:var(--accent);stroke-width:2.5}svg .chance{stroke:var(--faint);stroke-dasharray:3 3}
svg .axis,svg .grid{stroke:var(--line)}
svg .source{stroke:var(--faint);stroke-width:2}svg .source.apart{stroke:var(--warn)}
.baseline .mean{fill:var(--faint)}.baseline .interval{stroke:var(--faint)}
.forest{margin:.75rem 0 1.25rem}
.forest-row{display:grid;grid-template-columns:minmax(0,20rem) minmax(8rem,1fr) minmax(0,12rem);gap:0 1rem;align-items:center;padding:.15rem 0}
.forest-value{font-variant-numeric:tabular-nums;font-size:.9rem}
.strip{width:100%;height:28px;display:block;overflow:visible}
.strip.axis{height:22px}
.scatter{width:100%;max-width:60rem;display:block;overflow:visible}
.scatter .name{fill:var(--text)}.scatter .baseline .name{fill:var(--faint)}
figure{margin:.5rem 0}
.legend{list-style:none;padding:0;margin:.25rem 0;display:flex;flex-wrap:wrap;gap:.1rem 1.5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem}
.card{border:1px solid var(--line);border-radius:.6rem;padding:.9rem;min-width:0}
.square{width:100%;max-width:19rem;display:block}
.frame{fill:none;stroke:var(--line)}.curve{fill:none;stroke:var(--accent);stroke-width:1.5}
.matrix td{text-align:center;min-width:4rem;border:1px solid var(--line)}.matrix thead *{border:0;text-align:center}.matrix small{color:inherit}
.matrix .self{background:var(--raised)}
.matrix td[class*=k]{background:color-mix(in oklab,var(--shade) calc(var(--k)*5.5%),transparent)}
${Array.from({ length: 11 }, (_, step) => `.k${step}{--k:${step}}`).join('')}
details>summary{cursor:pointer;padding:.25rem 0}
details>summary h3{display:inline}
.tools{display:flex;flex-wrap:wrap;gap:.6rem;margin:.5rem 0;align-items:end}
.tools label{display:grid;gap:.15rem;font-size:.85rem;color:var(--faint);min-width:0;max-width:100%}
.tools .grow{flex:1 1 14rem}
select,input,button{font:inherit;color:var(--text);background:var(--raised);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .6rem;min-height:2.25rem;width:100%;max-width:100%}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{cursor:pointer;width:auto;padding-inline:1.25rem}
.item{border:1px solid var(--line);border-radius:.6rem;padding:.8rem 1rem;margin:.75rem 0}
.said{list-style:none;padding:0;margin:.5rem 0;display:grid;gap:.4rem}
.said li{display:grid;grid-template-columns:7.5rem 1fr;gap:.6rem;align-items:baseline;border-inline-start:.25rem solid var(--line);padding-inline-start:.6rem}
.said li.wrong{border-color:var(--bad)}.said li.right{border-color:var(--good)}
.said .chip{justify-self:start;color:var(--text)}.said .wrong .faint{color:var(--bad)}
.text{white-space:pre-wrap;unicode-bidi:isolate}
blockquote{margin:.4rem 0;padding:.5rem .75rem;background:var(--raised);border-radius:.4rem;font-size:.925rem}
@media (max-width:46rem){
.forest-row{grid-template-columns:1fr auto;border-bottom:1px solid var(--line);padding:.4rem 0}
.forest-row .strip{grid-column:1/-1;grid-row:2}
.axis-row{border:0}
.axis-row span{display:none}
.said li{grid-template-columns:1fr}
.tools label{flex:1 1 9rem}
}
@media print{.tools,button{display:none}}
`
