export type RoganGladen =
  | {
      /** In [0, 1]. */
      readonly estimate: number
      /** Before it was clipped to [0, 1]. Outside, TPR or TNR do not fit this data. */
      readonly raw: number
      readonly reason: null
    }
  | { readonly estimate: null; readonly raw: null; readonly reason: string }

/**
 * The true share of label 1, estimated from the share observed by a judge of known TPR and TNR (Rogan and Gladen, 1978):
 * (observed + TNR − 1) / (TPR + TNR − 1). Without an interval: the errors of TPR and TNR are not in it. With labels on the same data,
 * `correctedMean` is the better way.
 *
 * @throws RangeError for a share outside [0, 1], NaN included.
 */
export function roganGladen({
  observedRate,
  tpr,
  tnr,
}: {
  readonly observedRate: number
  readonly tpr: number
  readonly tnr: number
}): RoganGladen {
  for (const [name, share] of Object.entries({ observedRate, tpr, tnr })) {
    if (!(share >= 0 && share <= 1)) throw new RangeError(`roganGladen: ${name} = ${share} is not in [0, 1]`)
  }
  const youden = tpr + tnr - 1
  if (!(youden > 0)) return { estimate: null, raw: null, reason: 'tpr + tnr - 1 is not above 0' }
  const raw = (observedRate + tnr - 1) / youden
  return { estimate: Math.min(1, Math.max(0, raw)), raw, reason: null }
}
