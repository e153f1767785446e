import type { ReactNode } from 'react'

const ground = 66

/** The outline of an arch that stands on the ground. */
function archPath(left: number, width: number, height: number): string {
  const radius = width / 2
  return `M${left} ${ground}V${ground - height + radius}a${radius} ${radius} 0 0 1 ${width} 0V${ground}`
}

interface ArchProps {
  left: number
  width: number
  height: number
  isDashed?: boolean
  isAccent?: boolean
}

function Arch({ left, width, height, isDashed, isAccent }: ArchProps) {
  return (
    <path
      d={archPath(left, width, height)}
      fill={isDashed ? 'none' : 'var(--ui-surface-raised)'}
      stroke={isAccent ? 'var(--ui-accent)' : undefined}
      strokeDasharray={isDashed ? '3 4' : undefined}
    />
  )
}

/** The left half of a door, so that the arch around it looks ajar. */
function Leaf({ left, width, height }: ArchProps) {
  const radius = width
  return (
    <path
      d={`M${left} ${ground}V${ground - height + radius}a${radius} ${radius} 0 0 1 ${radius}-${radius}V${ground}Z`}
      fill="var(--ui-accent)"
      stroke="none"
    />
  )
}

function Person({ x, isAccent }: { x: number; isAccent?: boolean }) {
  const fill = isAccent ? 'var(--ui-accent)' : 'var(--ui-line-strong)'
  return (
    <g fill={fill} stroke="none">
      <circle cx={x} cy={46} r={4.5} />
      <path d={`M${x - 7} ${ground}v-6a7 7 0 0 1 14 0v6Z`} />
    </g>
  )
}

const drawings = {
  workspaces: (
    <>
      <Arch left={20} width={26} height={38} />
      <Arch left={114} width={26} height={38} />
      <Arch left={60} width={40} height={56} isAccent />
      <Leaf left={67} width={14} height={48} />
    </>
  ),
  tokens: (
    <>
      <Arch left={36} width={40} height={56} />
      <circle cx={56} cy={40} r={3.5} fill="var(--ui-line-strong)" stroke="none" />
      <path d="M56 40v9" strokeWidth={3} />
      <g stroke="var(--ui-accent)" strokeWidth={3}>
        <circle cx={96} cy={46} r={7} fill="var(--ui-surface-raised)" />
        <path d="M103 46h23M118 46v6M125 46v7" />
      </g>
    </>
  ),
  machine: (
    <>
      <Arch left={24} width={26} height={38} isDashed />
      <Arch left={110} width={26} height={38} isDashed />
      <Arch left={58} width={44} height={56} />
      <path d="m71 36 8 7-8 7M82 51h9" stroke="var(--ui-accent)" strokeWidth={3} />
    </>
  ),
  people: (
    <>
      <Arch left={34} width={40} height={52} isAccent />
      <Arch left={86} width={40} height={52} isDashed />
      <Person x={54} isAccent />
      <Person x={106} />
    </>
  ),
  search: (
    <>
      <Arch left={22} width={26} height={38} isDashed />
      <Arch left={112} width={26} height={38} isDashed />
      <Arch left={60} width={40} height={56} isDashed />
      <g stroke="var(--ui-accent)" strokeWidth={3}>
        <circle cx={82} cy={36} r={11} fill="var(--ui-surface-raised)" />
        <path d="m90 44 9 9" />
      </g>
    </>
  ),
  activity: (
    <>
      <Arch left={22} width={18} height={22} />
      <Arch left={54} width={18} height={32} />
      <Arch left={86} width={18} height={26} />
      <Arch left={118} width={18} height={46} isAccent />
      <Leaf left={122} width={6} height={39} />
    </>
  ),
  missing: (
    <>
      <Arch left={20} width={26} height={38} />
      <Arch left={114} width={26} height={38} />
      <Arch left={60} width={40} height={56} isDashed />
      <path d="M72 38c0-10 16-10 16 0 0 5-8 5.5-8 11M80 56v.2" stroke="var(--ui-accent)" strokeWidth={3} />
    </>
  ),
  locked: (
    <>
      <Arch left={60} width={40} height={56} />
      <path d="M67 66V33a13 13 0 0 1 26 0v33" fill="var(--ui-surface-pressed)" />
      <circle cx={80} cy={42} r={4} fill="var(--ui-accent)" stroke="none" />
      <path d="M80 42v10" stroke="var(--ui-accent)" strokeWidth={3} />
    </>
  ),
  offline: (
    <>
      <Arch left={22} width={36} height={50} />
      <Arch left={102} width={36} height={50} />
      <path d="M60 46h10M90 46h10" stroke="var(--ui-accent)" strokeWidth={3} />
      <path d="m74 40 12 12M86 40 74 52" stroke="var(--ui-accent)" strokeWidth={2.5} />
    </>
  ),
} satisfies Record<string, ReactNode>

export type SceneName = keyof typeof drawings

export interface SceneProps {
  name: SceneName
  className?: string
}

/**
 * A small drawing of arches for pages and lists that have nothing to show. It is decorative. Its colors are attributes, so
 * that pages without the component stylesheet can show it.
 */
export function Scene({ name, className }: SceneProps) {
  return (
    <svg
      viewBox="0 0 160 72"
      width={160}
      height={72}
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="var(--ui-line-strong)"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
      <path d="M8 66h144" />
    </svg>
  )
}
