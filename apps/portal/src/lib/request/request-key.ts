import type { Endpoint } from '@portal/contract/endpoint'
import { requestKeySeparator } from '@portal/contract/limits'

export type KeyParts = readonly (string | number | boolean)[]

/**
 * Returns the key that identifies a tracked request: the call's action or name, followed by `parts`. `parts` defaults to
 * the path parameters.
 */
export function requestKey(
  call: Endpoint,
  input: { params?: unknown } = {},
  parts: KeyParts = Object.values(input.params ?? {}),
): string {
  return [call.action ?? call.name, ...parts].join(requestKeySeparator)
}
