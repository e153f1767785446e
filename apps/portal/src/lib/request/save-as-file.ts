interface NamedFile {
  name: string
  /** Media type, such as `text/csv`. */
  type: string
  text: string
}

/** Downloads a text as a file. */
export function saveAsFile({ name, type, text }: NamedFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url))
}
