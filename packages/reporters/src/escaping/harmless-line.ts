/**
 * A line of output that no CI system reads as a command. Workflow runners read `::…` at the beginning of a line, after white space, and
 * `##[…` anywhere in it. A space is inserted to break these up.
 */
export function harmlessLine(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1: ').replaceAll('##[', '# #[')
}
