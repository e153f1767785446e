/**
 * Lets React finish what it has begun, in real time, without moving a fake clock that leaves animation frames alone.
 * (`vi.waitFor` would move it.)
 */
export async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}
