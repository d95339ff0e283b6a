/** What a page of several runs needs besides the style of a report. */
export const comparisonStyle = `
:root{--s0:#0757ba;--s1:#a63a00;--s2:#17693a;--s3:#7d2aa8;--s4:#8a5a00;--s5:#a3194f;--s6:#006d77;--s7:#4b5563;--cell:#0757ba}
@media (prefers-color-scheme:dark){:root{--s0:#7db3ff;--s1:#ffa873;--s2:#6fd391;--s3:#d7a6f5;--s4:#e6bd5f;--s5:#ff9bbb;--s6:#6fd3dc;--s7:#b6bec9;--cell:#7db3ff}}
.hue0{--hue:var(--s0)}.hue1{--hue:var(--s1)}.hue2{--hue:var(--s2)}.hue3{--hue:var(--s3)}.hue4{--hue:var(--s4)}.hue5{--hue:var(--s5)}.hue6{--hue:var(--s6)}.hue7{--hue:var(--s7)}
.best{font-size:1.1rem;font-weight:600;margin:.25rem 0 .75rem}
.metric{border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:0 0 1rem;min-width:0}
.plots{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin:.75rem 0}
.plots figure{margin:0;min-width:0;flex:0 1 27.5rem}
figcaption{font-size:.875rem;color:var(--faint);margin-bottom:.25rem}
.plot{display:block;max-width:100%;height:auto}
.plot text{font-size:12px;fill:var(--faint)}
.plot .label{fill:var(--text);unicode-bidi:isolate}
.plot .grid{stroke:var(--line);stroke-width:1}
.plot .zero{stroke:var(--text);stroke-width:1.5}
.plot .dot{fill:var(--accent);stroke:var(--accent);stroke-width:2}.plot .hollow{fill:var(--bg)}
.plot .interval{stroke:var(--accent);stroke-width:2.5}
.plot .front{fill:none;stroke:var(--accent);stroke-width:1.5;stroke-dasharray:4 3}
.curve{fill:none;stroke:var(--hue);stroke-width:2}.mark{fill:var(--hue);stroke:none}
.sign{vertical-align:middle;margin-inline-end:.4rem}
#rows>div>.scroll{container-type:inline-size}
.plots>.scroll{min-width:0}
.numbers thead th,.matrix thead th,.claims thead th{overflow-wrap:normal}
.numbers thead th{white-space:nowrap}
.numbers{font-size:.9rem}.numbers th,.numbers td{padding:.3rem .5rem}.numbers td{white-space:nowrap}.numbers th[scope=row]{min-width:6rem;font-weight:500}
.best-row th,.best-row td{font-weight:600}
.runs-choice{border:1px solid var(--line);border-radius:.4rem;padding:.4rem .75rem;margin:0 0 .75rem;display:flex;flex-wrap:wrap;gap:.25rem 1rem;min-width:0}
.runs-choice legend{font-size:.85rem;color:var(--faint)}
.runs-choice label{display:flex;gap:.4rem;align-items:center;min-height:1.75rem}
.runs-choice input{min-height:0;width:1.1rem;height:1.1rem;padding:0}
.matrix{font-size:.9rem}
.matrix th,.matrix td{padding:.3rem .4rem}
.matrix thead th{vertical-align:bottom;max-width:9rem;overflow-wrap:anywhere;min-width:3.6rem}
.matrix th button,.matrix .open{border:0;background:none;padding:.1rem 0;min-height:1.5rem;color:inherit;text-align:start;font-weight:600}
.matrix .open{color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
.matrix .question{color:var(--faint);font-size:.875rem;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.matrix td.value{text-align:end;white-space:nowrap;min-width:3.6rem}
.matrix td.value i{display:block;height:.3rem;background:linear-gradient(to right,var(--cell) calc(var(--value)*100%),var(--line) 0);border-radius:1rem}
.matrix td.none{color:var(--warn)}
.first{min-width:11rem}
.detail>td>div{position:sticky;inset-inline-start:1rem;width:calc(100cqw - 2rem);contain:inline-size}
.beside{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(17rem,1fr);gap:1rem;overflow-x:auto;margin-top:1rem}
.beside>section{min-width:0;border:1px solid var(--line);border-radius:.5rem;padding:.75rem;background:var(--bg)}
.beside .context{background:var(--raised)}
.beside h4{margin-top:0}
.differ{border-inline-start:.25rem solid var(--warn)}
.claims{font-size:.875rem;background:var(--bg)}
.claims td{white-space:nowrap}.claims th[scope=row]{min-width:14rem;font-weight:500}
tr.differs>th:first-child{border-inline-start:.25rem solid var(--warn)}
@media (max-width:46rem){
.beside{grid-auto-flow:row;grid-auto-columns:auto;overflow-x:visible}
.first{min-width:9rem}
.metric{padding:.75rem}
}
`
