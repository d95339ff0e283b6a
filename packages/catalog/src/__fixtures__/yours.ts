export const judge = {
  id: 'yes',
  version: '1',
  signature: 'yes@1',
  kind: 'screen',
  verify: async ({ claims }: { claims: { id: string }[] }) => ({
    verdicts: claims.map(({ id }) => ({ claim: id, outcome: 'supported', decidedBy: 'yes@1', reason: 'always', evidence: [] })),
  }),
}

export const sameLength = (a: string, b: string): number => (a.length === b.length ? 1 : 0)

export const notOne = 7
