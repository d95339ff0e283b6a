import { data, html, type Html } from '@assay/reporters/parts'
import type { JudgeResult } from '../figures/bench-result.ts'

/** A judge's name in tables: its letter, its key, and a mark if it is a baseline. */
export function judgeLabel({ letter, key, isBaseline }: Pick<JudgeResult, 'letter' | 'key' | 'isBaseline'>): Html {
  return html`<b class="letter">${letter}</b> ${data(key)}${isBaseline ? html` <span class="chip">baseline</span>` : undefined}`
}
