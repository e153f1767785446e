import { useEffect, useState } from 'react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { focusRing } from '../lib/focus-ring.ts'
import { toastQueue } from '../lib/toast-queue.ts'
import { toneIcons } from '../lib/tone.ts'
import { Icon } from '../text/icon.tsx'

const iconColors = {
  neutral: 'text-content-muted',
  accent: 'text-accent-text',
  success: 'text-success-text',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
}

/** Shows the messages of `showToast`. Render it once per page, next to the content. F6 moves the focus to it. */
export function Toasts() {
  // React Aria registers the region for F6 when it mounts, if there is a toast by then.
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    const look = () => setIsNeeded((wasNeeded) => wasNeeded || toastQueue.visibleToasts.length > 0)
    look()
    return toastQueue.subscribe(look)
  }, [])
  if (!isNeeded) return null
  return (
    <ToastRegion
      queue={toastQueue}
      aria-label="Notifications"
      className={`fixed right-5 bottom-5 z-60 flex w-90 max-w-[calc(100vw-2.5rem)] flex-col-reverse gap-2 rounded-lg ${focusRing}`}
    >
      {({ toast }) => (
        <Toast
          toast={toast}
          className={`flex items-start gap-2.5 rounded-lg bg-surface-raised py-3 pr-2 pl-3.5 text-content shadow-overlay forced-colors:border ${focusRing} motion-safe:animate-toast-in`}
        >
          <Icon
            name={toneIcons[toast.content.tone]}
            size="sm"
            className={`mt-0.5 ${iconColors[toast.content.tone]}`}
          />
          <ToastContent className="flex min-w-0 flex-1 flex-col gap-0.5">
            <Text slot="title" className="text-sm font-medium wrap-anywhere">
              {toast.content.title}
            </Text>
            {toast.content.description && (
              <Text slot="description" className="text-sm text-content-muted wrap-anywhere">
                {toast.content.description}
              </Text>
            )}
          </ToastContent>
          {toast.content.action && (
            <Button
              size="xs"
              className="-my-0.5"
              onPress={() => {
                toast.content.action?.onPress()
                toastQueue.close(toast.key)
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" icon="x" label="Dismiss" size="xs" isTooltipHidden />
        </Toast>
      )}
    </ToastRegion>
  )
}
