/** The samples of a metric, by series: `api_jobs_parked{queue="mail.send"}`. */
export type Samples = ReadonlyMap<string, number>

/** Reads the series of one metric from an API process. */
export async function scrape(metricsUrl: string, metric: string): Promise<Samples> {
  const text = await (await fetch(metricsUrl)).text()
  const samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    const split = line.lastIndexOf(' ')
    const series = line.slice(0, split)
    if (series === metric || series.startsWith(`${metric}{`))
      samples.set(series, Number(line.slice(split + 1)))
  }
  return samples
}

/** The series whose value has risen. */
export const risen = (before: Samples, during: Samples): string[] =>
  [...during].filter(([series, value]) => value > (before.get(series) ?? 0)).map(([series]) => series)
