import { reasonMaxLength } from '@portal/contract/limits'
import { messages } from '@portal/contract/messages'
import { isTooLong } from '@portal/contract/text/text-rules'
import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { DateField } from '@portal/ui/fields/date-field'
import { TextArea } from '@portal/ui/fields/text-area'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import type { ReactNode } from 'react'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'
import { FormDialog, type FormDialogProps } from '../../lib/layout/form-dialog.tsx'
import { endOfDay, isLastDay } from './restrictions.ts'

interface ReasonDraft {
  reason: string | null
  /** The last day of a restriction, in UTC. */
  day: string | null
}

const emptyDraft: ReasonDraft = { reason: null, day: null }

/**
 * The reason for an action, and the last day of a restriction, while staff edit them.
 * @param act the label of the button that submits them, which identifies them on the page
 */
export function useReasonDraft(act: string) {
  const [draft, setDraft] = useKeptState<ReasonDraft>(`reason ${act}`, emptyDraft)
  const reason = draft.reason?.trim() || null
  const isOverLimit = isTooLong(reason ?? '', reasonMaxLength)
  return {
    draft,
    setDraft,
    clear: () => setDraft(emptyDraft),
    reason,
    until: draft.day && endOfDay(draft.day),
    /** Why the draft cannot be submitted. Undefined if it can. */
    problem: isLastDay(draft.day)
      ? isOverLimit
        ? messages.tooLong(reasonMaxLength)
        : undefined
      : 'Choose an end date of today or later',
  }
}

interface ReasonFieldsProps {
  draft: ReasonDraft
  onChange: (draft: ReasonDraft) => void
  /** Also asks for the last day. */
  hasEnd?: boolean
}

/** The fields for the reason and the last day. */
export function ReasonFields({ draft, onChange, hasEnd = false }: ReasonFieldsProps) {
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
          validate={(day) => (isLastDay(String(day)) ? undefined : 'Choose today or a later day')}
        />
      )}
    </div>
  )
}

interface ReasonDialogProps extends Pick<FormDialogProps, 'title' | 'description' | 'actText'> {
  request: DialogRequest & { reset: () => void }
  /** Also asks for the last day. */
  hasEnd?: boolean
  isDanger?: boolean
  /** What the action affects, below the fields. */
  effects?: ReactNode
  onConfirm: (given: { reason: string | null; until: string | null }, close: () => void) => void
  onClose: () => void
}

function ReasonDialog({ hasEnd, isDanger, effects, onConfirm, ...dialog }: ReasonDialogProps) {
  const { draft, setDraft, reason, until, problem } = useReasonDraft(dialog.actText)
  return (
    <FormDialog
      {...dialog}
      role="alertdialog"
      size="xl"
      tone={isDanger ? 'danger' : 'accent'}
      problem={hasEnd ? problem : undefined}
      onSubmit={() => onConfirm({ reason, until: hasEnd ? until : null }, dialog.onClose)}
    >
      {/* The fields come first, because a long list of effects scrolls. */}
      <ReasonFields draft={draft} onChange={setDraft} hasEnd={hasEnd} />
      {effects}
    </FormDialog>
  )
}

export interface ReasonButtonProps
  extends Omit<ReasonDialogProps, 'onClose'>,
    Pick<ButtonProps, 'icon' | 'size' | 'isDisabled'> {
  /**
   * Why the button is disabled. Pass it while the button is enabled too if the button can become disabled. Otherwise, it loses the
   * focus then.
   */
  disabledReason?: string | undefined
  onClose?: () => void
}

/** A button that asks for confirmation and a reason. It is disabled by default if there is a `disabledReason`. */
export function ReasonButton({
  icon,
  size,
  disabledReason,
  isDisabled = disabledReason !== undefined,
  onClose,
  ...dialog
}: ReasonButtonProps) {
  const [isOpen, setIsOpen] = useKeptState(`dialog ${dialog.actText}`, false)
  return (
    <>
      <Button
        icon={icon}
        size={size}
        tone={dialog.isDanger ? 'danger' : 'neutral'}
        variant="outline"
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        onPress={() => setIsOpen(true)}
      >
        {dialog.actText}
      </Button>
      {isOpen && (
        <ReasonDialog
          {...dialog}
          onClose={() => {
            setIsOpen(false)
            // Otherwise, the dialog would show the previous error when it opens again.
            dialog.request.reset()
            onClose?.()
          }}
        />
      )}
    </>
  )
}
