import { rotationOverlapDefault } from '@portal/contract/limits'
import { messages } from '@portal/contract/messages'
import { parseOverlap } from '@portal/contract/text/time-string'
import { invalid } from '../errors/refusal.ts'

/** Parses the overlap of a rotation into milliseconds. The contract has checked the text. */
export function parseRotationOverlap(overlap: string = rotationOverlapDefault): number {
  const overlapMs = parseOverlap(overlap)
  if (overlapMs === undefined) throw invalid('overlap', messages.timeString)
  return overlapMs
}
