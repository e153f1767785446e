/**
 * Tells the other tabs of this browser who is signed in. A tab that shows another user then asks the API, so a message alone
 * changes nothing. See docs/product/sessions.md#several-tabs.
 */
const channelName = 'SI-SESSION'

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName)
  } catch {
    // Older versions of Safari have no channels. Storage events reach the other tabs too.
    return undefined
  }
}

let opened: { channel: BroadcastChannel | undefined } | undefined

/** A channel doesn't receive its own messages, so the page sends and receives on the same one. */
function sharedChannel(): BroadcastChannel | undefined {
  opened ??= { channel: openChannel() }
  return opened.channel
}

/** @param userId null after a sign-out */
export function announceUser(userId: string | null): void {
  const channel = sharedChannel()
  if (channel) {
    channel.postMessage(userId)
    return
  }
  try {
    localStorage.setItem(channelName, JSON.stringify(userId))
    localStorage.removeItem(channelName)
  } catch {
    // Without storage, the other tabs notice at their next request.
  }
}

/** Calls the listener with the user that another tab announced, or null. Returns a function that stops listening. */
export function onAnnouncedUser(listener: (userId: unknown) => void): () => void {
  const channel = sharedChannel()
  const onMessage = ({ data }: MessageEvent) => listener(data)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === channelName && newValue !== null) listener(JSON.parse(newValue))
  }
  channel?.addEventListener('message', onMessage)
  if (!channel) window.addEventListener('storage', onStorage)
  return () => {
    channel?.removeEventListener('message', onMessage)
    window.removeEventListener('storage', onStorage)
  }
}
