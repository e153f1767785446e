/** Decides which URLs and types a webhook can have, and what follows from an attempt. See docs/product/webhooks.md. */
import { activityActs } from '@portal/contract/activity/activity'
import { dayMs } from '@portal/contract/durations'
import {
  type NewWebhook,
  webhookDisabledAfterDays,
  webhookRetryDelaysMs,
  webhookUrlMaxLength,
} from '@portal/contract/webhooks/webhooks'
import { isPublicHost } from '../../gateways/fence/public-address.ts'
import { isDelivered } from '../../gateways/webhooks/send-webhook.ts'
import { invalid } from '../../http/errors/refusal.ts'
import type { WebhookColumns } from './webhook-store.ts'

/**
 * Returns the URL as it is stored.
 * @throws Refusal `ValidationError`
 */
export function webhookUrlOf(typed: string, trustedHosts: readonly string[]): string {
  const url = URL.parse(typed.trim())
  const isTrusted = url !== null && url.protocol === 'http:' && trustedHosts.includes(url.host)
  if (!url || (url.protocol !== 'https:' && !isTrusted) || url.href.length > webhookUrlMaxLength)
    throw invalid('url', 'Enter a URL that starts with https://')
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid('url', 'Enter a URL without a user name, a password and #')
  if (!trustedHosts.includes(url.host) && !isPublicHost(url))
    throw invalid(
      'url',
      'Enter a URL on the public internet. Private addresses and local host names are never contacted',
    )
  return url.href
}

/** The subject of the webhook's events. The path of a URL can contain a secret. */
export const subjectOf = ({ url }: { url: string }) => new URL(url).host

/**
 * Returns the types as they are stored, null for all.
 * @throws Refusal `ValidationError` for a type that no event has
 */
export function typesOf(types: NewWebhook['types']): string[] | null {
  if (types === 'all') return null
  const unknown = types.find((type) => !(activityActs as string[]).includes(type))
  if (unknown !== undefined)
    throw invalid('types', `There is no event “${unknown}”. Choose from the list of events`)
  return [...new Set(types)]
}

const mailAfterMs = dayMs

interface Attempt {
  status: number | null
  /** From 1. */
  attempt: number
  at: Date
}

interface Consequence {
  set: WebhookColumns
  isDisabled: boolean
  /** Whether the owner and the creator are mailed. */
  isMailed: boolean
  nextAttemptAt: Date | null
}

/** Returns what follows from an attempt to deliver an event to an enabled webhook. A resend and a test have no consequence. */
export function consequenceOf(
  webhook: { failingSince: Date | null; failureMailedAt: Date | null },
  { status, attempt, at }: Attempt,
): Consequence {
  if (isDelivered(status)) {
    const hasFailed = webhook.failingSince !== null
    return {
      set: hasFailed ? { failingSince: null, failureMailedAt: null } : {},
      isDisabled: false,
      isMailed: false,
      nextAttemptAt: null,
    }
  }
  const failingSince = webhook.failingSince ?? at
  const failingMs = at.getTime() - failingSince.getTime()
  const isGone = status === 410
  if (isGone || failingMs >= webhookDisabledAfterDays * dayMs)
    return {
      set: { failingSince, disabledAt: at, disabledReason: isGone ? 'gone' : 'failing' },
      isDisabled: true,
      isMailed: true,
      nextAttemptAt: null,
    }
  const isMailed = failingMs >= mailAfterMs && webhook.failureMailedAt === null
  const delayMs = webhookRetryDelaysMs[attempt - 1]
  return {
    set: { failingSince, ...(isMailed ? { failureMailedAt: at } : {}) },
    isDisabled: false,
    isMailed,
    nextAttemptAt: delayMs === undefined ? null : new Date(at.getTime() + delayMs),
  }
}
