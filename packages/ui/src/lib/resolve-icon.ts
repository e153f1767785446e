import type { LucideIcon } from 'lucide-react'
import { type BaseIconName, iconSet } from './icon-set.ts'

const turns = {
  up: 0,
  'up-right': 45,
  right: 90,
  'down-right': 135,
  down: 180,
  'down-left': 225,
  left: 270,
  'up-left': 315,
} as const

export type IconTurn = keyof typeof turns

/** A known name, a known name with a turn (`arrow--left`), or any text: unknown ones show a question circle. */
export type IconName = BaseIconName | `${BaseIconName}--${IconTurn}` | (string & {})

const spinning = new Set(['loader', 'refresh-active', 'refresh-carbon-active'])

const isKnown = (name: string): name is BaseIconName => Object.hasOwn(iconSet, name)
const isTurn = (suffix: string | undefined): suffix is IconTurn =>
  suffix !== undefined && Object.hasOwn(turns, suffix)

export interface ResolvedIcon {
  drawing: LucideIcon
  /** Clockwise. */
  rotationDegrees: number
  isSpinning: boolean
  isKnown: boolean
}

/**
 * Finds the drawing, the rotation and the motion that a name asks for. Unknown names become the question circle, and a
 * suffix after a double dash sets the rotation. Never throws.
 */
export function resolveIcon(name: IconName): ResolvedIcon {
  const [base = '', suffix] = name.split('--', 2)
  if (!isKnown(base)) {
    return { drawing: iconSet['question-circle'], rotationDegrees: 0, isSpinning: false, isKnown: false }
  }
  return {
    drawing: iconSet[base],
    rotationDegrees: isTurn(suffix) ? turns[suffix] : 0,
    isSpinning: spinning.has(base),
    isKnown: true,
  }
}
