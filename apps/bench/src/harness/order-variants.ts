import { seededRandom } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { Question } from './question.ts'

/** How many contexts of other items are added to a question. */
const DISTRACTORS = 2

/** The same questions with their contexts in reverse order. Questions with one context are left out. */
export function reversedQuestions(questions: readonly Question[]): Question[] {
  const ordered = questions.filter(({ contexts }) => new Set(contexts).size > 1)
  return Array.from(ordered, (question) => ({
    ...question,
    id: `${question.id} reversed`,
    variant: 'reversed',
    contexts: question.contexts.toReversed(),
  }))
}

/** The same questions with two contexts of other clusters inserted at random. The same seed gives the same questions. */
export function distractedQuestions(questions: readonly Question[], items: readonly FixtureItem[], seed = 1): Question[] {
  const random = seededRandom(seed)
  const clusterOf = new Map(items.map(({ id, cluster }) => [id, cluster]))
  const pool = items.flatMap(({ cluster, contexts }) => contexts.map((text) => ({ cluster, text })))
  return questions.flatMap((question): Question[] => {
    const own = new Set(question.contexts)
    const clusters = new Set(question.statements.map(({ id }) => clusterOf.get(id)))
    const contexts = [...question.contexts]
    let added = 0
    // The number of tries is limited: the pool may hold no other contexts.
    for (let tries = 0; added < DISTRACTORS && tries < 50; tries += 1) {
      const drawn = pool[Math.floor(random() * pool.length)]
      if (drawn === undefined || clusters.has(drawn.cluster) || own.has(drawn.text) || drawn.text.trim() === '') continue
      own.add(drawn.text)
      contexts.splice(Math.floor(random() * (contexts.length + 1)), 0, drawn.text)
      added += 1
    }
    return added === 0 ? [] : [{ ...question, id: `${question.id} distractors`, variant: 'distractors', contexts }]
  })
}
