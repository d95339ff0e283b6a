/** File names for the reports of runs, by their labels: harmless ones, each once. */
export function reportNames(labels: readonly string[]): string[] {
  const taken = new Set<string>()
  return labels.map((label) => {
    const plain = label.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '') || 'run'
    let name = plain
    for (let more = 2; taken.has(name.toLowerCase()); more += 1) name = `${plain}-${more}`
    taken.add(name.toLowerCase())
    return `${name}.json`
  })
}
