import { emailMaxLength } from '@portal/contract/limits'
import { isTooLong } from '@portal/contract/text/text-rules'
import { Button } from '@portal/ui/buttons/button'
import { TextField } from '@portal/ui/fields/text-field'
import { Icon } from '@portal/ui/text/icon'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { searchQuery, useLookUp } from './look-ups.ts'
import { SearchResults } from './search-results.tsx'
import { LookUpError, useStaffCheck } from './staff-check.tsx'

const minLength = 2
/** Keeps the last search for when the user returns from a result's page. */
const lastTextKey = ['staff', 'last search']

/**
 * Searches users, workspaces and tokens. Each search is recorded, so it runs on Enter and not while typing.
 */
export function StaffSearch() {
  const client = useQueryClient()
  const [last] = useState(() => client.getQueryData<string>(lastTextKey))
  const [typed, setTyped] = useState<string | null>(last ?? null)
  const [isSent, setIsSent] = useState(false)
  const lookUp = useLookUp(searchQuery, last)
  const { disabledReason } = useStaffCheck()
  const text = (typed ?? '').trim()
  const problem = !isTooLong(text, minLength - 1)
    ? `Enter at least ${minLength} characters`
    : isTooLong(text, emailMaxLength)
      ? `Enter at most ${emailMaxLength} characters`
      : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsSent(true)
    if (problem !== undefined || disabledReason !== undefined) return
    client.setQueryData(lastTextKey, text)
    lookUp.ask(text)
  }

  return (
    <search className="flex flex-col gap-3">
      <form onSubmit={submit} autoComplete="off" noValidate className="flex items-start gap-2.5">
        <TextField
          label="Search people, workspaces and tokens"
          isLabelHidden
          placeholder="Search people, workspaces and tokens..."
          hint="Enter an id, or the start of an email or a name. Find tokens by id. Press Enter to search. Each search is logged."
          before={<Icon name="search" size="sm" className="ml-2.5 shrink-0 text-content-subtle" />}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setIsSent(false)
          }}
          errorMessage={isSent ? problem : undefined}
          className="grow"
        />
        <Button
          type="submit"
          tone="accent"
          isLoading={lookUp.isLoading}
          isDisabled={disabledReason !== undefined}
          disabledReason={disabledReason}
        >
          Search
        </Button>
      </form>
      {lookUp.isLoading && !lookUp.data && <ListPending label="Searching..." />}
      <LookUpError error={lookUp.error} retry={() => lookUp.text && lookUp.ask(lookUp.text)} />
      {lookUp.data && <SearchResults text={lookUp.text ?? ''} found={lookUp.data} />}
    </search>
  )
}
