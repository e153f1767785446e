function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  const hadFocus = document.activeElement
  // An open dialog traps focus, so the area is added next to the focused element.
  const home = hadFocus?.parentElement ?? document.body
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (hadFocus instanceof HTMLElement) hadFocus.focus()
  }
}

/**
 * Copies text to the clipboard and returns whether the browser confirmed it. Falls back to `execCommand` when the
 * Clipboard API is missing or refused (no permission, no https). Never rejects.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}
