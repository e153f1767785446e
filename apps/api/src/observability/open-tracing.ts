import type { Config } from '../config.ts'
import type { Tracing, TracingLog } from './tracing.ts'

/** Returns undefined if no collector is configured. */
export async function openTracing(config: Config, log: TracingLog): Promise<Tracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined
  const { OtlpTracing } = await import('./otlp-tracing.ts')
  return new OtlpTracing(config, log)
}
