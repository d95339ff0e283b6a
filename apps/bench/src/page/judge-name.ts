import { data, html, type Html } from '@assay/reporters/parts'
import type { JudgeResult } from '../figures/bench-result.ts'

/** A judge as every table names it: its letter, its key, and whether it is a floor. */
export function judgeName({ letter, key, isFloor }: Pick<JudgeResult, 'letter' | 'key' | 'isFloor'>): Html {
  return html`<b class="letter">${letter}</b> ${data(key)}${isFloor ? html` <span class="chip">floor</span>` : undefined}`
}
