/** Rows scored by people and the judge, and further rows scored by the judge alone. */
export type LabelledRows = {
  /** People's scores, each in [0, 1]. */
  readonly human: readonly number[]
  /** The judge's scores of the same rows, each in [0, 1]. */
  readonly judge: readonly number[]
  /** The judge's scores of the further rows, each in [0, 1]: drawn from the same population, none of them labelled. */
  readonly judgeUnlabelled: readonly number[]
}

/** @throws RangeError if the lists differ in length or a score is not in [0, 1]. */
export function checkLabelledRows({ human, judge, judgeUnlabelled }: LabelledRows, caller: string): void {
  if (human.length !== judge.length) throw new RangeError(`${caller}: ${human.length} human scores for ${judge.length} of the judge`)
  for (const [name, scores] of Object.entries({ human, judge, judgeUnlabelled })) {
    const wrong = scores.findIndex((score) => !(score >= 0 && score <= 1))
    if (wrong !== -1) throw new RangeError(`${caller}: ${name}[${wrong}] is ${scores[wrong]}, not in [0, 1]`)
  }
}
