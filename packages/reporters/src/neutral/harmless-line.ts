/**
 * A line of output that no CI takes for a command: workflow runners act on `::…` at the beginning of a line, white space aside, and
 * on `##[…` anywhere in it. A space is put in between.
 */
export function harmlessLine(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1: ').replaceAll('##[', '# #[')
}
