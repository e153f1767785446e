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

/** An icon name, an icon name with a rotation (`arrow--left`), or any other text, which shows a question circle. */
export type IconName = BaseIconName | `${BaseIconName}--${IconTurn}` | (string & {})

const spinning = new Set(['loader', 'refresh-active', 'refresh-carbon-active'])

const isKnown = (name: string): name is BaseIconName => Object.hasOwn(iconSet, name)
const isTurn = (suffix: string | undefined): suffix is IconTurn =>
  suffix !== undefined && Object.hasOwn(turns, suffix)

export interface ResolvedIcon {
  drawing: LucideIcon
  /** Measured clockwise. */
  rotationDegrees: number
  isSpinning: boolean
  isKnown: boolean
}

/**
 * Returns the drawing, rotation and motion of an icon. An unknown name becomes the question circle, and a suffix after
 * a double dash sets the rotation. Never throws.
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
