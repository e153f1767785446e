import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { Pill } from './data/pill.tsx'
import { Scene, type SceneName } from './feedback/scene.tsx'
import { Card } from './layout/card.tsx'
import type { Tone } from './lib/tone.ts'

const ramps = ['neutral', 'brand', 'action', 'success', 'warning', 'destructive']
const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900]
const tones: Tone[] = ['accent', 'success', 'warning', 'danger']
const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'surface-field', 'surface-selected']
const sizes = ['2xl', 'xl', 'lg', 'base', 'sm', 'xs']
const scenes: SceneName[] = [
  'workspaces',
  'people',
  'tokens',
  'machine',
  'activity',
  'search',
  'locked',
  'missing',
  'offline',
]

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="m-0 font-semibold text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Swatch({ color, label }: { color: string; label: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="h-10 rounded-md border border-line" style={{ background: `var(--${color})` }} />
      <span className="truncate text-content-muted text-xs">{label}</span>
    </div>
  )
}

function Colors() {
  return (
    <div className="flex max-w-5xl flex-col gap-8">
      <Part title="Ramps">
        {ramps.map((ramp) => (
          <div key={ramp} className="grid grid-cols-[6rem_repeat(10,minmax(0,1fr))] items-start gap-2">
            <span className="pt-2.5 text-sm">{ramp}</span>
            {steps.map((step) => (
              <Swatch key={step} color={`color-${ramp}-${step}`} label={String(step)} />
            ))}
          </div>
        ))}
      </Part>
      <Part title="Surfaces">
        <div className="grid grid-cols-5 gap-2">
          {surfaces.map((surface) => (
            <Swatch key={surface} color={`ui-${surface}`} label={surface} />
          ))}
        </div>
      </Part>
      <Part title="Tones">
        {tones.map((tone) => (
          <div key={tone} className="grid grid-cols-[6rem_repeat(5,minmax(0,1fr))_auto] items-start gap-2">
            <span className="pt-2.5 text-sm">{tone}</span>
            {['', '-hover', '-pressed', '-soft', '-line'].map((part) => (
              <Swatch key={part} color={`ui-${tone}${part}`} label={part === '' ? 'solid' : part.slice(1)} />
            ))}
            <Pill tone={tone}>{tone}</Pill>
          </div>
        ))}
      </Part>
    </div>
  )
}

function Type() {
  return (
    <div className="flex flex-col gap-4">
      {sizes.map((size) => (
        <div key={size} className="grid grid-cols-[4rem_1fr] items-baseline gap-4">
          <span className="text-content-muted text-xs">{size}</span>
          <span
            className={['2xl', 'xl', 'lg'].includes(size) ? 'font-semibold' : ''}
            style={{
              fontSize: `var(--text-${size})`,
              lineHeight: `var(--text-${size}--line-height)`,
              letterSpacing: `var(--text-${size}--letter-spacing, normal)`,
            }}
          >
            Every workspace is a door
          </span>
        </div>
      ))}
    </div>
  )
}

function Scenes() {
  return (
    <div className="grid max-w-4xl grid-cols-3 gap-5">
      {scenes.map((name) => (
        <Card key={name}>
          <div className="flex flex-col items-center gap-3">
            <Scene name={name} />
            <span className="text-content-muted text-sm">{name}</span>
          </div>
        </Card>
      ))}
    </div>
  )
}

/** The visual language on one page. docs/design.md explains it. */
const meta = { title: 'Design', component: Colors } satisfies Meta<typeof Colors>
export default meta
type Story = StoryObj<typeof meta>

export const Palette: Story = { render: () => <Colors /> }
export const TypeScale: Story = { render: () => <Type /> }
export const EmptyScenes: Story = { render: () => <Scenes /> }
