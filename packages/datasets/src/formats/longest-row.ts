/**
 * Bytes or UTF-16 units of one row at most. A row is held in memory, so that a file without line ends, a quote that is never closed
 * or a small packed file that unpacks to very much must end in an error, not in the memory of the machine.
 */
export const LONGEST_ROW = 128 * 1024 * 1024
