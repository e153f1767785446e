interface NamedFile {
  name: string
  /** Media type, such as `text/csv`. */
  type: string
  text: string
}

/** Hands a text to the browser's downloads. */
export function saveAsFile({ name, type, text }: NamedFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url))
}
