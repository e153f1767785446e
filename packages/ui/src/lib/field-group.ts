/** What a group needs from each of its fields. */
export interface GroupedField {
  /** The dotted path of the field's value in the form. A field outside a form may have no name. */
  name?: string
  /** Why the current value is rejected, whether the error is visible or not. */
  error: () => string | undefined
  /**
   * Shows the error, if there is one, like when the user leaves the field. If names are given, touches only the fields with
   * these names.
   */
  touch: (names?: ReadonlySet<string>) => void
  /** Restores the initial value and hides the error. */
  reset: () => void
  /** Normalizes the value, like when the user leaves the field. */
  commit: () => void
}

/** Fields that are touched, reset and checked for errors together. A group may itself be a field of another group. */
export interface FieldGroup extends GroupedField {
  readonly hasError: boolean
  /** Returns a function that removes the field. */
  add: (field: GroupedField) => () => void
  /** Notifies subscribers that a field's error may have changed. */
  announce: () => void
  /** Returns a function that ends the subscription. */
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
