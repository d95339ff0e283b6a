/** The page's one style sheet. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--raised:#f6f8fa;--text:#1b1f24;--faint:#57606a;--line:#d0d7de;--accent:#0757ba;--good:#17693a;--bad:#b3202a;--warn:#805500;--mark:#fff0a8;--marktext:#1b1f24;--bar:#7aa7de}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--raised:#171b22;--text:#e6e9ee;--faint:#9aa4b0;--line:#343b45;--accent:#7db3ff;--good:#59c17f;--bad:#ff8a85;--warn:#e2b34d;--mark:#5c4a00;--marktext:#fff6d1;--bar:#4a78b3}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0 auto;max-width:84rem;padding:1rem clamp(.75rem,3vw,2rem) 4rem;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:.5rem 0}
h2{font-size:1.25rem;margin:2rem 0 .75rem}
h3{font-size:1.05rem;margin:0 0 .25rem}
h4{font-size:1rem;margin:1.25rem 0 .25rem;display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:baseline}
p{margin:.25rem 0}
code,pre{font:.85rem/1.45 ui-monospace,monospace}
pre{white-space:pre-wrap;margin:.5rem 0}
.faint{color:var(--faint);font-size:.875rem}
.figures{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.alert{border-inline-start:.25rem solid var(--warn);background:var(--raised);padding:.5rem .75rem;margin:.75rem 0}
.alert.bad{border-color:var(--bad)}
.gates{list-style:none;margin:0;padding:0;display:grid;gap:.4rem}
.gate{display:grid;grid-template-columns:6.5rem 1fr;gap:.6rem;align-items:baseline}
.gate .chip{justify-self:start}
.chip{flex:none;border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;font-size:.8rem;font-weight:600;white-space:nowrap}
.held,.supported,.passed,.found{--chip:var(--good)}.failed,.unsupported,.missing{--chip:var(--bad)}.undecided{--chip:var(--warn)}
.chip{color:var(--chip,var(--faint))}
.groups thead th{white-space:nowrap}.groups table{font-size:.875rem}.groups th,.groups td{padding:.3rem .35rem}.groups td{white-space:nowrap}.groups th[scope=row]{min-width:6.5rem;font-weight:500}
.card.wide{grid-column:1/-1}.group-bar{width:7.5rem;min-width:7.5rem}
.cards{margin-top:.75rem;align-items:start;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,23rem),1fr));gap:1rem}
.card{border:1px solid var(--line);border-radius:.6rem;padding:1rem;min-width:0}
.figure strong{font-size:1.9rem;font-variant-numeric:tabular-nums;margin-inline-end:.35rem}
.figure.none{color:var(--warn)}
.caution{color:var(--warn)}
figure{margin:.75rem 0}
.chart{display:block;width:100%;max-width:26rem;height:auto}
.chart text{font-size:11px;fill:var(--faint)}
.chart .bar{fill:var(--bar)}.chart .axis{stroke:var(--line)}
.chart .whisker{stroke:var(--faint)}.chart .box{fill:var(--raised);stroke:var(--faint)}
.chart .median{stroke:var(--text);stroke-width:2}.chart .interval{stroke:var(--accent);stroke-width:2.5}.chart .range{stroke:var(--accent);stroke-width:2;stroke-dasharray:3 3}.chart .mean{fill:var(--accent)}
.signature{display:block;color:var(--faint);margin-top:.5rem;font-size:.75rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:start;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
thead th{font-size:.85rem;color:var(--faint)}
summary{cursor:pointer}
button,select,input{font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .6rem;min-height:2.25rem}
button{cursor:pointer}button:disabled{opacity:.5;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.tools{display:flex;flex-wrap:wrap;gap:.6rem;margin-bottom:.75rem;align-items:end}
.tools label{display:grid;gap:.15rem;font-size:.85rem;color:var(--faint);min-width:0}
.tools .grow{flex:1 1 14rem}.tools input,.tools select{color:var(--text);width:100%}
.pager{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.75rem 0}
.rows th button{border:0;background:none;padding:0;min-height:0;color:inherit;font-weight:600;text-align:start}
.rows .open{border:0;background:none;padding:0;min-height:0;text-align:start;color:var(--accent);font-weight:600;text-decoration:underline;text-underline-offset:.2em}
.rows .question{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;color:var(--faint);font-size:.9rem}
.rows td.score{white-space:nowrap}
.level{display:block;height:.3rem;width:6rem;max-width:100%;background:var(--line);border-radius:1rem;overflow:hidden}
.level i{display:block;height:100%;width:calc(var(--value)*100%);background:var(--bar)}
.score .chip{margin-inline-start:.4rem}
.detail>td{background:var(--raised);padding:1rem}
.claim{border-inline-start:.25rem solid var(--chip,var(--line));padding:.15rem 0 .15rem .75rem;margin:.75rem 0}
.text{white-space:pre-wrap;unicode-bidi:isolate}
blockquote{margin:.35rem 0;padding:.4rem .6rem;background:var(--bg);border-radius:.4rem;white-space:pre-wrap;unicode-bidi:isolate}
.context{margin:.5rem 0;padding:.5rem .75rem;background:var(--bg);border-radius:.4rem}
mark{background:var(--mark);color:var(--marktext);border-radius:.15rem;padding:0 .05rem}
@media (max-width:46rem){
.rows thead{display:none}
.rows,.rows tbody,.rows tr,.rows td{display:block}
.rows tr{border-bottom:1px solid var(--line);padding:.5rem 0}
.rows td{border:0;padding:.15rem 0}
.rows td.score{display:flex;flex-wrap:wrap;gap:.3rem .6rem;align-items:baseline;white-space:normal}
.rows td.score::before{content:attr(data-label);color:var(--faint);font-size:.85rem}
.level{align-self:center;width:3rem}
.detail>td{padding:.75rem}
}
a{color:var(--accent)}
@media print{.tools,.pager{display:none}}
`
