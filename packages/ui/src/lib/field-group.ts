/** What a group asks of each of its fields. */
export interface GroupedField {
  /** The dotted path of the field's value in the form; a field outside a form may have none. */
  name?: string
  /** The reason why the present value is refused, shown or not. */
  error: () => string | undefined
  /** Shows the error, if there is one, as leaving the field would. Given names, only fields of these names are meant. */
  touch: (names?: ReadonlySet<string>) => void
  /** Puts the first value back and hides the error. */
  reset: () => void
  /** Normalises the value, as leaving the field would. */
  commit: () => void
}

/** Fields that are touched, reset and asked for errors together. A group may be a field of another. */
export interface FieldGroup extends GroupedField {
  readonly hasError: boolean
  /** Returns what takes the field out again. */
  add: (field: GroupedField) => () => void
  /** Says that a field's error may have changed. */
  announce: () => void
  /** Returns what ends the subscription. */
  subscribe: (listener: () => void) => () => void
}

export function createFieldGroup(): FieldGroup {
  const fields = new Set<GroupedField>()
  const listeners = new Set<() => void>()
  const each = (act: (field: GroupedField) => void) => {
    for (const field of [...fields]) act(field)
  }
  const firstError = () => {
    for (const field of fields) {
      const error = field.error()
      if (error !== undefined) return error
    }
    return undefined
  }
  const announce = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    get hasError() {
      return firstError() !== undefined
    },
    error: firstError,
    touch: (names) => each((field) => field.touch(names)),
    reset: () => each((field) => field.reset()),
    commit: () => each((field) => field.commit()),
    add(field) {
      fields.add(field)
      announce()
      return () => {
        fields.delete(field)
        announce()
      }
    },
    announce,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
