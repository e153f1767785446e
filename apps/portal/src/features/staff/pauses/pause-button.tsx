import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import type { ReactNode } from 'react'
import { FormDialog, type FormDialogProps } from '../../../lib/layout/form-dialog.tsx'
import type { PauseChange } from './pause.ts'
import { PauseFields, usePauseDraft } from './pause-fields.tsx'

interface PauseDialogProps
  extends Pick<FormDialogProps, 'title' | 'description' | 'actText' | 'status' | 'error' | 'onClose'> {
  /** True to set a pause, false to end one. */
  isPausing: boolean
  /** What the action affects, below the fields. */
  effects?: ReactNode
  /** `danger` for an action other than a pause that takes something away from the user. */
  tone?: 'danger'
  /** Resolves to whether the change succeeded. */
  onSet: (change: PauseChange) => Promise<boolean>
}

/** Asks for confirmation and a reason before setting or ending a pause. */
function PauseDialog({ isPausing, effects, tone, onSet, ...dialog }: PauseDialogProps) {
  const { draft, setDraft, problem, pause, end } = usePauseDraft(dialog.actText)

  async function set() {
    if (await onSet(isPausing ? pause() : end())) dialog.onClose()
  }

  return (
    <FormDialog
      {...dialog}
      role="alertdialog"
      size="xl"
      tone={tone ?? (isPausing ? 'danger' : 'accent')}
      problem={isPausing ? problem : undefined}
      onSubmit={set}
    >
      {/* The fields come first, because a long list of effects scrolls. */}
      <PauseFields draft={draft} onChange={setDraft} hasEnd={isPausing} />
      {effects}
    </FormDialog>
  )
}

export interface PauseButtonProps extends Omit<PauseDialogProps, 'onClose'> {
  icon: ButtonProps['icon']
  /** Defaults to whether there is a reason. */
  isDisabled?: boolean
  /**
   * Why the button is disabled. Pass it while the button is enabled too if the button can become disabled. Otherwise, it loses the
   * focus then.
   */
  disabledReason?: string | undefined
  /** Resets the request, so that reopening the dialog doesn't show the previous error. */
  onReset: () => void
  size?: ButtonProps['size']
}

/** A button that asks for confirmation and a reason. */
export function PauseButton({
  icon,
  disabledReason,
  isDisabled = disabledReason !== undefined,
  onReset,
  size,
  ...dialog
}: PauseButtonProps) {
  const [isOpen, setIsOpen] = useKeptState(`dialog ${dialog.actText}`, false)
  return (
    <>
      <Button
        icon={icon}
        tone={dialog.tone ?? (dialog.isPausing ? 'danger' : 'neutral')}
        size={size}
        variant="outline"
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        onPress={() => setIsOpen(true)}
      >
        {dialog.actText}
      </Button>
      {isOpen && (
        <PauseDialog
          {...dialog}
          onClose={() => {
            setIsOpen(false)
            onReset()
          }}
        />
      )}
    </>
  )
}
