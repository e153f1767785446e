interface Removal {
  /** Names the kind of item in logs and metrics. */
  task: string
  /** Lists some of the items to remove, without those of `skipped`. */
  list(skipped: readonly string[]): Promise<string[]>
  remove(ids: readonly string[]): Promise<void>
  /** How many items are removed together. */
  groupSize: number
}

interface RemovalRun {
  isInTime(): boolean
  onFailure(task: string, error: unknown, id: string): void
}

/**
 * Removes all items of a kind. A group that fails is removed one item at a time. An item that fails is reported and skipped, so
 * that it doesn't delay the others.
 * @returns false if time ran out and another run can remove more
 */
export async function removeAll(
  { isInTime, onFailure }: RemovalRun,
  { task, list, remove, groupSize }: Removal,
): Promise<boolean> {
  const skipped: string[] = []
  let removed = 0

  async function removeGroup(group: readonly string[]): Promise<void> {
    try {
      await remove(group)
      removed += group.length
    } catch (error) {
      if (group.length > 1) {
        for (const id of group) if (isInTime()) await removeGroup([id])
        return
      }
      for (const id of group) {
        skipped.push(id)
        onFailure(task, error, id)
      }
    }
  }

  for (let ids = await list(skipped); ids.length > 0; ids = await list(skipped)) {
    for (let at = 0; at < ids.length; at += groupSize) {
      if (!isInTime()) return removed === 0
      await removeGroup(ids.slice(at, at + groupSize))
    }
  }
  return true
}
