/**
 * Lets React finish what it has begun, in real time, without moving a fake clock that leaves animation frames alone.
 * (`vi.waitFor` would move it.)
 */
export async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}

/** Waits, in real time and for at most 120 frames, until something is so; the fake clock stands still meanwhile. */
export async function settleUntil(isSo: () => boolean): Promise<void> {
  for (let frame = 0; frame < 120 && !isSo(); frame++) await new Promise(requestAnimationFrame)
}
