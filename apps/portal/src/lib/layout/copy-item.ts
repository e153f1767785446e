import { copyText } from '@portal/ui/lib/copy-text'
import { showToast } from '@portal/ui/lib/toast-queue'
import type { MenuItem } from '@portal/ui/menus/dropdown-menu'

/** A menu item that copies a text. The menu closes, so a toast reports the outcome. */
export function copyItem(label: string, done: string, read: () => string): MenuItem {
  async function copy() {
    const id = 'copy'
    if (await copyText(read())) showToast(done, { id, tone: 'success' })
    else
      showToast('Copying failed', {
        id,
        tone: 'danger',
        description: 'Allow this site to use the clipboard.',
      })
  }
  return { label, icon: 'copy', onAction: () => void copy() }
}

/** Copies the ID of a row, in its menu. */
export const copyIdItem = (id: string): MenuItem => copyItem('Copy ID', 'ID copied', () => id)
