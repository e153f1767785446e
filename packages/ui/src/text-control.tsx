import type { HTMLAttributes, HTMLInputTypeAttribute, KeyboardEvent, ReactNode } from 'react'
import { Input, TextArea, TextField } from 'react-aria-components'
import type { FieldLook } from './field-props.tsx'
import { FieldShell } from './field-shell.tsx'
import { controlFrame, controlInput, frameState } from './lib/control-style.ts'

export interface TextControlProps {
  name?: string
  label: string
  isLabelHidden?: boolean
  isRequired?: boolean
  look: FieldLook
  isReadOnly?: boolean
  text: string
  onTextChange: (text: string) => void
  onLeave: () => void
  error?: string
  type?: HTMLInputTypeAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  placeholder?: string
  hasAutoFocus?: boolean
  /** More than one makes it an area. */
  rows?: number
  isMonospace?: boolean
  step?: number
  min?: number
  max?: number
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  before?: ReactNode
  after?: ReactNode
  /** Below the control, before the hint. */
  below?: ReactNode
  className?: string
}

/** The one-line or many-line input that all typed fields share. It shows a text and knows nothing of values or rules. */
export function TextControl(props: TextControlProps) {
  const { look, error, rows = 1 } = props
  const { isDisabled, isLocked } = look
  const isReadOnly = props.isReadOnly === true || isLocked
  const isRefused = error !== undefined
  const shared = {
    placeholder: props.placeholder,
    'aria-disabled': isLocked || undefined,
    className: `${controlInput}${props.isMonospace ? ' font-mono' : ''}`,
  }
  return (
    <TextField
      name={props.name}
      value={props.text}
      onChange={props.onTextChange}
      onBlur={props.onLeave}
      isRequired={props.isRequired}
      isDisabled={isDisabled && !isLocked}
      isReadOnly={isReadOnly}
      isInvalid={isRefused}
      validationBehavior="aria"
      autoComplete={props.autoComplete}
      autoFocus={props.hasAutoFocus}
      type={rows > 1 ? undefined : (props.type ?? 'text')}
      inputMode={props.inputMode}
      data-refused={isRefused || undefined}
      className={`flex min-w-0 flex-col gap-1.5 ${props.className ?? ''}`}
    >
      <FieldShell
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        isRequired={props.isRequired}
        hint={look.hint}
        spokenHint={look.spokenHint}
        error={error}
      >
        <div
          className={controlFrame({
            size: look.size,
            state: frameState({ disabled: isDisabled, readOnly: isReadOnly, refused: isRefused }),
          })}
        >
          {props.before}
          {rows > 1 ? (
            <TextArea
              {...shared}
              rows={rows}
              className={`${shared.className} field-sizing-content max-h-96 resize-y py-1.5`}
              style={{ minHeight: `${rows * 20 + 14}px` }}
            />
          ) : (
            <Input
              {...shared}
              step={props.step}
              min={props.min}
              max={props.max}
              onKeyDown={props.onKeyDown}
            />
          )}
          {props.after}
        </div>
        {props.below}
      </FieldShell>
    </TextField>
  )
}
