import type { Endpoint } from '@portal/contract/endpoint'
import { requestKeySeparator } from '@portal/contract/limits'

/**
 * The key under which a request is tracked (SPEC section 9): the call's action or name, then what tells one such
 * request from another, by default the path's parameters.
 */
export function requestKey(
  call: Endpoint,
  input: { params?: unknown } = {},
  parts: readonly (string | number | boolean)[] = Object.values(input.params ?? {}),
): string {
  return [call.action ?? call.name, ...parts].join(requestKeySeparator)
}
