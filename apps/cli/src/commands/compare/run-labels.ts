import { basename, extname } from 'node:path'
import { configError } from '@assay/core'

type Named = { readonly path: string; readonly label?: string | undefined }

/**
 * What each run is called: as `--label` says, as its report does, or as its file is called; by its whole path where several files are called alike.
 * @throws AssayError `config` where labels are more or fewer than runs, or one is given twice.
 */
export function runLabels(runs: readonly Named[], given: readonly string[]): string[] {
  if (given.length > 0 && given.length !== runs.length)
    throw configError(`--label is given ${given.length} times for ${runs.length} reports. Give one for each, in their order.`)
  const usual = runs.map(({ path, label }) => label ?? basename(path, extname(path)))
  const labels = given.length > 0 ? given : runs.map(({ path }, at) => (isTwice(usual, usual[at]) ? path : (usual[at] ?? path)))
  const twice = labels.find((label) => isTwice(labels, label))
  if (twice === undefined) return [...labels]
  throw configError(
    given.length > 0
      ? `--label ${twice} is given twice. Call each run otherwise.`
      : `${twice} is named twice. Name each report once, or tell them apart by --label.`,
  )
}

/** The place of the run that is called so. @throws AssayError `config` where none is. */
export function placeOfLabel(labels: readonly string[], wanted: string): number {
  const at = labels.indexOf(wanted)
  if (at !== -1) return at
  throw configError(`--baseline ${wanted}: no run is called so. There are: ${labels.join(', ')}.`)
}

function isTwice(labels: readonly string[], label: string | undefined): boolean {
  return labels.filter((one) => one === label).length > 1
}
