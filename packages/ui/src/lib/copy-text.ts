function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  const hadFocus = document.activeElement
  // Inside an open dialog the focus may not leave it, so the area is put beside what had the focus.
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
 * Puts text on the clipboard and answers whether it is there: true only when the browser has said so. Falls back to
 * the older way where the newer one is missing or refused (no permission, no https). Never rejects.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}
