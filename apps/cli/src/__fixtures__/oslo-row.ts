/** A row of two claims, of which its context holds the first by the letter. */
export const osloRow = {
  id: 'a',
  user_input: 'Where is Oslo?',
  reference: 'Oslo is in Norway. It is big.',
  retrieved_contexts: ['Oslo is in Norway.'],
  metadata: { topic: 'cities' },
}
