/** Every call to a service outside goes past here, for the metrics and the traces. */

export interface GatewayCall {
  gateway: string
  method: string
}

/** Is told of a call, makes it, and hands back what it answers. */
export type ObserveCall = <T>(call: GatewayCall, run: () => Promise<T>) => Promise<T>

/**
 * The same gateway, each of whose methods runs through the observers, the first outermost. `immediate` names the methods
 * that ask nobody.
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
