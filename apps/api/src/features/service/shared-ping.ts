/** How long the result of a ping is reused. */
const keptMs = 250

interface Ping {
  answer: Promise<void>
  endedAt?: number
}

/**
 * Shares one ping among all requests, so that frequent requests for the health don't keep the connection busy that tells whether
 * this process is ready.
 */
export function sharePing(ping: () => Promise<void>, now: () => Date): () => Promise<void> {
  let latest: Ping | undefined
  const isFresh = ({ endedAt }: Ping) => {
    if (endedAt === undefined) return true
    const ageMs = now().getTime() - endedAt
    return ageMs >= 0 && ageMs < keptMs
  }
  return () => {
    if (latest && isFresh(latest)) return latest.answer
    const started: Ping = {
      answer: ping().finally(() => {
        started.endedAt = now().getTime()
      }),
    }
    latest = started
    return started.answer
  }
}
