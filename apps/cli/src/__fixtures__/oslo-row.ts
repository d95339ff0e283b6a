/** A row of two claims, of which its context contains the first word for word. */
export const osloRow = {
  id: 'a',
  user_input: 'Where is Oslo?',
  reference: 'Oslo is in Norway. It is big.',
  retrieved_contexts: ['Oslo is in Norway.'],
  metadata: { topic: 'cities' },
}
