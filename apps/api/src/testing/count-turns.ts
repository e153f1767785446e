/** Counts the turns of the event loop, in which other requests could run, while asynchronous work runs. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await work()
  clearImmediate(next)
  return turns
}
