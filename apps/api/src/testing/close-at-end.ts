/** What a test file has opened, to be closed when the file is done (by setup.ts), whoever forgot it. */
const closers = new Set<() => Promise<void>>()

export function closeAtEnd(close: () => Promise<void>): void {
  closers.add(close)
}

export async function closeAll(): Promise<void> {
  const all = [...closers].reverse()
  closers.clear()
  for (const close of all) await close()
}
