import { data, html, type Html } from '@assay/reporters/parts'
import type { BenchResult, Disagreement } from '../figures/bench-result.ts'

/** Items with people's label and every judge's verdict. A script filters them; without it, the page shows all. */
export function disagreementsSection({ disagreements, judges }: BenchResult): Html {
  if (disagreements.length === 0) return html``
  const sources = [...new Set(disagreements.map(({ source }) => source))]
  const keys = new Set(disagreements.flatMap(({ said }) => said.map(({ judge }) => judge)))
  const named = judges.filter(({ key }) => keys.has(key)).map(({ key }) => key)
  return html`<section aria-labelledby="disagreements">
    <h2 id="disagreements">Disagreements to read</h2>
    <div class="tools" hidden>
      <label class="grow">Search <input type="search" id="find" placeholder="statement, context, reason" autocomplete="off" /></label>
      ${choice('source', 'Source', 'all sources', sources)} ${choice('wrong', 'Wrong', 'any judge', named)}
      <label
        >People say
        <select id="label">
          <option value="">either</option>
          <option value="1">supported</option>
          <option value="0">not supported</option>
        </select></label
      >
    </div>
    <p class="faint" role="status" id="count">${disagreements.length} of ${disagreements.length} items</p>
    ${disagreements.map(item)}
    <button type="button" id="more" hidden>Show more</button>
  </section> `
}

function choice(id: string, label: string, all: string, values: readonly string[]): Html {
  return html`<label
    >${label}
    <select id="${id}">
      <option value="">${all}</option>
      ${values.map((value) => html`<option value="${value}">${value}</option>`)}
    </select></label
  >`
}

function item({ id, source, statement, contexts, label, said }: Disagreement): Html {
  // A key may hold any character, so the attribute holds a JSON list.
  const wrong = JSON.stringify(said.flatMap(({ judge, verdict }) => (verdict !== null && verdict !== label ? [judge] : [])))
  return html`<article class="item" data-source="${source}" data-label="${label}" data-wrong="${wrong}">
    <h3>${data(statement)}</h3>
    <p class="faint">
      ${data(source)} · ${data(id)} · people:
      <span class="chip">${label === 1 ? 'supported' : 'not supported'}</span>
    </p>
    <ul class="said">
      ${said.map(
        ({ judge, verdict, reason }) =>
          html`<li class="${verdict === null ? 'unscored' : verdict === label ? 'right' : 'wrong'}">
            <span class="chip">${verdict === null ? 'unscored' : verdict === 1 ? 'supported' : 'not supported'}</span>
            <div>
              <b>${data(judge)}</b>
              <span class="faint">${verdict === null ? '' : verdict === label ? 'as people say' : 'against people'}</span>
              ${reason === '' ? undefined : html`<div class="text">${data(reason)}</div>`}
            </div>
          </li>`,
      )}
    </ul>
    <details>
      <summary>${contexts.length} ${contexts.length === 1 ? 'context' : 'contexts'}</summary>
      ${contexts.map((context) => html`<blockquote class="text">${context}</blockquote>`)}
    </details>
  </article>`
}
