import { reasonMaxLength } from '@portal/contract/limits'
import { messages } from '@portal/contract/messages'
import { isTooLong } from '@portal/contract/text/text-rules'
import { DateField } from '@portal/ui/fields/date-field'
import { TextArea } from '@portal/ui/fields/text-area'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { endOfDay, isPauseEnd, type PauseChange } from './pause.ts'

export interface PauseDraft {
  reason: string | null
  /** The last day of the pause, in UTC. */
  day: string | null
}

/**
 * The reason and end of a pause while staff edit them.
 * @param act the label of the button that submits them, which identifies them on the page
 */
export function usePauseDraft(act: string) {
  const [draft, setDraft] = useKeptState<PauseDraft>(`pause ${act}`, { reason: null, day: null })
  const reason = draft.reason?.trim() || null
  const isOverLimit = isTooLong(reason ?? '', reasonMaxLength)
  return {
    draft,
    setDraft,
    /** Why the draft cannot be submitted. Undefined if it can. */
    problem: isPauseEnd(draft.day)
      ? isOverLimit
        ? messages.tooLong(reasonMaxLength)
        : undefined
      : 'Choose an end date of today or later',
    clear: () => setDraft({ reason: null, day: null }),
    pause: (): PauseChange => ({ isPaused: true, reason, until: draft.day && endOfDay(draft.day) }),
    end: (): PauseChange => ({ isPaused: false, reason, until: null }),
  }
}

/** The fields for the reason and the last day. */
export function PauseFields({
  draft,
  onChange,
  hasEnd = true,
}: {
  draft: PauseDraft
  onChange: (draft: PauseDraft) => void
  /** False when ending a pause, which takes only a reason. */
  hasEnd?: boolean
}) {
  return (
    <div className={hasEnd ? 'grid items-start gap-4 tablet:grid-cols-[minmax(0,1fr)_13rem]' : ''}>
      <TextArea
        label="Reason"
        hint="Optional. The reason is logged, and the user concerned can see it."
        rows={2}
        maxLength={reasonMaxLength}
        value={draft.reason}
        onChange={(reason) => onChange({ ...draft, reason })}
      />
      {hasEnd && (
        <DateField
          label="Last day"
          hint="Optional. Ends automatically after this day (UTC)."
          value={draft.day}
          onChange={(day) => onChange({ ...draft, day })}
          validate={(day) => (isPauseEnd(String(day)) ? undefined : 'Choose today or a later day')}
        />
      )}
    </div>
  )
}
