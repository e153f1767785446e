import { Pill } from '@portal/ui/data/pill'
import { Card } from '@portal/ui/layout/card'
import type { ReactNode } from 'react'
import { StepMarker } from '../../lib/layout/step-marker.tsx'

export interface Step {
  title: string
  text: string
  isDone?: boolean
  /** Where the step is done. */
  action?: ReactNode
}

export const inviteStep: Step = {
  title: 'Invite your team',
  text: 'Add people by email, and choose their roles.',
}

export const connectStep: Step = {
  title: 'Connect your automation',
  text: 'Give your scripts and pipelines access.',
}

interface StepCardProps extends Step {
  /** From 1. */
  number: number
  isCurrent: boolean
}

function StepCard({ number, isCurrent, isDone = false, title, text, action }: StepCardProps) {
  return (
    <Card className="h-full">
      <div className="flex items-start gap-3">
        <StepMarker number={number} state={isDone ? 'done' : isCurrent ? 'current' : 'open'} />
        <div className="flex min-w-0 grow flex-col gap-1 pt-0.5">
          <div className="flex items-center gap-2">
            <h2 className="font-semibold text-lg">{title}</h2>
            {isDone && <Pill tone="success">Done</Pill>}
          </div>
          <p className="text-content-muted text-sm text-pretty">{text}</p>
          {action && !isDone && <div className="mt-3">{action}</div>}
        </div>
      </div>
    </Card>
  )
}

/** The first steps of a new user, of which the first that is not done is the current one. */
export function StepCards({ steps }: { steps: readonly Step[] }) {
  const current = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol aria-label="First steps" className="grid list-none gap-4 desktop:grid-cols-3">
      {steps.map((step, index) => (
        <li key={step.title} aria-current={index === current ? 'step' : undefined}>
          <StepCard number={index + 1} isCurrent={index === current} {...step} />
        </li>
      ))}
    </ol>
  )
}
