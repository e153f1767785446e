import { adminIdFieldMaxLength } from '@portal/contract/limits'
import { isTooLong } from '@portal/contract/text/text-rules'
import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { TextLink } from '@portal/ui/text/text-link'
import { useState } from 'react'
import { Failure } from '../../lib/request/failure.tsx'
import { ReasonFields, useReasonDraft } from './reason-button.tsx'
import { useStaffCheck } from './staff-check.tsx'
import type { RestrictRequest } from './use-restrict.ts'

export interface RestrictFormProps {
  idLabel: string
  icon: ButtonProps['icon']
  setText: string
  endText: string
  /** The path of the page that lists the tokens which stop. */
  pagePathOf: (id: string) => string
  request: RestrictRequest
}

/** Restricts the account or workspace with the given id, or ends its restriction. */
export function RestrictForm({ idLabel, icon, setText, endText, pagePathOf, request }: RestrictFormProps) {
  const [typed, setTyped] = useKeptState<string | null>(`id ${setText}`, null)
  const [sent, setSent] = useState<'set' | 'end'>('set')
  const { draft, setDraft, clear, reason, until, problem } = useReasonDraft(setText)
  const { disabledReason } = useStaffCheck()
  const id = (typed ?? '').trim()
  const isOverLimit = isTooLong(id, adminIdFieldMaxLength)
  const name = idLabel.toLowerCase()
  const idProblem =
    id === '' ? `Enter a ${name} first` : isOverLimit ? `Shorten the ${name} first` : undefined
  const endProblem = disabledReason ?? idProblem
  const setProblem = endProblem ?? problem

  function set() {
    setSent('set')
    request.set(id, { isRestricted: true, reason, until }, clear)
  }

  function end() {
    setSent('end')
    request.set(id, { isRestricted: false, reason, until: null }, clear)
  }

  return (
    <Card>
      {/* Enter doesn't submit, because the form has two submit buttons. */}
      <form
        autoComplete="off"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4"
      >
        <TextField
          label={idLabel}
          isMonospace
          value={typed}
          onChange={setTyped}
          maxLength={adminIdFieldMaxLength}
          className="max-w-md"
        />
        <ReasonFields draft={draft} onChange={setDraft} hasEnd />
        <Failure error={request.error} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            tone="danger"
            variant="outline"
            icon={icon}
            onPress={set}
            isDisabled={setProblem !== undefined}
            disabledReason={setProblem}
            requestStatus={sent === 'set' ? request : undefined}
          >
            {setText}
          </Button>
          <Button
            icon="play"
            onPress={end}
            isDisabled={endProblem !== undefined}
            disabledReason={endProblem}
            requestStatus={sent === 'end' ? request : undefined}
          >
            {endText}
          </Button>
          {id !== '' && !isOverLimit && (
            <TextLink href={pagePathOf(id)} className="ml-2 text-sm">
              Show which tokens stop
            </TextLink>
          )}
        </div>
      </form>
    </Card>
  )
}
