import type { PageComparison } from '../../src/comparison/page/compared-row.ts'

/** What of the rows is shown, and how: all of it stands in the address, so that a view can be linked to. */
export type View = {
  /** The id of the row that is open; `undefined` without one. */
  readonly row: string | undefined
  /** Places of the runs that are shown. */
  readonly runs: readonly number[]
  /** The place of the metric that the matrix shows. */
  readonly metric: number
  readonly query: string
  readonly show: 'all' | 'differ' | 'unscored'
  /** Places of two runs: only rows on which the first is better than the second. */
  readonly better: number | undefined
  readonly than: number | undefined
  /** By column, the group that is shown; absent for all. */
  readonly groups: Readonly<Record<string, string>>
  /** `spread`, `id`, or the place of a run. */
  readonly by: 'spread' | 'id' | number
  readonly falling: boolean
}

const GROUP = 'group.'

export function plainView({ runs }: PageComparison): View {
  return {
    row: undefined,
    runs: runs.map((_, at) => at),
    metric: 0,
    query: '',
    show: 'all',
    better: undefined,
    than: undefined,
    groups: {},
    by: 'spread',
    falling: true,
  }
}

/** The address of a view: runs and metrics by name, what is as at first left out. */
export function hashOf(view: View, about: PageComparison): string {
  const params = new URLSearchParams()
  const plain = plainView(about)
  const label = (at: number): string => about.runs[at] ?? ''
  if (view.row !== undefined) params.set('row', view.row)
  if (view.runs.length < about.runs.length) for (const at of view.runs) params.append('runs', label(at))
  if (view.metric !== plain.metric) params.set('metric', about.metrics[view.metric]?.name ?? '')
  if (view.query !== '') params.set('q', view.query)
  if (view.show !== plain.show) params.set('show', view.show)
  if (view.better !== undefined) params.set('better', label(view.better))
  if (view.than !== undefined) params.set('than', label(view.than))
  for (const [column, group] of Object.entries(view.groups)) params.set(GROUP + column, group)
  if (view.by !== plain.by || view.falling !== plain.falling) {
    params.set('sort', typeof view.by === 'number' ? `run:${label(view.by)}` : view.by)
    if (!view.falling) params.set('rising', '1')
  }
  const text = params.toString()
  return text === '' ? '' : `#${text}`
}

/** The view that an address names. What it does not name, or names wrongly, is as at first: an address may come from another comparison. */
export function viewOf(hash: string, about: PageComparison): View {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const plain = plainView(about)
  const place = (label: string | null): number | undefined => {
    const at = label === null ? -1 : about.runs.indexOf(label)
    return at === -1 ? undefined : at
  }
  const runs = params.getAll('runs').flatMap((label) => ((place(label) ?? -1) >= 0 ? [about.runs.indexOf(label)] : []))
  const metric = about.metrics.findIndex(({ name }) => name === params.get('metric'))
  const show = params.get('show')
  const sort = params.get('sort')
  const byRun = sort?.startsWith('run:') === true ? place(sort.slice('run:'.length)) : undefined
  return {
    row: params.get('row') ?? undefined,
    runs: runs.length === 0 ? plain.runs : plain.runs.filter((at) => runs.includes(at)),
    metric: Math.max(0, metric),
    query: params.get('q') ?? '',
    show: show === 'differ' || show === 'unscored' ? show : 'all',
    better: place(params.get('better')),
    than: place(params.get('than')),
    groups: Object.fromEntries(
      about.groups.flatMap((column) => {
        const group = params.get(GROUP + column)
        return group === null ? [] : [[column, group]]
      }),
    ),
    by: byRun ?? (sort === 'id' ? 'id' : 'spread'),
    falling: params.get('rising') !== '1',
  }
}
