/** Collects the resources of a test file. setup.ts closes them after the file. */
const closers = new Set<() => Promise<void>>()

export function closeAtEnd(close: () => Promise<void>): void {
  closers.add(close)
}

export async function closeAll(): Promise<void> {
  const all = [...closers].reverse()
  closers.clear()
  for (const close of all) await close()
}
