/**
 * The most bytes or UTF-16 units of one row. A row is held in memory, so a file without line ends, a quote that is never closed, or a small
 * compressed file that expands to gigabytes must end in an error.
 */
export const LONGEST_ROW = 128 * 1024 * 1024
