// The page of several runs, with its script and its pictures: loaded only where one is written.
export { comparisonPage } from './comparison-page.ts'
export { createPageRows, type PageRows, type PageRowsResult } from './page-rows.ts'
