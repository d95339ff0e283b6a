import { csvCell } from '@assay/reporters/parts'

export const rowForms = ['jsonl', 'csv', 'json'] as const
export type RowForm = (typeof rowForms)[number]

type SampleRow = Readonly<Record<string, string | readonly string[]>>

/** Rows with the fields of every metric, so that any of them can be tried at once. Each has another kind of gap, or none. */
const ROWS: readonly SampleRow[] = [
  sampleRow('bridge', 'When was the old bridge opened?', ['The old bridge was opened in 1932.'], {
    found: ['The old bridge was opened in 1932. It spans the harbour.'],
    ids: [['bridge-1'], ['bridge-1', 'harbour-4']],
  }),
  sampleRow('tea', 'How long should green tea steep?', ['Green tea should steep for two minutes.', 'The water should be at 80 degrees.'], {
    found: ['Green tea should steep for two minutes.'],
    ids: [['tea-2', 'tea-3'], ['tea-2']],
  }),
  sampleRow('owl', 'What do barn owls eat?', ['Barn owls eat mostly voles and mice.'], {
    found: ['Barn owls nest in old buildings.', 'Barn owls eat mostly voles and mice.'],
    ids: [['owl-7'], ['owl-1', 'owl-7']],
  }),
  sampleRow('ferry', 'Which ferry goes to the island in winter?', ['In winter only the morning ferry goes to the island.'], {
    found: ['Tickets are sold on board.'],
    ids: [['ferry-5'], ['ferry-9']],
  }),
  sampleRow('bread', 'Why does bread dough rise?', ['Yeast turns sugar into carbon dioxide.', 'The gas lifts the dough.'], {
    found: ['Yeast turns sugar into carbon dioxide.', 'The gas lifts the dough.'],
    ids: [
      ['bread-1', 'bread-2'],
      ['bread-2', 'bread-1'],
    ],
  }),
  sampleRow('river', 'Where does the river end?', ['The river ends in the northern sea.'], {
    found: ['The river begins in the hills.', 'The river ends in the northern sea.'],
    ids: [['river-3'], ['river-1', 'river-3']],
  }),
]

type Retrieved = { readonly found: readonly string[]; readonly ids: readonly [reference: readonly string[], retrieved: readonly string[]] }

function sampleRow(id: string, question: string, expected: readonly string[], { found, ids }: Retrieved): SampleRow {
  return {
    id,
    user_input: question,
    reference: expected.join(' '),
    retrieved_contexts: found,
    reference_contexts: expected,
    reference_context_ids: ids[0],
    retrieved_context_ids: ids[1],
  }
}

/** A file of sample rows. */
export function sampleRows(form: RowForm): string {
  switch (form) {
    case 'jsonl':
      return ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')
    case 'json':
      return `[\n${ROWS.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
    case 'csv': {
      const columns = Object.keys(ROWS[0] ?? {})
      const lines = ROWS.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','))
      return `${columns.join(',')}\n${lines.join('\n')}\n`
    }
    default:
      return form satisfies never
  }
}

function cell(value: string | readonly string[]): string {
  return csvCell(typeof value === 'string' ? value : JSON.stringify(value))
}
