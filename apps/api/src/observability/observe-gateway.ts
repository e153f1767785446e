/** Observes every call to an external service, for metrics and traces. */

export interface GatewayCall {
  gateway: string
  method: string
}

/** Observes a call, makes it and returns its result. */
export type ObserveCall = <T>(call: GatewayCall, run: () => Promise<T>) => Promise<T>

/**
 * Wraps a gateway so that each of its methods runs through the observers, the first outermost. `immediate` lists the methods
 * without a network request, which are not observed.
 */
export function observeGateway<Gateway extends object>(
  gateway: string,
  target: Gateway,
  immediate: readonly (keyof Gateway)[],
  observers: readonly ObserveCall[],
): Gateway {
  return new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || typeof key === 'symbol') return value
      if (immediate.includes(key as keyof Gateway)) return value.bind(target)
      return (...parts: unknown[]) => {
        const call = { gateway, method: key }
        const ask = async (): Promise<unknown> => value.apply(target, parts)
        return observers.reduceRight((run, observe) => () => observe(call, run), ask)()
      }
    },
  })
}
