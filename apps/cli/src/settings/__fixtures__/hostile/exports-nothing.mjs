export const judge = "lexical"
